// @ts-check
// The dice page: throws every die again from the published secret, here in the browser, and marks what differs.
import { blake2b } from "./blake2b.js";

const SCHEME = "blake2b-1";
const text = new TextEncoder();

/** @param {string} digits @returns {Uint8Array} */
export const bytes = (digits) => new Uint8Array((digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** @param {Uint8Array} found */
const digits = (found) => Array.from(found, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** What is shown before a battle for this secret. @param {Uint8Array} secret */
export const commitment = (secret) => digits(blake2b(secret, { size: 32, person: text.encode(`${SCHEME}/commit`) }));

/** What the dice fall by. @param {Uint8Array} secret @param {Uint8Array[]} salts */
export function key(secret, salts) {
  const parts = [secret, ...salts].flatMap((part) => {
    const length = new Uint8Array(8);
    new DataView(length.buffer).setBigUint64(0, BigInt(part.length));
    return [...length, ...part];
  });
  return blake2b(new Uint8Array(parts), { size: 32, person: text.encode(`${SCHEME}/key`) });
}

/**
 * The faces of one throw of an entry, both counted from 0.
 * @param {Uint8Array} seed @param {number} entry @param {number} place @param {number} count @param {number} sides
 */
export function faces(seed, entry, place, count, sides) {
  const wide = sides > 256;
  const span = wide ? 65536 : 256;
  const limit = span - (span % sides);
  /** @type {number[]} */
  const found = [];
  for (let block = 0; found.length < count; block++) {
    const digest = blake2b(text.encode(`${SCHEME}/${entry}/${place}/${block}`), { key: seed });
    for (let at = 0; at < 64 && found.length < count; at += wide ? 2 : 1) {
      const value = wide ? digest[at] * 256 + digest[at + 1] : digest[at];
      if (value < limit) found.push((value % sides) + 1);
    }
  }
  return found;
}

/** @typedef {{entry: number, place: number, sides: number, faces: number[], row: HTMLElement}} Throw */

function check() {
  const page = /** @type {HTMLElement} */ (document.getElementById("proof"));
  const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));
  const secret = bytes(page.dataset.secret ?? "");
  // An empty salt counts too.
  const salts = (page.dataset.salts ?? "").split(";").slice(0, -1).map(bytes);
  const kept = commitment(secret) === page.dataset.commitment;
  const seed = key(secret, salts);
  let same = 0;
  let differ = 0;
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (page.querySelectorAll("[data-faces]"))) {
    const told = (row.dataset.faces ?? "").split(" ").map(Number);
    const again = faces(seed, Number(row.dataset.entry), Number(row.dataset.place), told.length, Number(row.dataset.sides));
    const right = again.every((face, at) => face === told[at]);
    const mark = row.querySelector(".again");
    if (mark) mark.textContent = right ? "the same" : `now ${again.join(", ")}`;
    row.classList.toggle("wrong", !right);
    if (right) same += told.length;
    else differ += told.length;
  }
  const words = kept ? "The secret is the one that was promised before the first die." : "The secret is not the one that was promised.";
  const dice = differ ? `${differ} dice fall otherwise.` : `All ${same} dice of this page fall the same again.`;
  verdict.textContent = `${words} ${dice}`;
  verdict.className = kept && !differ ? "notice ok" : "notice e";
}

// Without this script there is nothing to press.
const again = document.getElementById("recompute");
again?.addEventListener("click", check);
again?.removeAttribute("hidden");
