// @ts-check
// The name of the battalion after this one: 1/2e Léger, 2/2e Léger; I/72e Ligne, II/72e Ligne.

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"];
const BATTALION = /^(\d{1,2}|[IVX]+)(\s?\/.+)$/;

/**
 * The name that follows, empty where ``name`` is not numbered so or the next one stands there already.
 * @param {string} name
 * @param {string[]} taken
 */
export function following(name, taken) {
  const found = BATTALION.exec(name);
  if (!found) return "";
  const number = /\d/.test(found[1]) ? String(Number(found[1]) + 1) : ROMAN[ROMAN.indexOf(found[1]) + 1];
  const next = `${number}${found[2]}`;
  return !number || number === "I" || taken.includes(next) ? "" : next;
}
