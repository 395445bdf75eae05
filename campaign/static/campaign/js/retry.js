// @ts-check
// Sends requests again that a busy server has refused, after the wait that it asks for.

const TRIES = 5;
const LONGEST = 10; // seconds; after a longer wait the player decides

/**
 * The seconds that a busy server asks to wait; 0 if it has answered.
 * @param {Response} response
 */
export function waitOf(response) {
  if (response.status !== 503 && response.status !== 429) return 0;
  return Math.max(0, Number(response.headers.get("Retry-After")) || 0);
}

/**
 * Fetches an address; while the server is busy, waits as long as it asks and sends the request again. Only for requests
 * that may arrive twice: reads, and changes with a token or a version.
 * @param {string} address
 * @param {RequestInit} how
 * @param {(sentence: string) => void} [say] called with a sentence while it waits
 * @returns {Promise<Response>}
 */
export async function fetchAgain(address, how, say) {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(address, how);
    const wait = waitOf(response);
    if (!wait || wait > LONGEST || tries === TRIES) return response;
    say?.(`Muster is busy. Trying again in ${wait} ${wait === 1 ? "second" : "seconds"}.`);
    await new Promise((sendAgain) => setTimeout(sendAgain, 1000 * wait));
  }
}
