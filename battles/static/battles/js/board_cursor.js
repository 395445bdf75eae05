// @ts-check
// The cursor that keys lead over an open table, which has no patches of ground to lead it from one to the next.
import { spotKey } from "./board_table.js";

const SVG = "http://www.w3.org/2000/svg";
/** Units of a step, from far and from near, and pixels of a unit from which on it is near. */
const STEP = 20;
const FINE = 5;
const NEAR = 1.6;
const CROSS = "M-14 0h9m10 0h9M0 -14v9m0 10v9";
/** Tenths of a millimetre of a centimetre. */
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

  /** One step of a way from a place: on to a unit that stands there, else to the open ground. @param {{x: number, y: number}} from @param {[number, number]} way */
  step(from, [dx, dy]) {
    const { board } = this;
    const long = board.view.scale >= NEAR ? FINE : STEP;
    const { width, height } = board.view.ground;
    const x = Math.min(Math.max(Math.round(from.x) + dx * long, 0), width);
    const y = Math.min(Math.max(Math.round(from.y) + dy * long, 0), height);
    this.set(x, y);
  }

  /** Shows the cursor at a place and gives it the focus. @param {number} x @param {number} y */
  set(x, y) {
    const { board, mark } = this;
    if (!mark.isConnected) board.svg.append(mark);
    mark.setAttribute("transform", `translate(${x} ${y})`);
    mark.setAttribute("data-key", spotKey(x, y));
    mark.setAttribute("aria-label", this.words(x, y));
    mark.focus({ preventScroll: true });
    board.view.show(x, y);
    board.guide?.led(spotKey(x, y));
    board.tell("led", { x: String(x), y: String(y) });
  }

  /** What there is to say of a place. @param {number} x @param {number} y */
  words(x, y) {
    const { board } = this;
    const cm = (/** @type {number} */ units) => ((units * board.tenths) / CM).toFixed(1);
    const where = `${cm(x)} cm from the left, ${cm(board.view.ground.height - y)} cm from the foot`;
    const here = board.areasAt(x, y).map((area) => area.getAttribute("data-words") ?? area.parentElement?.getAttribute("data-words"));
    const stands = board.picking.at(x, y)[0]?.getAttribute("aria-label");
    return [where, ...here, stands, board.guide?.words(spotKey(x, y))].filter(Boolean).join(", ");
  }
}
