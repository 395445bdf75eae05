// @ts-check
// What a player shall see on the board of what the panel beside it says.

/** @typedef {import("./board.js").Board} Board */

/** What the panel marks: lists of keys. @param {HTMLElement} panel @param {"areas" | "targets"} what */
function marked(panel, what) {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  return (marks?.dataset[what] ?? "").split("|").filter(Boolean);
}

/** Whether a place can be seen on the board. @param {Board} board @returns {(place: DOMPoint | null) => boolean} */
function seen(board) {
  const { x, y, size, scale } = board.view;
  return (spot) => spot !== null && spot.x > x && spot.y > y && spot.x < x + size.width / scale && spot.y < y + size.height / scale;
}

/** Moves the board where none of the marked ground is seen, such as the zone of a unit that is still to come. @param {Board} board @param {HTMLElement} panel */
export function reveal(board, panel) {
  const areas = marked(panel, "areas");
  if (!areas.some((key) => seen(board)(board.place(key)))) board.centre(areas[Math.floor(areas.length / 2)] ?? "");
}

/**
 * Shows on an open table those who may give the answer that is asked, and those who may act where none of them is seen.
 * @param {Board} board
 * @param {HTMLElement} panel
 * @param {boolean} closer whether the view may go closer to who answers
 */
export function attend(board, panel, closer) {
  if (!board.isOpen || board.selected || !panel.querySelector(".asked")) return;
  const asks = panel.querySelector("[data-question]") !== null;
  const keys = marked(panel, "targets");
  const units = keys.filter((key) => !board.block(key)?.matches(".leader"));
  const places = (asks || !units.length ? keys : units).map((key) => board.place(key)).filter((place) => place !== null);
  if (asks || !places.some(seen(board))) board.view.attend(places, asks && closer);
}

/** Why nothing may be done where one points: the first of the reasons, with its rules. @param {HTMLElement} panel */
export function why(panel) {
  const reason = panel.querySelector("[data-marks][data-refused] ~ .hand [data-why]");
  return [...(reason?.childNodes ?? [])].map((each) => each.cloneNode(true));
}
