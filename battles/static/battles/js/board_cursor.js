// @ts-check
// The keyboard cursor on an open table, which has no areas to step between.
import { spotKey } from "./board_table.js";

const SVG = "http://www.w3.org/2000/svg";
/** Units of a coarse and of a fine step, and the scale from which steps are fine. */
const STEP = 20;
const FINE = 5;
const NEAR = 1.6;
const CROSS = "M-14 0h9m10 0h9M0 -14v9m0 10v9";
/** Tenths of a millimetre in a centimetre. */
const CM = 100;

export class Cursor {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.mark = document.createElementNS(SVG, "g");
    this.mark.setAttribute("class", "spot");
    this.mark.setAttribute("role", "button");
    this.mark.setAttribute("tabindex", "-1");
    const cross = document.createElementNS(SVG, "path");
    cross.setAttribute("d", CROSS);
    const hit = document.createElementNS(SVG, "circle");
    hit.setAttribute("r", "4");
    this.mark.append(hit, cross);
  }

  /** Moves the cursor one step from a place. @param {{x: number, y: number}} from @param {[number, number]} direction */
  step(from, [dx, dy]) {
    const { board } = this;
    const long = board.view.scale >= NEAR ? FINE : STEP;
    const { width, height } = board.view.ground;
    const x = Math.min(Math.max(Math.round(from.x) + dx * long, 0), width);
    const y = Math.min(Math.max(Math.round(from.y) + dy * long, 0), height);
    this.set(x, y);
  }

  /** Shows the cursor at a place and focuses it. @param {number} x @param {number} y */
  set(x, y) {
    const { board, mark } = this;
    if (!mark.isConnected) board.svg.append(mark);
    mark.setAttribute("transform", `translate(${x} ${y})`);
    mark.setAttribute("data-key", spotKey(x, y));
    mark.setAttribute("aria-label", this.words(x, y));
    mark.focus({ preventScroll: true });
    board.view.show(x, y);
    board.guide?.cursorAt(spotKey(x, y));
    board.emit("cursor", { x: String(x), y: String(y) });
  }

  /** The description of a place. @param {number} x @param {number} y */
  words(x, y) {
    const { board } = this;
    const cm = (/** @type {number} */ units) => ((units * board.tenths) / CM).toFixed(1);
    const where = `${cm(x)} cm from the left, ${cm(board.view.ground.height - y)} cm from the southern edge`;
    const here = board.areasAt(x, y).map((area) => area.getAttribute("data-words") ?? area.parentElement?.getAttribute("data-words"));
    const stands = board.hits.at(x, y)[0]?.getAttribute("aria-label");
    return [where, ...here, stands, board.guide?.words(spotKey(x, y))].filter(Boolean).join(", ");
  }
}
