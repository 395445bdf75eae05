// @ts-check
// The map of a campaign: zoom, and taps on forces and places that change the order beside it, and orders given, without
// leaving the page. Without this file each tap is a link to the same page, and each order a form.

import { send, visit } from "./campaign_live.js";
import { centreAcross, centreDown } from "./scrolling.js";

/** The closest step of the zoom; pages/war.css says how wide each is. */
const CLOSEST = 4;
/** Pixels of a unit of the map with which the smallest names can be read. */
const LEGIBLE = 0.66;
/** Pixels of a plate that may be cut at the edge of the frame. */
const EDGE = 4;
/** Where the order stands beside the map; see pages/war.css. */
const BESIDE = "(min-width: 66rem)";
/** Steps of the zoom by key; the arrow keys scroll the map. @type {Record<string, number>} */
const KEYS = { "+": 1, "=": 1, "-": -1, 0: -CLOSEST };
const frame = document.querySelector("[data-war-map]");
const zoom = /** @type {HTMLElement | null} */ (document.querySelector("[data-zoom]"));
let step = 0;

/** Draws the map some steps closer, around the middle of what is shown. @param {number} by */
function zoomBy(by) {
  const map = frame?.querySelector("svg");
  if (!(frame instanceof HTMLElement) || !map) return;
  const before = map.clientWidth;
  const middle = [frame.scrollLeft + frame.clientWidth / 2, frame.scrollTop + frame.clientHeight / 2];
  step = Math.min(CLOSEST, Math.max(0, step + by));
  fit(map);
  const grown = map.clientWidth / before;
  frame.scrollLeft = middle[0] * grown - frame.clientWidth / 2;
  frame.scrollTop = middle[1] * grown - frame.clientHeight / 2;
}

/** @param {SVGSVGElement} map */
function fit(map) {
  map.setAttribute("data-step", String(step));
}

/** Loads the page at an address and takes over its map and its desk. @param {string} address */
async function show(address) {
  document.querySelector('[data-part="desk"]')?.setAttribute("aria-busy", "true");
  await visit(address);
}

/** Orders are shown when a control changes: the button does it for browsers without scripts. */
function drop() {
  for (const button of document.querySelectorAll("[data-show]")) button.remove();
}

document.addEventListener("campaign-parts", () => {
  const map = frame?.querySelector("svg");
  if (!map) return;
  fit(map);
  reveal(map);
  drop();
});

/** The box around some boxes. @param {DOMRect[]} boxes */
function around(boxes) {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  return new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
}

/** Scrolls the map until a box is in the middle of its frame. @param {DOMRect} box */
function centre(box) {
  if (!frame) return;
  centreAcross(frame, box);
  centreDown(frame, box);
}

/** Scrolls to the chosen force if its plate is not all in view. @param {SVGSVGElement} map */
function reveal(map) {
  const chosen = map.querySelector(".war-piece[aria-current]")?.getBoundingClientRect();
  const view = frame?.getBoundingClientRect();
  if (!chosen || !view) return;
  const isInView =
    chosen.left >= view.left - EDGE && chosen.right <= view.right + EDGE && chosen.top >= view.top - EDGE && chosen.bottom <= view.bottom + EDGE;
  if (!isInView) centre(chosen);
}

/** The box in the middle of the view that shows most of some boxes: all of them, or one. @param {DOMRect[]} boxes @param {Element} view */
function fullest(boxes, view) {
  const [wide, high] = [view.clientWidth / 2 + EDGE, view.clientHeight / 2 + EDGE];
  const shown = (/** @type {DOMRect} */ one) => {
    const [x, y] = [one.left + one.width / 2, one.top + one.height / 2];
    return boxes.filter((box) => box.left >= x - wide && box.right <= x + wide && box.top >= y - high && box.bottom <= y + high).length;
  };
  return [around(boxes), ...boxes].reduce((best, one) => (shown(one) > shown(best) ? one : best));
}

/** Shows as many own forces as the frame holds, at the first step of the zoom at which names can be read. */
function open() {
  const map = frame?.querySelector("svg");
  if (!(frame instanceof HTMLElement) || !map) return;
  fit(map);
  while (step < CLOSEST && map.clientWidth < map.viewBox.baseVal.width * LEGIBLE) {
    step += 1;
    fit(map);
  }
  const own = [...map.querySelectorAll(".war-piece.side-a")].map((piece) => piece.getBoundingClientRect());
  if (!own.length) return;
  centre(fullest(own, frame));
  reveal(map);
}

open();
drop();
if (zoom) zoom.hidden = false;
zoom?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-by]") : null;
  if (button) zoomBy(Number(button.getAttribute("data-by")));
});

frame?.addEventListener("keydown", (event) => {
  const by = event instanceof KeyboardEvent && !event.ctrlKey && !event.metaKey ? KEYS[event.key] : undefined;
  if (!by) return;
  event.preventDefault();
  zoomBy(by);
});

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-war]") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const isListed = link.closest("#forces") !== null;
  await show(new URL(link.getAttribute("href") ?? "", location.href).href);
  if (isListed) (matchMedia(BESIDE).matches ? document.getElementById("order") : frame)?.scrollIntoView();
});

document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || !form.hasAttribute("data-war-send")) return;
  event.preventDefault();
  if (!(await send(form, event.submitter))) return;
  document.getElementById("order")?.focus({ preventScroll: true });
  (document.querySelector(".messages") ?? document.getElementById(location.hash.slice(1)))?.scrollIntoView();
});

document.addEventListener("change", (event) => {
  const form = event.target instanceof Element ? event.target.closest("[data-war-form]") : null;
  if (!(form instanceof HTMLFormElement)) return;
  const values = /** @type {[string, string][]} */ ([...new FormData(form)].map(([key, value]) => [key, String(value)]));
  show(`${location.pathname}?${new URLSearchParams(values)}#order`);
});
