// @ts-check
// BLAKE2b (RFC 7693), from which the dice of a battle are derived. Browsers do not provide it.

const IV = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];

const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

const BLOCK = 128;
const WORD = 0xffffffffffffffffn;

/** @param {bigint} word @param {bigint} by */
const turned = (word, by) => ((word >> by) | (word << (64n - by))) & WORD;

/** @param {Uint8Array} bytes @param {number} from @returns {bigint} eight bytes, the low one first */
function word(bytes, from) {
  let value = 0n;
  for (let place = 7; place >= 0; place--) value = (value << 8n) | BigInt(bytes[from + place] ?? 0);
  return value;
}

/** @param {bigint[]} v @param {number} a @param {number} b @param {number} c @param {number} d @param {bigint} x @param {bigint} y */
function mix(v, a, b, c, d, x, y) {
  v[a] = (v[a] + v[b] + x) & WORD;
  v[d] = turned(v[d] ^ v[a], 32n);
  v[c] = (v[c] + v[d]) & WORD;
  v[b] = turned(v[b] ^ v[c], 24n);
  v[a] = (v[a] + v[b] + y) & WORD;
  v[d] = turned(v[d] ^ v[a], 16n);
  v[c] = (v[c] + v[d]) & WORD;
  v[b] = turned(v[b] ^ v[c], 63n);
}

/** @param {bigint[]} h @param {Uint8Array} block @param {number} count bytes so far @param {boolean} last */
function compress(h, block, count, last) {
  const m = Array.from({ length: 16 }, (_, place) => word(block, 8 * place));
  const v = [...h, ...IV];
  v[12] ^= BigInt(count);
  if (last) v[14] ^= WORD;
  for (let round = 0; round < 12; round++) {
    const s = SIGMA[round % 10];
    mix(v, 0, 4, 8, 12, m[s[0]], m[s[1]]);
    mix(v, 1, 5, 9, 13, m[s[2]], m[s[3]]);
    mix(v, 2, 6, 10, 14, m[s[4]], m[s[5]]);
    mix(v, 3, 7, 11, 15, m[s[6]], m[s[7]]);
    mix(v, 0, 5, 10, 15, m[s[8]], m[s[9]]);
    mix(v, 1, 6, 11, 12, m[s[10]], m[s[11]]);
    mix(v, 2, 7, 8, 13, m[s[12]], m[s[13]]);
    mix(v, 3, 4, 9, 14, m[s[14]], m[s[15]]);
  }
  for (let place = 0; place < 8; place++) h[place] ^= v[place] ^ v[place + 8];
}

/**
 * @param {Uint8Array} message
 * @param {{key?: Uint8Array, size?: number, person?: Uint8Array}} [how] a key, the bytes of the digest, 16 bytes of person
 * @returns {Uint8Array}
 */
export function blake2b(message, { key = new Uint8Array(), size = 64, person = new Uint8Array() } = {}) {
  const own = new Uint8Array(16);
  own.set(person);
  const h = [...IV];
  h[0] ^= BigInt(0x01010000 ^ (key.length << 8) ^ size);
  h[6] ^= word(own, 0);
  h[7] ^= word(own, 8);
  const whole = new Uint8Array((key.length ? BLOCK : 0) + message.length);
  whole.set(key);
  whole.set(message, key.length ? BLOCK : 0);
  let at = 0;
  for (; at + BLOCK < whole.length; at += BLOCK) compress(h, whole.subarray(at, at + BLOCK), at + BLOCK, false);
  const rest = new Uint8Array(BLOCK);
  rest.set(whole.subarray(at));
  compress(h, rest, whole.length, true);
  return new Uint8Array(Array.from({ length: size }, (_, place) => Number((h[place >> 3] >> BigInt(8 * (place & 7))) & 255n)));
}
