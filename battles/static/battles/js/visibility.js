// @ts-check
// Keep what the panel is about visible on the board.

/** @typedef {import("./board.js").Board} Board */

/** Keys markedKeys by the panel. @param {HTMLElement} panel @param {"areas" | "targets"} what */
function markedKeys(panel, what) {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  return (marks?.dataset[what] ?? "").split("|").filter(Boolean);
}

/** True if a place is visible on the board. @param {Board} board @returns {(place: DOMPoint | null) => boolean} */
function isVisible(board) {
  const { x, y, size, scale } = board.view;
  return (spot) => spot !== null && spot.x > x && spot.y > y && spot.x < x + size.width / scale && spot.y < y + size.height / scale;
}

/** Moves the board if none of the markedKeys areas is visible, such as the zone of a unit to deploy. @param {Board} board @param {HTMLElement} panel */
export function revealAreas(board, panel) {
  const areas = markedKeys(panel, "areas");
  if (!areas.some((key) => isVisible(board)(board.place(key)))) board.centre(areas[Math.floor(areas.length / 2)] ?? "");
}

/**
 * Shows a unit with the enemies that it may fire at or charge, if none of them is visible, or with the one that is chosen.
 * @param {Board} board
 * @param {HTMLElement} panel
 * @param {string} unit
 * @param {string} [at] the key of the chosen enemy
 */
export function revealTargets(board, panel, unit, at) {
  const foes = new Set(markedKeys(panel, "foes"));
  const keys = (at ? [at] : markedKeys(panel, "targets")).filter((key) => foes.has(key));
  const places = keys.map((key) => board.place(key)).filter((place) => place !== null);
  const own = board.place(unit);
  if (own && places.length && !places.some(isVisible(board))) board.view.fit([own, ...places], false);
}

/**
 * Shows the units that may act if none is visible; on an open table also those that may answer a question.
 * @param {Board} board
 * @param {HTMLElement} panel
 * @param {boolean} closer true if the view may zoom in on them
 */
export function showActors(board, panel, closer) {
  if (board.selected || !panel.querySelector(".asked")) return;
  const asks = panel.querySelector("[data-question]") !== null;
  const keys = markedKeys(panel, "targets");
  const units = keys.filter((key) => !board.block(key)?.matches(".leader"));
  const places = (asks || !units.length ? keys : units).map((key) => board.place(key)).filter((place) => place !== null);
  if (!board.isOpen) {
    const middle = places[Math.floor(places.length / 2)];
    if (middle && !places.some(isVisible(board))) board.view.centre(middle.x, middle.y);
  } else if (asks || !places.some(isVisible(board))) board.view.fit(places, asks && closer);
}

/** Why no action is possible at the clicked place: the first reason, with its rules. @param {HTMLElement} panel */
export function refusalReason(panel) {
  const reason = panel.querySelector("[data-marks][data-refused] ~ .hand [data-why]");
  return [...(reason?.childNodes ?? [])].map((each) => each.cloneNode(true));
}
