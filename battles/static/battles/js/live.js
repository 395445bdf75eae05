// @ts-check
// News of a battle: an event stream while the page is looked at, asking now and then where there is none.
// The server says only how many lines the viewer's own feed has; the page then fetches what it shows.

/**
 * @typedef {"live" | "polling" | "offline" | "gone"} Mode
 * @typedef {object} Followed
 * @property {string} stream the address of the stream
 * @property {string} poll the address to ask at, to which the last line is added
 * @property {string} viewer as whom the page was made
 * @property {() => number} after the last line that the page shows
 * @property {(n: number) => void} onNews there is more to show, up to a line
 * @property {() => void} onReload he is another viewer now: the whole page has to be made anew
 * @property {(mode: Mode) => void} onMode how news come; gone means that he may not read the battle any more
 */

const OPENED = 4000; // milliseconds within which a stream has to begin
const ASK = 2000;
const ASK_HIDDEN = 15000;
const LONGEST_REST = 30000;
const ASKED = 8000; // milliseconds that an answer may take

/**
 * Follows a battle until the function that it gives back is called.
 * @param {Followed} battle
 */
export function follow({ stream: streamed, poll, viewer, after, onNews, onReload, onMode }) {
  let failures = 0;
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
  function say(now) {
    if (now !== mode) onMode((mode = now));
  }

  /** @param {number} n */
  function heard(n) {
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
    // A proxy may keep back what is streamed: then nothing ever begins.
    const guard = setTimeout(() => {
      failures += 1;
      failed(own);
    }, OPENED);
    own.addEventListener("begin", () => {
      clearTimeout(guard);
      clearTimeout(asking);
      failures = 0;
      say("live");
    });
    own.addEventListener("reload", reload);
    own.onmessage = (event) => heard(JSON.parse(event.data).n);
    own.onerror = () => {
      clearTimeout(guard);
      failed(own);
    };
  }

  /** @param {EventSource} own */
  function failed(own) {
    own.close();
    if (own !== stream) return;
    stream = null;
    failures += 1;
    // The server ends each stream after some minutes: the first failure only asks for the next stream.
    if (failures > 1) askSoon(0);
    opening = setTimeout(open, Math.min(LONGEST_REST, 250 * 2 ** failures) * (0.5 + Math.random() / 2));
  }

  /** @param {number} rest */
  function askSoon(rest) {
    clearTimeout(asking);
    if (!stopped) asking = setTimeout(ask, rest);
  }

  async function ask() {
    const away = document.hidden ? "&away=1" : "";
    try {
      const answer = await fetch(`${poll}/${after()}?as=${viewer}${away}`, { signal: AbortSignal.timeout(ASKED) });
      if (stopped) return;
      if (answer.status === 404) {
        stop();
        say("gone");
        return;
      }
      if (!answer.ok) throw new Error(answer.statusText);
      if (!stream) say("polling");
      if (answer.status === 200) {
        const { n, reload: anew } = await answer.json();
        if (anew) return reload();
        heard(n);
      }
    } catch {
      if (!stream) say("offline");
    }
    if (!stream || document.hidden) askSoon(document.hidden ? ASK_HIDDEN : ASK);
  }

  // A hidden page keeps no stream: a browser opens six to a server, and a phone cuts them off.
  function close() {
    clearTimeout(opening);
    stream?.close();
    stream = null;
  }

  function turned() {
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
    document.removeEventListener("visibilitychange", turned);
    removeEventListener("online", back);
    removeEventListener("pagehide", close);
    removeEventListener("pageshow", back);
  }

  document.addEventListener("visibilitychange", turned);
  addEventListener("online", back);
  addEventListener("pagehide", close);
  addEventListener("pageshow", back);
  if (document.hidden) askSoon(ASK_HIDDEN);
  else open();

  return stop;
}
