// @ts-check
// The dice page: computes every roll again from the published secret and marks differences.
import { blake2b } from "./blake2b.js";

const SCHEME = "blake2b-1";
const text = new TextEncoder();

/** @param {string} digits @returns {Uint8Array} */
export const bytes = (digits) => new Uint8Array((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** @param {Uint8Array} hash */
const digits = (hash) => Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment that is published before the battle for this secret. @param {Uint8Array} secret */
export const commitment = (secret) => digits(blake2b(secret, { size: 32, person: text.encode(`${SCHEME}/commit`) }));

/** The key that all rolls are derived from. @param {Uint8Array} secret @param {Uint8Array[]} salts */
export function key(secret, salts) {
  const parts = [secret, ...salts].flatMap((part) => {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(part.length));
    return [...length, ...part];
  });
  return blake2b(new Uint8Array(parts), { size: 32, person: text.encode(`${SCHEME}/key`) });
}

/**
 * The faces of one roll of an entry; entry and place count from 0.
 * @param {Uint8Array} seed @param {number} entry @param {number} place @param {number} count @param {number} sides
 */
export function faces(seed, entry, place, count, sides) {
  const wide = sides > 256;
  const span = wide ? 65536 : 256;
  const limit = span - (span % sides);
  /** @type {number[]} */
  const rolled = [];
  for (let block = 0; rolled.length < count; block++) {
    const digest = blake2b(text.encode(`${SCHEME}/${entry}/${place}/${block}`), { key: seed });
    for (let at = 0; at < 64 && rolled.length < count; at += wide ? 2 : 1) {
      const value = wide ? digest[at] * 256 + digest[at + 1] : digest[at];
      if (value < limit) rolled.push((value % sides) + 1);
    }
  }
  return rolled;
}

/** @typedef {{entry: number, place: number, sides: number, faces: number[], row: HTMLElement}} Roll */

function check() {
  const page = /** @type {HTMLElement} */ (document.getElementById("proof"));
  const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
  const secret = bytes(page.dataset.secret ?? "");
  // An empty salt counts too.
  const salts = (page.dataset.salts ?? "").split(";").slice(0, -1).map(bytes);
  const matches = commitment(secret) === page.dataset.commitment;
  const seed = key(secret, salts);
  let same = 0;
  let differ = 0;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-faces]"))) {
    const shown = (row.dataset.faces ?? "").split(" ").map(Number);
    const computed = faces(seed, Number(row.dataset.entry), Number(row.dataset.place), shown.length, Number(row.dataset.sides));
    const right = computed.every((face, at) => face === shown[at]);
    const mark = row.querySelector(".again");
    if (mark) mark.textContent = right ? "the same" : `now ${computed.join(", ")}`;
    row.classList.toggle("wrong", !right);
    if (right) same += shown.length;
    else differ += shown.length;
  }
  const words = matches ? "The secret matches the commitment published before the first roll." : "The secret does not match the published commitment.";
  const dice = differ ? `${differ} ${differ === 1 ? "die differs" : "dice differ"}.` : `All ${same} dice on this page are verified.`;
  verdict.textContent = `${words} ${dice}`;
  verdict.className = matches && !differ ? "notice ok" : "notice e";
}

// The button needs this script.
const button = document.getElementById("recompute");
button?.addEventListener("click", check);
button?.removeAttribute("hidden");
