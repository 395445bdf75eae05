// @ts-check
// Measures distances on an open table in centimetres, from place or base to place or base.
import { between, lengthOf } from "./board_table.js";

const SVG = "http://www.w3.org/2000/svg";
const CM = 100;
/** Most pixels that a pointer moves during a tap. */
const STRAY = 8;

/** @typedef {import("./board_table.js").Shape} Shape */
/** One end of the measurement: its shape and its name. @typedef {{shape: Shape, words: string}} End */

export class Measure {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.on = false;
    /** @type {End | null} */
    this.start = null;
    /** True if both ends are fixed. */
    this.fixed = false;
    /** Where the pointer went down. @type {{x: number, y: number} | null} */
    this.pressed = null;
    this.drawn = element("g", "tape");
    this.drawn.setAttribute("aria-hidden", "true");
    this.line = element("path", "tape-line");
    this.label = element("text", "halo type");
    const place = element("g", "tape-label");
    place.append(this.label);
    this.drawn.append(this.line, place);
    this.button = board.root.querySelector("[data-board-tape]");
    if (!board.isOpen) return;
    this.button?.removeAttribute("hidden");
    this.button?.addEventListener("click", () => this.turn(!this.on));
    const { frame } = board;
    for (const kind of ["pointerdown", "pointerup", "click"])
      frame.addEventListener(kind, (event) => this.take(/** @type {PointerEvent} */ (event)), { capture: true });
    frame.addEventListener("pointermove", (event) => this.follow(event));
    frame.addEventListener("focusin", (event) => this.lead(event.target));
    board.root.addEventListener("board:cursor", () => this.lead(document.activeElement));
  }

  /** Starts or ends measuring. @param {boolean} on @param {Element | null} [from] the first end */
  turn(on, from = null) {
    const { board } = this;
    this.on = on;
    this.start = null;
    this.fixed = false;
    this.button?.setAttribute("aria-pressed", String(on));
    board.root.classList.toggle("measuring", on);
    this.drawn.remove();
    if (from) this.begin(this.endOf(from));
    board.say(on ? (this.start ? `From ${this.start.words}.` : "Measure: choose the first end.") : "");
  }

  /** @param {string} key @param {SVGElement | null} here the focused element @returns {boolean} true if the key is used */
  press(key, here) {
    if (!this.board.isOpen) return false;
    if (key === "t" || key === "T") {
      this.turn(!this.on, this.on ? null : here?.closest(".block, .spot") ?? null);
      return true;
    }
    if (!this.on) return false;
    if (key === "Escape") this.turn(false);
    else if ((key === "Enter" || key === " ") && here) this.fix(this.endOf(here));
    else return false;
    return true;
  }

  // The ends.

  /** The end at a block or at the cursor. @param {Element} target @returns {End} */
  endOf(target) {
    const block = target.closest(".block");
    if (block) return { shape: this.board.shape(block), words: words(block) };
    const at = this.board.place(target.getAttribute("data-key") ?? "") ?? new DOMPoint();
    return { shape: { corners: [at], round: 0 }, words: "here" };
  }

  /** The end under a pointer. @param {PointerEvent} event @returns {End} */
  under(event) {
    const block = document
      .elementsFromPoint(event.clientX, event.clientY)
      .find((each) => this.board.svg.contains(each) && each.closest(".block:not(.ghost)"));
    if (block) return this.endOf(block);
    return { shape: { corners: [this.board.view.at(event.clientX, event.clientY)], round: 0 }, words: "here" };
  }

  /** @param {End} end */
  begin(end) {
    this.start = end;
    this.fixed = false;
    this.draw(end);
  }

  /** Fixes the free end; starts again if both are fixed. @param {End} end */
  fix(end) {
    if (!this.start || this.fixed) return this.begin(end);
    this.draw(end);
    this.fixed = true;
    this.board.say(`From ${this.start.words} to ${end.words}: ${this.label.textContent}.`);
  }

  /** @param {End} end */
  draw(end) {
    if (!this.start) return;
    const { board } = this;
    const ends = between(this.start.shape, end.shape);
    const [start, stop] = ends;
    if (!this.drawn.isConnected) board.svg.append(this.drawn);
    this.line.setAttribute("d", `M${start.x} ${start.y}L${stop.x} ${stop.y}`);
    this.label.parentElement?.setAttribute("transform", `translate(${(start.x + stop.x) / 2} ${(start.y + stop.y) / 2})`);
    this.label.textContent = `${((lengthOf(ends) * board.tenths) / CM).toFixed(1)} cm`;
  }

  // Pointers and keys while measuring; other listeners do not get them.

  /** @param {PointerEvent} event */
  take(event) {
    if (!this.on || event.button > 0) return;
    event.stopPropagation();
    if (event.type === "click") return event.preventDefault();
    if (event.type === "pointerdown") {
      this.pressed = { x: event.clientX, y: event.clientY };
      this.fix(this.under(event));
    } else if (this.pressed && !this.fixed) {
      const stray = Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y);
      if (stray > STRAY) this.fix(this.under(event));
      this.pressed = null;
    }
  }

  /** @param {PointerEvent} event */
  follow(event) {
    if (this.on && this.start && !this.fixed) this.draw(this.under(event));
  }

  /** The keyboard focus moved. @param {EventTarget | null} target */
  lead(target) {
    if (!this.on || !this.start || this.fixed || !(target instanceof SVGElement) || !target.matches(".block, .spot")) return;
    const end = this.endOf(target);
    this.draw(end);
    this.board.say(`${this.label.textContent} to ${end.words}`);
  }
}

/** The name of a block, without its description. @param {Element} block */
function words(block) {
  return (block.getAttribute("aria-label") ?? "").split(",")[0];
}

/** @param {"g" | "path" | "text"} name @param {string} css */
function element(name, css) {
  const created = document.createElementNS(SVG, name);
  created.setAttribute("class", css);
  return created;
}
