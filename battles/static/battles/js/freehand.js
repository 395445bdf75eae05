// @ts-check
// Freehand lines and drags on a drawn table, from pointer down to pointer up.

/** @typedef {import("./shapes.js").Point} Point */
/**
 * ``start`` returns what a pointer starts: the key of a feature to move, "" for a line, null for nothing. ``place``: the
 * place under the pointer. ``drawn``: a path was drawn. ``rest``: the pointer was lifted or the drawing cancelled.
 * @typedef {object} Draws
 * @property {(event: PointerEvent) => string | null} start
 * @property {(event: PointerEvent) => Point} place
 * @property {(path: Point[], key: string) => void} drawn
 * @property {() => void} rest
 */

/** Most pixels that a pointer moves during a click, and most places it passes. */
const STRAY = 5;
const FEW = 12;

export class Freehand {
  /** @param {HTMLElement} frame @param {Draws} draws */
  constructor(frame, draws) {
    this.frame = frame;
    this.draws = draws;
    /** The last pointerdown event. @type {PointerEvent | null} */
    this.first = null;
    /** The path since then, in units of the board, while drawing. @type {{id: number, path: Point[], key: string} | null} */
    this.drawing = null;
    /** True if the next click only ends a drawing. */
    this.spent = false;
    this.passing = false;
    frame.addEventListener("pointerdown", (event) => this.#press(event), { capture: true });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#lift(event, true));
    addEventListener("pointercancel", (event) => this.#lift(event, false));
  }

  /** True if a pointer is where it went down. @param {MouseEvent} event */
  stayed(event) {
    const { first } = this;
    return !first || Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) <= STRAY;
  }

  drop() {
    this.drawing = null;
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.spent = false;
    if (this.passing || event.button > 0) return;
    if (this.drawing && event.pointerType === "touch") return this.#handOver();
    if (event.pointerType === "touch" && !event.isPrimary) return;
    this.first = event;
    const key = this.draws.start(event);
    if (key === null) return;
    this.drawing = { id: event.pointerId, path: [this.draws.place(event)], key };
    event.stopPropagation();
  }

  /** A second finger pans with the first: cancel the drawing and pass both to the board. */
  #handOver() {
    this.drop();
    this.passing = true;
    if (this.first) this.frame.dispatchEvent(new PointerEvent("pointerdown", this.first));
    this.passing = false;
    this.draws.rest();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (event.pointerId === this.drawing?.id) this.drawing.path.push(this.draws.place(event));
  }

  /** @param {PointerEvent} event @param {boolean} wanted */
  #lift(event, wanted) {
    const { drawing } = this;
    if (!drawing || event.pointerId !== drawing.id) return;
    this.drop();
    if (wanted && (!this.stayed(event) || drawing.path.length > FEW)) {
      this.spent = true;
      this.draws.drawn(drawing.path, drawing.key);
    }
    this.draws.rest();
  }
}
