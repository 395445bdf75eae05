// @ts-check
// The battle page: selects and sends actions, and updates every part from the answer.
import { fetchAgain } from "../../campaign/js/retry.js";
import { refusalReason, revealAreas, revealTargets, showActors } from "./visibility.js";
import { boardOf } from "./board.js";
import { Note } from "./board_note.js";
import { follow } from "../../campaign/js/live.js";
import { startNotices } from "./notices.js";
import { awaitsMore, showMore } from "./chances.js";
import { Placement } from "./placement.js";

/**
 * @typedef {{n: number, viewer: string, title: string, ground: string, parts: Record<string, string>, awaited: boolean, said?: string, status?: string}} Now
 */

const NO_ANSWER = "The server does not answer. Nothing was played; try again.";
const TOO_BUSY = "Muster is too busy just now. Nothing was played; try again in a minute.";
const SIGNED_OUT = "You are signed out. Sign in again in another tab, then try again.";
const TOAST_STAYS = 7000;
const SOON = 200;
/** The share of the view about a chosen unit that shows where it may go. */
const ROOM = 0.3;
const MODES = { live: "Live", polling: "Updates every few seconds", offline: "No connection", gone: "You no longer have access" };

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
const placement = new Placement(board, panel, async (at, byKey) => {
  await pick({ unit }, "pointer");
  if (byKey) board.focus(board.area(at) ? at : unit);
});

let n = Number(root.dataset.n);
let viewer = root.dataset.viewer ?? "";
let unfollow = () => {};
let unit = "";
let busy = false;
/** The last line that the server announced. */
let announced = n;
let requests = 0;
/** The query of the shown panel. */
let shown = location.search.slice(1);

/** Shows a sentence for a while. @param {string} sentence */
function toast(sentence) {
  const note = document.createElement("div");
  note.className = "toast";
  note.textContent = sentence;
  region.replaceChildren(note);
  setTimeout(() => note.remove(), TOAST_STAYS);
}

/** Replaces a part of the page; open folds stay open. @param {Element} place @param {string} html */
function put(place, html) {
  const name = (/** @type {Element} */ fold) => fold.querySelector("summary")?.textContent ?? "";
  const open = new Set([...place.querySelectorAll("details[open]")].map(name));
  place.innerHTML = html;
  for (const fold of place.querySelectorAll("details")) if (open.has(name(fold))) fold.open = true;
}

/** Updates each part of the page; the board keeps its view. @param {Now} now */
function show(now) {
  // Terrain is placed once, before the first turn: load the whole page again.
  if (now.ground !== root.dataset.ground) return location.reload();
  for (const [name, html] of Object.entries(now.parts)) {
    if (name === "scene") board.swap(html);
    else {
      const place = document.getElementById(name);
      if (place) put(place, html);
    }
  }
  // Messages from the page load are out of date.
  if (now.n > n) document.querySelector(".messages")?.remove();
  n = now.n;
  root.dataset.n = String(n);
  notices.update(now.title, now.awaited);
  mark();
  if (now.viewer !== viewer) {
    viewer = root.dataset.viewer = now.viewer;
    announced = n;
    listen();
  }
  if (now.said) toast(now.said);
  showActors(board, panel, narrow.matches);
  void more();
}

/** Asks for what no click waits for, if the panel has a place for it, and shows it unless the panel has changed since. */
async function more() {
  if (!awaitsMore(panel)) return;
  const [mine, line] = [requests, n];
  const answer = await ask(`${address}/odds?${shown}`);
  if (answer === null || mine !== requests || line !== n) return;
  showMore(panel, answer);
  placement.renew();
}

/** Marks the choices of the panel on the board. */
function mark() {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  const words = (/** @type {string | undefined} */ text) => (text ? text.split("|") : []);
  unit = marks?.dataset.unit ?? "";
  board.select(unit);
  const { areas, targets, refused } = marks?.dataset ?? {};
  board.mark({ areas: words(areas), targets: words(targets), refused });
  note.show(refused ?? "", refusalReason(panel));
  board.marks.reach(panel.querySelector("template")?.content.querySelector("svg")?.children ?? []);
  board.mayDrag(words(marks?.dataset.movable));
  placement.read(unit, marks?.dataset.at ?? "");
}

