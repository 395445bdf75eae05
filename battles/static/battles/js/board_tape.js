// @ts-check
// A tape over an open table: from a place or a base to another, base to base, in centimetres, while it is drawn.
import { between, far } from "./board_table.js";

const SVG = "http://www.w3.org/2000/svg";
const CM = 100;
/** Pixels that a pointer strays in a tap. */
const STRAY = 8;

/** @typedef {import("./board_table.js").Shape} Shape */
/** One end of the tape: what it is held to, and that in words. @typedef {{shape: Shape, words: string}} End */

export class Tape {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.on = false;
    /** @type {End | null} */
    this.start = null;
    /** Whether both ends are held. */
    this.held = false;
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
    board.root.addEventListener("board:led", () => this.lead(document.activeElement));
  }

  /** Takes the tape up or puts it away. @param {boolean} on @param {Element | null} [from] what it begins at */
  turn(on, from = null) {
    const { board } = this;
    this.on = on;
    this.start = null;
    this.held = false;
    this.button?.setAttribute("aria-pressed", String(on));
    board.root.classList.toggle("measuring", on);
    this.drawn.remove();
    if (from) this.begin(this.endOf(from));
    board.say(on ? (this.start ? `From ${this.start.words}.` : "Tape measure: choose where it begins.") : "");
  }

  /** @param {string} key @param {SVGElement | null} here what has the focus @returns {boolean} whether it means something to the tape */
  press(key, here) {
    if (!this.board.isOpen) return false;
    if (key === "t" || key === "T") {
      this.turn(!this.on, this.on ? null : here?.closest(".block, .spot") ?? null);
      return true;
    }
    if (!this.on) return false;
    if (key === "Escape") this.turn(false);
    else if ((key === "Enter" || key === " ") && here) this.hold(this.endOf(here));
    else return false;
    return true;
  }

  // What is measured.

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
    this.held = false;
    this.draw(end);
  }

  /** Holds the end that is free: the first where both were held. @param {End} end */
  hold(end) {
    if (!this.start || this.held) return this.begin(end);
    this.draw(end);
    this.held = true;
    this.board.say(`From ${this.start.words} to ${end.words}: ${this.label.textContent}.`);
  }

  /** @param {End} end */
  draw(end) {
    if (!this.start) return;
    const { board } = this;
    const way = between(this.start.shape, end.shape);
    const [start, stop] = way;
    if (!this.drawn.isConnected) board.svg.append(this.drawn);
    this.line.setAttribute("d", `M${start.x} ${start.y}L${stop.x} ${stop.y}`);
    this.label.parentElement?.setAttribute("transform", `translate(${(start.x + stop.x) / 2} ${(start.y + stop.y) / 2})`);
    this.label.textContent = `${((far(way) * board.tenths) / CM).toFixed(1)} cm`;
  }

  // Pointers and keys while the tape is out: nobody else hears of them.

  /** @param {PointerEvent} event */
  take(event) {
    if (!this.on || event.button > 0) return;
    event.stopPropagation();
    if (event.type === "click") return event.preventDefault();
    if (event.type === "pointerdown") {
      this.pressed = { x: event.clientX, y: event.clientY };
      this.hold(this.under(event));
    } else if (this.pressed && !this.held) {
      const stray = Math.hypot(event.clientX - this.pressed.x, event.clientY - this.pressed.y);
      if (stray > STRAY) this.hold(this.under(event));
      this.pressed = null;
    }
  }

  /** @param {PointerEvent} event */
  follow(event) {
    if (this.on && this.start && !this.held) this.draw(this.under(event));
  }

  /** The keys have led somewhere. @param {EventTarget | null} target */
  lead(target) {
    if (!this.on || !this.start || this.held || !(target instanceof SVGElement) || !target.matches(".block, .spot")) return;
    const end = this.endOf(target);
    this.draw(end);
    this.board.say(`${this.label.textContent} to ${end.words}`);
  }
}

/** What a block is called, without all else that is known of it. @param {Element} block */
function words(block) {
  return (block.getAttribute("aria-label") ?? "").split(",")[0];
}

/** @param {"g" | "path" | "text"} name @param {string} css */
function element(name, css) {
  const made = document.createElementNS(SVG, name);
  made.setAttribute("class", css);
  return made;
}
