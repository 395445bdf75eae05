// @ts-check
// What arrives after the panel: the chances of its actions, and the last move to repeat.

/** True if the panel has places for chances or for the last move. @param {HTMLElement} panel */
export function awaitsMore(panel) {
  return [...panel.querySelectorAll("[data-chance], [data-again]")].some((place) => !place.textContent?.trim());
}

/**
 * Shows chances beside their actions and targets, the odds of the panel's button under it, and the last move.
 * @param {HTMLElement} panel
 * @param {{chances: Record<string, string>, html: string, again: string}} answer
 */
export function showMore(panel, { chances, html, again }) {
  for (const place of panel.querySelectorAll("[data-chance]")) {
    const words = chances[/** @type {HTMLElement} */ (place).dataset.chance ?? ""];
    if (!words) continue;
    place.textContent = words.replaceAll(" %", "\u00a0%");
    const odds = place.closest(".row")?.querySelector("a.weigh");
    if (odds instanceof HTMLElement) odds.hidden = false;
  }
  const odds = panel.querySelector("[data-odds]");
  if (odds) odds.innerHTML = html;
  const move = panel.querySelector("[data-again]");
  if (move) move.innerHTML = again;
}