/**
 * Loads the panel for a unit, a clicked place, or an action with its odds.
 * @param {Record<string, string>} what
 * @param {"panel" | "board" | "pointer"} [from] where it was selected; the focus moves to the choices there
 */
async function pick(what, from = "panel") {
  const mine = ++requests;
  const group = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"))?.dataset.with;
  if (group && what.unit === unit && what.at) what = { with: group, ...what };
  const query = new URLSearchParams(Object.entries(what).filter(([, value]) => value));
  const answer = await ask(`${address}/panel?${query}`);
  if (answer === null || mine !== requests) return;
  shown = String(query);
  if (what.unit && !history.state?.unit) history.pushState({ unit: true }, "");
  put(panel, answer.html);
  foldSituation();
  mark();
  void more();
  if (from !== "pointer") revealAreas(board, panel);
  if (from !== "pointer" && what.unit && !what.at) board.show(what.unit, board.isOpen ? ROOM : undefined);
  if (from !== "pointer" && what.unit) revealTargets(board, panel, what.unit, what.at);
  if (placement.open && from === "board") placement.focus();
  else if (from !== "pointer") focusChoices();
  if (placement.open) scrollToBar();
  else scrollToBoard();
}

/** Scrolls to the placement bar, which is under the board; on a phone, out from behind what one holds. */
function scrollToBar() {
  const hand = /** @type {HTMLElement | null} */ (panel.querySelector(".hand"));
  if (hand) document.documentElement.style.setProperty("--hand", `${hand.offsetHeight}px`);
  placement.bar.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
}

/** Folds the situation away for the choices of a unit. */
function foldSituation() {
  const fold = document.getElementById("briefing");
  if (!(fold instanceof HTMLDetailsElement) || !fold.open || !panel.querySelector(".unitcard")) return;
  fold.dataset.folded = "yes";
  fold.open = false;
}

/** Focuses the button of the chosen act, so that Enter confirms it; without one the current choices. */
function focusChoices() {
  const button = panel.querySelector(".act .primary, .deed .primary");
  const first = /** @type {HTMLElement | null} */ (button ?? panel.querySelector("[data-focus]"));
  first?.focus({ preventScroll: true });
  panel.parentElement?.scrollTo({ top: 0 });
}

/** On a phone, scrolls to the board. */
function scrollToBoard() {
  if (narrow.matches) frame.scrollIntoView({ block: "nearest", behavior: still.matches ? "auto" : "smooth" });
}

/**
 * Fetches JSON from the server.
 * @param {string} where
 * @returns {Promise<any>} null if it did not answer
 */
