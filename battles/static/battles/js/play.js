// @ts-check
// The page of a battle: picks and sends actions, and brings every part up to date with the answer.
import { attend, reveal, why } from "./attending.js";
import { boardOf } from "./board.js";
import { Note } from "./board_note.js";
import { follow } from "./live.js";
import { startNotices } from "./notices.js";
import { Placing } from "./placing.js";

/**
 * @typedef {{n: number, viewer: string, title: string, ground: string, parts: Record<string, string>, awaited: boolean, said?: string, status?: string}} Now
 */

const NO_ANSWER = "The server does not answer. Nothing was played; try again.";
const SIGNED_OUT = "The server does not know you any more. Sign in again in another tab, then try once more.";
const TOAST_STAYS = 7000;
const SOON = 200;
const MODES = { live: "Live", polling: "Looking every few seconds", offline: "No connection", gone: "You may not see it any more" };

const root = /** @type {HTMLElement} */ (document.getElementById("play"));
const panel = /** @type {HTMLElement} */ (document.getElementById("panel"));
const region = /** @type {HTMLElement} */ (document.getElementById("toasts"));
const frame = /** @type {HTMLElement} */ (document.querySelector("[data-board]"));
const address = root.dataset.address ?? "";
const narrow = matchMedia("(width < 64rem)");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const notices = startNotices(document.title);
const board = boardOf(frame);
const note = new Note(board);
const placing = new Placing(board, panel, async (at, byKey) => {
  await pick({ unit }, "pointer");
  if (byKey) board.focus(board.area(at) ? at : unit);
});

let n = Number(root.dataset.n);
let viewer = root.dataset.viewer ?? "";
let unfollow = () => {};
let unit = "";
let busy = false;
/** The last line that there were news of. */
let heard = n;
let asked = 0;

/** Shows a sentence for a while. @param {string} sentence */
function toast(sentence) {
  const note = document.createElement("div");
  note.className = "toast";
  note.textContent = sentence;
  region.replaceChildren(note);
  setTimeout(() => note.remove(), TOAST_STAYS);
}

/** Puts a part of the page in the place of the old one; a fold that was open stays open. @param {Element} place @param {string} html */
function put(place, html) {
  const name = (/** @type {Element} */ fold) => fold.querySelector("summary")?.textContent ?? "";
  const open = new Set([...place.querySelectorAll("details[open]")].map(name));
  place.innerHTML = html;
  for (const fold of place.querySelectorAll("details")) if (open.has(name(fold))) fold.open = true;
}

/** Puts each part of the page where it belongs; the board keeps its view. @param {Now} now */
function show(now) {
  // Terrain is laid once, before the first turn: then the whole board is drawn anew.
  if (now.ground !== root.dataset.ground) return location.reload();
  for (const [name, html] of Object.entries(now.parts)) {
    if (name === "scene") board.swap(html);
    else {
      const place = document.getElementById(name);
      if (place) put(place, html);
    }
  }
  // What was told when the page came is not of now any more.
  if (now.n > n) document.querySelector(".messages")?.remove();
  n = now.n;
  root.dataset.n = String(n);
  notices.told(now.title, now.awaited);
  mark();
  if (now.viewer !== viewer) {
    viewer = root.dataset.viewer = now.viewer;
    heard = n;
    listen();
  }
  if (now.said) toast(now.said);
  attend(board, panel, narrow.matches);
}

/** Marks on the board what the panel offers. */
function mark() {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  const words = (/** @type {string | undefined} */ text) => (text ? text.split("|") : []);
  unit = marks?.dataset.unit ?? "";
  board.select(unit);
  const { areas, targets, refused } = marks?.dataset ?? {};
  board.mark({ areas: words(areas), targets: words(targets), refused });
  note.show(refused ?? "", why(panel));
  board.marks.reach(panel.querySelector("template")?.content.querySelector("svg")?.children ?? []);
  board.mayDrag(words(marks?.dataset.movable));
  placing.read(unit, marks?.dataset.at ?? "");
}

/**
 * The panel for a unit, a place it points at, or an action to be weighed.
 * @param {Record<string, string>} what
 * @param {"panel" | "board" | "pointer"} [from] where it was picked; the focus goes to what there is to do there
 */
async function pick(what, from = "panel") {
  const mine = ++asked;
  const query = new URLSearchParams(Object.entries(what).filter(([, value]) => value));
  const answer = await ask(`${address}/panel?${query}`);
  if (answer === null || mine !== asked) return;
  panel.innerHTML = answer.html;
  mark();
  if (from !== "pointer") reveal(board, panel);
  if (placing.open && from === "board") placing.focus();
  else if (from !== "pointer") handOver();
  // Where the unit would stand is said under the board; elsewhere the board itself is what one looks at.
  if (placing.open) placing.bar.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
  else lookAtBoard();
}

/** Gives the focus to what there is to choose from now. */
function handOver() {
  const first = /** @type {HTMLElement | null} */ (panel.querySelector("[data-focus]"));
  first?.focus({ preventScroll: true });
  panel.parentElement?.scrollTo({ top: 0 });
}

/** On a phone the board is seen above what one holds, wherever the page was scrolled to, and when it is opened. */
function lookAtBoard() {
  if (narrow.matches) frame.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
}

/**
 * Asks the server for something that changes nothing.
 * @param {string} where
 * @returns {Promise<any>} null where it did not answer
 */
