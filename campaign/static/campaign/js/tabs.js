// @ts-check
// Tabs that are wider than their page: the current one is in view.

import { centreAcross } from "./scrolling.js";

export function startTabs() {
  for (const tab of document.querySelectorAll(".tabs > [aria-current]")) {
    const row = /** @type {HTMLElement} */ (tab.parentElement);
    const [place, view] = [tab.getBoundingClientRect(), row.getBoundingClientRect()];
    if (place.left < view.left || place.right > view.right) centreAcross(row, place);
  }
}