async function ask(where) {
  try {
    const response = await fetchAgain(where, { headers: { Accept: "application/json" } });
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
 * Updates the page when the battle has a new line; an outdated answer is dropped. Lines announced while an action is
 * sent are fetched after it, so that an immediate answer of the computer is shown once.
 * @param {number} line
 */
async function refresh(line) {
  announced = Math.max(announced, line);
  if (busy) return;
  const at = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"))?.dataset.at ?? "";
  const picked = unit ? String(new URLSearchParams({ unit, at })) : "";
  const now = await ask(`${address}/now?n=${n}&${picked}`);
  if (busy || !now || now.n <= n) return;
  shown = picked;
  show(now);
}

/** Shows the battle as the current viewer: a player of both sides sees the side whose turn it is. @param {string} before */
async function showCurrentViewer(before) {
  if (busy) setTimeout(showCurrentViewer, SOON, before);
  else if (viewer === before) {
    const now = await ask(`${address}/now`);
    if (viewer !== before) return;
    if (!now || now.viewer === before) location.reload();
    else {
      shown = "";
      show(now);
    }
  }
}

/** Sends a form and shows the answer. @param {HTMLFormElement} form @param {HTMLElement | null} button */
async function send(form, button) {
  if (busy) return;
  busy = true;
  root.setAttribute("aria-busy", "true");
  const body = new FormData(form, /** @type {any} */ (button));
  body.set("expect", String(n));
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  if (token) body.set("csrfmiddlewaretoken", token[1]);
  try {
    const how = { method: "POST", body, headers: { Accept: "application/json" } };
    const response = await fetchAgain(form.getAttribute("action") ?? "", how, toast);
    const isOurs = response.headers.get("Content-Type")?.startsWith("application/json");
    if (isOurs) {
      const now = await response.json();
      requests++;
      shown = "";
      show(now);
      // The button has gone with its form: move the focus to the next choices.
      if (document.activeElement === document.body) focusChoices();
      if (response.ok) scrollToBoard();
    } else if (response.redirected) location.assign(response.url);
    else if (response.status === 429) toast(await response.text());
    else if (response.status === 503) toast(TOO_BUSY);
    else toast(response.status < 400 || response.status === 403 ? SIGNED_OUT : NO_ANSWER);
  } catch {
    toast(NO_ANSWER);
  } finally {
    busy = false;
    root.removeAttribute("aria-busy");
    if (announced > n) void refresh(announced);
  }
}

/** Follows the battle as the current viewer. */
function listen() {
  unfollow();
  const before = viewer;
  unfollow = follow({
    stream: `${address}/live`,
    poll: `${address}/since`,
    viewer,
    after: () => n,
    onNews: refresh,
    onReload: () => void showCurrentViewer(before),
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

document.addEventListener("click", async (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[data-watch]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { watch } = await import("./battle_player.js");
  watch(root, board);
  scrollToBoard();
});

/** @param {Event} event */
const detail = (event) => /** @type {CustomEvent} */ (event).detail;

/** The key that a click on a block means for the selected unit: the block, the area under it, or "". @param {string} key @param {string} area */
function clickedKey(key, area) {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  if (!unit || !marks) return "";
  const { targets, areas, foes, at } = marks.dataset;
  if (key !== unit && `${targets}|${foes}`.split("|").includes(key)) return key;
  if (!areas?.split("|").includes(area)) return "";
  // The selected unit covers its own area, where it may turn: a second tap deselects it. A unit that a leader may move to
  // covers its area too; a block in the same area as the selected unit is selected itself.
  const own = board.block(unit)?.getAttribute("data-area");
  return key === unit ? (at === area ? "" : area) : area === own ? "" : area;
}

frame.addEventListener("board:unit", (event) => {
  event.preventDefault();
  const { key, area, next } = detail(event);
  const at = clickedKey(key, area);
  if (at) void pick({ unit, at: placement.keyOf(at) }, "board");
  else void pick(key === unit ? {} : { unit: key }).then(() => next && note.show(key, [`Also here: ${board.label(next)}. Tap again to select it.`]));
});

frame.addEventListener("board:area", (event) => {
  const { area } = detail(event);
  void pick({ unit, at: unit ? placement.keyOf(area) : area }, "board");
});

frame.addEventListener("board:lift", (event) => {
  if (detail(event).key !== unit) void pick({ unit: detail(event).key }, "pointer");
});

frame.addEventListener("board:drop", (event) => {
  const { key, area, block } = detail(event);
  const at = key === unit ? placement.drop(block || area) : block || area;
  if (at) void pick({ unit: key, at }, "board");
});

frame.addEventListener("board:clear", () => {
  if (placement.open) void pick({ unit });
  else if (unit) void pick({});
});

/** Shows or hides the reach outlines of the selected unit; the focus stays. */
async function reach() {
  const link = panel.querySelector("a[data-reach]");
  if (!(link instanceof HTMLAnchorElement)) return toast("Choose a unit first, then show its ranges.");
  await pick(Object.fromEntries(new URL(link.href).searchParams), "pointer");
  const descriptions = [...panel.querySelectorAll(".reaches li")].map((each) => each.textContent?.trim() ?? "");
  board.say(descriptions.join(" ") || "No ranges are shown.");
}

frame.addEventListener("board:reach", (event) => {
  event.preventDefault();
  void reach();
});

// Back leaves the chosen unit first, then the battle.
addEventListener("popstate", () => {
  if (unit) void pick({});
});

mark();
showActors(board, panel, narrow.matches);
if (root.dataset.awaited === "yes" && narrow.matches && !scrollY) frame.scrollIntoView();
notices.update(document.title, root.dataset.awaited === "yes");
listen();
