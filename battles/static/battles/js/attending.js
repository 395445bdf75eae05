// @ts-check
// What a player shall see on the board of what the panel beside it says.

/** @typedef {import("./board.js").Board} Board */

/** What the panel marks: lists of keys. @param {HTMLElement} panel @param {"areas" | "targets"} what */
function marked(panel, what) {
  const marks = /** @type {HTMLElement | null} */ (panel.querySelector("[data-marks]"));
  return (marks?.dataset[what] ?? "").split("|").filter(Boolean);
}

/** Moves the board where none of the marked ground is seen, such as the zone of a unit that is still to come. @param {Board} board @param {HTMLElement} panel */
export function reveal(board, panel) {
  const areas = marked(panel, "areas");
  const { x, y, size, scale } = board.view;
  const isSeen = (/** @type {DOMPoint | null} */ spot) =>
    spot !== null && spot.x > x && spot.y > y && spot.x < x + size.width / scale && spot.y < y + size.height / scale;
  if (!areas.some((key) => isSeen(board.place(key)))) board.centre(areas[Math.floor(areas.length / 2)] ?? "");
}

/** Where an answer is asked on an open table, shows those who may give it. @param {Board} board @param {HTMLElement} panel @param {boolean} closer whether the view may go closer */
export function attend(board, panel, closer) {
  if (!board.isOpen || board.selected || !panel.querySelector("[data-question]")) return;
  const places = marked(panel, "targets").map((key) => board.place(key));
  board.view.attend(places.filter((place) => place !== null), closer);
}

/** Why nothing may be done where one points: the first of the reasons, with its rules. @param {HTMLElement} panel */
export function why(panel) {
  const reason = panel.querySelector("[data-marks][data-refused] ~ .hand [data-why]");
  return [...(reason?.childNodes ?? [])].map((each) => each.cloneNode(true));
}
