// @ts-check
// The map of a campaign: zoom, and taps on forces and places that change the order beside it without leaving the page.
// Without this file each tap is a link to the same page.

import { takeOver } from "./campaign_live.js";

/** The closest step of the zoom; pages/war.css says how wide each is. */
const CLOSEST = 4;
/** Pixels of a unit of the map with which the smallest names can be read. */
const LEGIBLE = 0.66;
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
  await takeOver(address, true);
  history.replaceState(null, "", address);
}

document.addEventListener("campaign-parts", () => {
  const map = frame?.querySelector("svg");
  if (map) fit(map);
});

/** Shows the first own force in the middle of the map, at the first step of the zoom at which names can be read. */
function open() {
  const map = frame?.querySelector("svg");
  if (!(frame instanceof HTMLElement) || !map) return;
  fit(map);
  while (step < CLOSEST && map.clientWidth < map.viewBox.baseVal.width * LEGIBLE) {
    step += 1;
    fit(map);
  }
  const own = map.querySelector(".war-piece.side-a")?.getBoundingClientRect();
  if (!own) return;
  const box = frame.getBoundingClientRect();
  frame.scrollLeft += own.left + own.width / 2 - box.left - box.width / 2;
  frame.scrollTop += own.top - box.top - box.height * 0.7;
}

open();
if (zoom) zoom.hidden = false;
zoom?.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-by]") : null;
  if (button) zoomBy(Number(button.getAttribute("data-by")));
});

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[data-war]") : null;
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(new URL(link.getAttribute("href") ?? "", location.href).href);
});

document.addEventListener("change", (event) => {
  const form = event.target instanceof Element ? event.target.closest("[data-war-form]") : null;
  if (!(form instanceof HTMLFormElement)) return;
  const values = /** @type {[string, string][]} */ ([...new FormData(form)].map(([key, value]) => [key, String(value)]));
  show(`${location.pathname}?${new URLSearchParams(values)}#order`);
});
