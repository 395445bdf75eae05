// @ts-check
// The film of a campaign: forces move on the map frame by frame. The frames are in the page; campaign/war/film.py makes them.

import { centreAcross, centreDown } from "./scrolling.js";

/** @typedef {{name: string, side: string, sign: string, reported: boolean}} Actor */
/** @typedef {{turn: number, when: string, moves: [string, number, number][], gone: string[], lines: string[]}} Frame */

const SVG = "http://www.w3.org/2000/svg";
/** Units between blocks at one place, and the width of a block. */
const STACK = 26;
const WIDE = 30;
/** Units of the average letter of a name. */
const LETTER = 7.6;
/** How many names a name would rather cover than leave the map. */
const OUTSIDE = 9;
const frame = document.querySelector("[data-film]");
const symbols = frame?.getAttribute("data-film") ?? "";
/** @type {{actors: Record<string, Actor>, frames: Frame[], colours: Record<string, string>, own: string[]}} */
const film = JSON.parse(document.getElementById("film")?.textContent ?? '{"actors":{},"frames":[],"colours":{},"own":[]}');
const blocks = frame?.querySelector("[data-blocks]");
const tracks = frame?.querySelector("[data-tracks]");
const slider = /** @type {HTMLInputElement | null} */ (frame?.querySelector("[data-at]") ?? null);
const speed = /** @type {HTMLSelectElement | null} */ (frame?.querySelector("[data-speed]") ?? null);
const play = /** @type {HTMLButtonElement | null} */ (frame?.querySelector("[data-play]") ?? null);
let at = 0;
let timer = 0;

/** The places of all blocks after a frame. @param {number} number */
function placesAt(number) {
  /** @type {Map<string, [number, number]>} */
  const places = new Map();
  for (const one of film.frames.slice(0, number + 1)) {
    for (const key of one.gone) places.delete(key);
    for (const [key, x, y] of one.moves) places.set(key, [x, y]);
  }
  return places;
}

/** @param {string} name @param {Record<string, string | number>} values */
function node(name, values) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(values)) made.setAttribute(key, String(value));
  return made;
}

/** The names of towns on the map. @type {DOMRect[]} */
const towns = [...(frame?.querySelectorAll("text.place") ?? [])].map((name) => /** @type {SVGTextElement} */ (name).getBBox());

/** The whole map. */
const sheet = /** @type {SVGSVGElement | null} */ (frame?.querySelector("svg.war-map") ?? null)?.viewBox.baseVal ?? new DOMRect();

/** True if two boxes overlap. @param {DOMRect} one @param {DOMRect} other */
const meets = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** A free place for a name beside, under or over its block; the one that covers least. @param {number} x @param {number} y @param {string} name @param {DOMRect[]} taken */
function placeOfName(x, y, name, taken) {
  const [wide, high] = [name.length * LETTER + 6, 18];
  const spots = [[x + WIDE / 2 + 2, y - high / 2], [x - WIDE / 2 - 2 - wide, y - high / 2], [x - wide / 2, y + 14], [x - wide / 2, y - 14 - high]];
  const boxes = spots.map(([left, top]) => new DOMRect(left, top, wide, high));
  const covers = (/** @type {DOMRect} */ box) =>
    taken.filter((other) => meets(box, other)).length + (box.left < sheet.x || box.right > sheet.x + sheet.width ? OUTSIDE : 0);
  return boxes.reduce((best, box) => (covers(box) < covers(best) ? box : best));
}

/** @param {string} key @param {number} x @param {number} y @param {DOMRect} place that of its name */
function block(key, x, y, place) {
  const actor = film.actors[key];
  const own = film.own.includes(actor.side);
  const group = node("g", { "data-key": key, class: `war-piece ${film.colours[actor.side] ?? ""} ${own ? "side-a" : "side-b"}${actor.reported ? " faint" : ""}` });
  const drawn = node("svg", { x: x - WIDE / 2, y: y - 12, width: WIDE, height: 24, viewBox: "0 0 24 16" });
  drawn.append(node("use", { href: `${symbols}#block-${own ? "a" : "b"}` }), node("use", { href: `${symbols}#${actor.sign}` }));
  const plate = node("rect", { class: "war-plate", x: place.x, y: place.y, width: place.width, height: place.height });
  const label = node("text", { class: "name", "text-anchor": "middle", x: place.x + place.width / 2, y: place.y + 14 });
  label.textContent = actor.name;
  group.append(plate, drawn, label);
  return group;
}

/** Scrolls a map that is wider than its frame to the first own force, of those that move if there is one. @param {string[]} moved */
function reveal(moved) {
  const scroller = frame?.querySelector(".war-scroll");
  const own = [...(blocks?.querySelectorAll(".side-a[data-key]") ?? [])];
  const shown = (own.find((each) => moved.includes(each.getAttribute("data-key") ?? "")) ?? own[0])?.getBoundingClientRect();
  if (!scroller || !shown) return;
  const view = scroller.getBoundingClientRect();
  if (shown.left < view.left || shown.right > view.right) centreAcross(scroller, shown);
  if (shown.top < view.top || shown.bottom > view.bottom) centreDown(scroller, shown);
}

/** Draws the map after a frame, and what it tells. @param {number} number */
function show(number) {
  at = Math.min(film.frames.length - 1, Math.max(0, number));
  const now = film.frames[at];
  if (!now || !blocks || !tracks || !frame) return;
  const places = placesAt(at);
  const before = placesAt(at - 1);
  /** @type {Map<string, number>} */
  const stacks = new Map();
  /** @type {[string, number, number][]} */
  const spots = [];
  for (const [key, [x, y]] of places) {
    const spot = `${Math.round(x / STACK)},${Math.round(y / STACK)}`;
    const count = stacks.get(spot) ?? 0;
    stacks.set(spot, count + 1);
    spots.push([key, x, y - count * STACK]);
  }
  const taken = [...towns, ...spots.map(([, x, y]) => new DOMRect(x - WIDE / 2, y - 12, WIDE, 24))];
  const drawn = spots.map(([key, x, y]) => {
    const place = placeOfName(x, y, film.actors[key].name, taken);
    taken.push(place);
    return block(key, x, y, place);
  });
  blocks.replaceChildren(...drawn);
  const lines = now.moves.filter(([key]) => before.has(key)).map(([key, x, y]) => {
    const [fromX, fromY] = before.get(key) ?? [x, y];
    return node("path", { class: `war-track${film.own.includes(film.actors[key].side) ? "" : " enemy"}`, d: `M${fromX} ${fromY}L${x} ${y}` });
  });
  tracks.replaceChildren(...lines);
  const when = frame.querySelector("[data-when]");
  if (when) when.textContent = `${now.when}, turn ${now.turn}`;
  const told = frame.querySelector("[data-told]");
  told?.replaceChildren(...now.lines.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  reveal(now.moves.map(([key]) => key));
  if (slider) slider.value = String(at);
  if (at === film.frames.length - 1) stop();
}

function stop() {
  window.clearInterval(timer);
  timer = 0;
  if (play) play.textContent = "Play";
}

function start() {
  if (at >= film.frames.length - 1) show(0);
  timer = window.setInterval(() => show(at + 1), Number(speed?.value ?? 600));
  if (play) play.textContent = "Pause";
}

play?.addEventListener("click", () => (timer ? stop() : start()));
speed?.addEventListener("change", () => {
  if (!timer) return;
  stop();
  start();
});
slider?.addEventListener("input", () => {
  stop();
  show(Number(slider.value));
});
frame?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-step]") : null;
  if (!button) return;
  stop();
  show(at + Number(button.getAttribute("data-step")));
});
show(0);
