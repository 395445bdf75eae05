// @ts-check
// News of a battle, a tracked game or an army: an event stream while the page is visible, polling if there is none.
// The server sends only the number of lines in the viewer's feed, or the version; the page then fetches what it shows.

import { waitOf } from "./retry.js";

/**
 * @typedef {"live" | "polling" | "offline" | "gone"} Mode
 * @typedef {object} Followed
 * @property {string} stream the address of the stream
 * @property {string} poll the address to poll, to which the last line is added
 * @property {string} viewer the viewer of the page
 * @property {() => number} after returns the last line that the page shows
 * @property {(n: number) => void} onNews called when there are lines up to n
 * @property {() => void} onReload called when the viewer has changed: the page must be loaded again
 * @property {(mode: Mode) => void} onMode called when the connection changes; gone: the battle may no longer be read
 */

const OPENED = 4000; // milliseconds within which a stream must start
const ASK = 2000;
const ASK_HIDDEN = 15000;
const ASK_REFUSED = 5000; // if the server refuses a stream, poll less often
const LONGEST_REST = 30000;
const ASKED = 8000; // timeout of a poll in milliseconds

/**
 * Follows a battle. Returns a function that stops it.
 * @param {Followed} battle
 */
export function follow({ stream: streamed, poll, viewer, after, onNews, onReload, onMode }) {
  let failures = 0;
  let refused = false;
  let stopped = false;
  /** @type {Mode | null} */
  let mode = null;
  /** @type {EventSource | null} */
  let stream = null;
  /** @type {number | undefined} */
  let opening;
  /** @type {number | undefined} */
  let asking;

  /** @param {Mode} now */
  function setMode(now) {
    if (now !== mode) onMode((mode = now));
  }

  /** @param {number} n */
  function received(n) {
    if (n > after()) onNews(n);
  }

  function reload() {
    stop();
    onReload();
  }

  function open() {
    clearTimeout(opening);
    if (stream || stopped || document.hidden) return;
    const own = new EventSource(`${streamed}?as=${viewer}&after=${after()}`);
    stream = own;
    // A proxy may buffer the stream, so that it never starts.
    const guard = setTimeout(() => {
      failures += 1;
      failed(own);
    }, OPENED);
    own.addEventListener("begin", () => {
      clearTimeout(guard);
      clearTimeout(asking);
      failures = 0;
      refused = false;
      setMode("live");
    });
    own.addEventListener("reload", reload);
    own.onmessage = (event) => received(JSON.parse(event.data).n);
    own.onerror = () => {
      clearTimeout(guard);
      failed(own);
    };
  }

  /** @param {EventSource} own */
  function failed(own) {
    // A browser closes the stream for good if the server refuses it, with 429 or 503.
    const isRefusal = own.readyState === EventSource.CLOSED;
    own.close();
    if (own !== stream) return;
    stream = null;
    failures += 1;
    refused ||= isRefusal;
    // The server ends each stream after some minutes: after the first failure only open the next stream.
    if (refused || failures > 1) askSoon(0);
    const rest = refused ? LONGEST_REST : Math.min(LONGEST_REST, 250 * 2 ** failures);
    opening = setTimeout(open, rest * (0.5 + Math.random() / 2));
  }

  /** @param {number} rest */
  function askSoon(rest) {
    clearTimeout(asking);
    if (!stopped) asking = setTimeout(ask, rest);
  }

  async function ask() {
    const away = document.hidden ? "&away=1" : "";
    let rest = refused ? ASK_REFUSED : ASK;
    try {
      const answer = await fetch(`${poll}/${after()}?as=${viewer}${away}`, { signal: AbortSignal.timeout(ASKED) });
      if (stopped) return;
      if (answer.status === 404) {
        stop();
        setMode("gone");
        return;
      }
      const wait = waitOf(answer);
      rest = Math.max(rest, 1000 * wait);
      if (!answer.ok && !wait) throw new Error(answer.statusText);
      if (!stream) setMode("polling");
      if (answer.status === 200) {
        const { n, reload: mustReload } = await answer.json();
        if (mustReload) return reload();
        received(n);
      }
    } catch {
      if (!stream) setMode("offline");
    }
    if (!stream || document.hidden) askSoon(document.hidden ? Math.max(rest, ASK_HIDDEN) : rest);
  }

  // A hidden page keeps no stream: a browser allows six per server, and phones cut them off.
  function close() {
    clearTimeout(opening);
    stream?.close();
    stream = null;
  }

  function visibilityChanged() {
    if (document.hidden) {
      close();
      askSoon(ASK_HIDDEN);
    } else {
      askSoon(0);
      failures = 0;
      open();
    }
  }

  function back() {
    failures = 0;
    open();
  }

  function stop() {
    stopped = true;
    close();
    clearTimeout(asking);
    document.removeEventListener("visibilitychange", visibilityChanged);
    removeEventListener("online", back);
    removeEventListener("pagehide", close);
    removeEventListener("pageshow", back);
  }

  document.addEventListener("visibilitychange", visibilityChanged);
  addEventListener("online", back);
  addEventListener("pagehide", close);
  addEventListener("pageshow", back);
  if (document.hidden) askSoon(ASK_HIDDEN);
  else open();

  return stop;
}