async function ask(where) {
  try {
    const response = await fetch(where, { headers: { Accept: "application/json" } });
    if (response.status === 204) return null;
    if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
      toast(response.redirected || response.status === 404 ? SIGNED_OUT : NO_ANSWER);
      return null;
    }
    return await response.json();
  } catch {
    toast(NO_ANSWER);
    return null;
  }
}

/**
 * Brings the page up to date where the battle has moved on to a line; an answer that something newer has overtaken is
 * dropped. News that come while an action is sent are those of the action, or asked for after it: who answers at once,
 * such as the computer, is told of only once.
 * @param {number} line
 */
async function refresh(line) {
  heard = Math.max(heard, line);
  if (busy) return;
  const at = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"))?.dataset.at ?? "";
  const picked = unit ? `&${new URLSearchParams({ unit, at })}` : "";
  const now = await ask(`${address}/now?n=${n}${picked}`);
  if (!busy && now && now.n > n) show(now);
}

/** Shows the battle as who he is now: somebody with both sides sees the one that is awaited. @param {string} before */
async function turnTo(before) {
  if (busy) setTimeout(turnTo, SOON, before);
  else if (viewer === before) {
    const now = await ask(`${address}/now`);
    if (viewer !== before) return;
    if (!now || now.viewer === before) location.reload();
    else show(now);
  }
}

/** Sends a form of the page and shows what came of it. @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function send(form, button) {
  if (busy) return;
  busy = true;
  root.setAttribute("aria-busy", "true");
  const body = new FormData(form, /** @type {any} */ (button));
  body.set("expect", String(n));
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  if (token) body.set("csrfmiddlewaretoken", token[1]);
  try {
    const response = await fetch(form.getAttribute("action") ?? "", { method: "POST", body, headers: { Accept: "application/json" } });
    const isOurs = response.headers.get("Content-Type")?.startsWith("application/json");
    if (isOurs) {
      show(await response.json());
      // The button is gone with its form: the keyboard goes on from what there is to do next.
      if (document.activeElement === document.body) handOver();
      if (response.ok) lookAtBoard();
    } else if (response.redirected) location.assign(response.url);
    else toast(response.status < 400 || response.status === 403 ? SIGNED_OUT : NO_ANSWER);
  } catch {
    toast(NO_ANSWER);
  } finally {
    busy = false;
    root.removeAttribute("aria-busy");
    if (heard > n) void refresh(heard);
  }
}

/** Follows the battle as the one that he is now. */
function listen() {
  unfollow();
  const before = viewer;
  unfollow = follow({
    stream: `${address}/live`,
    poll: `${address}/since`,
    viewer,
    after: () => n,
    onNews: refresh,
    onReload: () => void turnTo(before),
    onMode: (mode) => {
      const word = document.getElementById("mode");
      if (word) word.textContent = MODES[mode];
    },
  });
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.hasAttribute("data-act")) return;
  event.preventDefault();
  void send(form, /** @type {any} */ (event).submitter);
});

document.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[data-pick]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  void pick(Object.fromEntries(new URL(link.href).searchParams));
});

/** @param {Event} event */
const detail = (event) => /** @type {CustomEvent} */ (event).detail;

/** What pointing at a block means for the unit that is picked: the block, the ground under it, or "" for nothing. @param {string} key @param {string} area */
function pointed(key, area) {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  if (!unit || !marks) return "";
  const { targets, areas, at } = marks.dataset;
  if (key !== unit && targets?.split("|").includes(key)) return key;
  if (!areas?.split("|").includes(area)) return "";
  // The unit that is picked hides its own ground, where it may turn: the next tap lets go of it. Where a leader may ride
  // to a unit, that one hides the ground; what shares the place of the one who is picked is picked itself.
  const own = board.block(unit)?.getAttribute("data-area");
  return key === unit ? (at === area ? "" : area) : area === own ? "" : area;
}

frame.addEventListener("board:unit", (event) => {
  event.preventDefault();
  const { key, area, next } = detail(event);
  const at = pointed(key, area);
  if (at) void pick({ unit, at: placing.mean(at) }, "board");
  else void pick(key === unit ? {} : { unit: key }).then(() => next && note.show(key, [`Also here: ${board.label(next)}. Tap again for it.`]));
});

frame.addEventListener("board:area", (event) => {
  if (unit) void pick({ unit, at: placing.mean(detail(event).area) }, "board");
});

frame.addEventListener("board:lift", (event) => {
  if (detail(event).key !== unit) void pick({ unit: detail(event).key }, "pointer");
});

frame.addEventListener("board:drop", (event) => {
  const { key, area, block } = detail(event);
  const at = key === unit ? placing.drop(block || area) : block || area;
  if (at) void pick({ unit: key, at }, "board");
});

frame.addEventListener("board:clear", () => {
  if (placing.open) void pick({ unit });
  else if (unit) void pick({});
});

/** Shows how far the unit that is picked reaches, or hides it; the focus stays. */
async function reach() {
  const link = panel.querySelector("a[data-reach]");
  if (!(link instanceof HTMLAnchorElement)) return toast("Choose a unit first, then see how far it reaches.");
  await pick(Object.fromEntries(new URL(link.href).searchParams), "pointer");
  const found = [...panel.querySelectorAll(".reaches li")].map((each) => each.textContent?.trim() ?? "");
  board.say(found.join(" ") || "Nothing is shown.");
}

frame.addEventListener("board:reach", (event) => {
  event.preventDefault();
  void reach();
});

mark();
attend(board, panel, narrow.matches);
if (root.dataset.awaited === "yes" && narrow.matches && !scrollY) frame.scrollIntoView();
notices.told(document.title, root.dataset.awaited === "yes");
listen();
