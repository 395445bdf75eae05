// @ts-check
// The page of a battle: picks and sends actions, and brings every part up to date with the answer.
import { boardOf } from "./board.js";
import { follow } from "./live.js";
import { startNotices } from "./notices.js";

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

let n = Number(root.dataset.n);
let viewer = root.dataset.viewer ?? "";
let unfollow = () => {};
let unit = "";
let busy = false;
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
  n = now.n;
  root.dataset.n = String(n);
  notices.told(now.title, now.awaited);
  mark();
  if (now.viewer !== viewer) {
    viewer = root.dataset.viewer = now.viewer;
    listen();
  }
  if (now.said) toast(now.said);
}

/** Marks on the board what the panel offers. */
function mark() {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  const words = (/** @type {string | undefined} */ text) => (text ? text.split("|") : []);
  unit = marks?.dataset.unit ?? "";
  board.select(unit);
  board.mark({ areas: words(marks?.dataset.areas), targets: words(marks?.dataset.targets) });
  board.mayDrag(words(marks?.dataset.movable));
}

/** The panel for a unit, a place it points at, or an action to be weighed. @param {Record<string, string>} what */
async function pick(what) {
  const mine = ++asked;
  const query = new URLSearchParams(Object.entries(what).filter(([, value]) => value));
  const answer = await ask(`${address}/panel?${query}`);
  if (answer === null || mine !== asked) return;
  panel.innerHTML = answer.html;
  mark();
  const first = /** @type {HTMLElement | null} */ (panel.querySelector("[data-focus]"));
  first?.focus({ preventScroll: true });
  // Under the board, on a phone, what there is to choose from would stay out of sight.
  if ((what.at || what.weigh || what.advice) && narrow.matches) panel.scrollIntoView({ block: "nearest", behavior: "smooth" });
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

/** Brings the page up to date where the battle has moved on; an answer that something newer has overtaken is dropped. */
async function refresh() {
  if (busy) return;
  const at = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"))?.dataset.at ?? "";
  const picked = unit ? `&${new URLSearchParams({ unit, at })}` : "";
  const now = await ask(`${address}/now?n=${n}${picked}`);
  if (now && now.n > n && !busy) show(now);
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
      if (response.ok && narrow.matches) frame.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
    } else if (response.redirected) location.assign(response.url);
    else toast(response.status < 400 || response.status === 403 ? SIGNED_OUT : NO_ANSWER);
  } catch {
    toast(NO_ANSWER);
  } finally {
    busy = false;
    root.removeAttribute("aria-busy");
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

frame.addEventListener("board:unit", (event) => {
  event.preventDefault();
  const key = detail(event).key;
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  const isTarget = unit && key !== unit && marks?.dataset.targets?.split("|").includes(key);
  void pick(isTarget ? { unit, at: key } : key === unit ? {} : { unit: key });
});

frame.addEventListener("board:area", (event) => {
  if (unit) void pick({ unit, at: detail(event).area });
});

frame.addEventListener("board:drop", (event) => {
  const { key, area, block } = detail(event);
  void pick({ unit: key, at: block || area });
});

frame.addEventListener("board:clear", () => {
  if (unit) void pick({});
});

mark();
notices.told(document.title, root.dataset.awaited === "yes");
listen();
