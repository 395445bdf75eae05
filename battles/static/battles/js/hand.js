// @ts-check
// What a pointer draws by hand, or drags, on a table that is drawn: from where it goes down to where it is lifted.

/** @typedef {import("./shapes.js").Point} Point */
/**
 * ``begun`` says what a pointer that goes down begins: the key of what it moves, "" for a line, null for nothing;
 * ``place`` is the place under it, ``drawn`` is told the way that it went, ``rest`` that it was lifted or is off.
 * @typedef {object} Draws
 * @property {(event: PointerEvent) => string | null} begun
 * @property {(event: PointerEvent) => Point} place
 * @property {(path: Point[], key: string) => void} drawn
 * @property {() => void} rest
 */

/** Pixels that a pointer strays in a click, and places that it passes in one. */
const STRAY = 5;
const FEW = 12;

export class Hand {
  /** @param {HTMLElement} frame @param {Draws} draws */
  constructor(frame, draws) {
    this.frame = frame;
    this.draws = draws;
    /** How the pointer went down last. @type {PointerEvent | null} */
    this.first = null;
    /** The way since then, in units of the ground, where it draws. @type {{id: number, path: Point[], key: string} | null} */
    this.drawing = null;
    /** Whether the click that follows is the end of something drawn. */
    this.spent = false;
    this.handing = false;
    frame.addEventListener("pointerdown", (event) => this.#press(event), { capture: true });
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#lift(event, true));
    addEventListener("pointercancel", (event) => this.#lift(event, false));
  }

  /** Whether a pointer is where it went down. @param {MouseEvent} event */
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
    if (this.handing || event.button > 0) return;
    if (this.drawing && event.pointerType === "touch") return this.#handOver();
    if (event.pointerType === "touch" && !event.isPrimary) return;
    this.first = event;
    const key = this.draws.begun(event);
    if (key === null) return;
    this.drawing = { id: event.pointerId, path: [this.draws.place(event)], key };
    event.stopPropagation();
  }

  /** A second finger moves the ground with the first: what is drawn is off, and the board hears of both. */
  #handOver() {
    this.drop();
    this.handing = true;
    if (this.first) this.frame.dispatchEvent(new PointerEvent("pointerdown", this.first));
    this.handing = false;
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
