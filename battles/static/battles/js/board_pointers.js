// @ts-check
// Fingers and mice on a board: one moves the ground or drags a unit, two zoom, a wheel zooms, a tap chooses.

/** Pixels that a pointer may stray in a tap. */
const STRAY = { mouse: 4, pen: 6, touch: 9 };
const WHEEL = 0.0022;
const LINE = 16;

/** @typedef {{x: number, y: number}} Spot */
/** @typedef {import("./board.js").Board} Board */

/** @param {Board} board */
export function startPointers(board) {
  new Pointers(board);
}

class Pointers {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** @type {Map<number, Spot>} */
    this.down = new Map();
    /** What the pointers do: nothing yet, move the ground, drag a unit, turn its ghost. @type {"" | "pan" | "drag" | "turn"} */
    this.does = "";
    /** @type {Spot} */
    this.start = { x: 0, y: 0 };
    /** @type {Element | null} */
    this.held = null;
    /** @type {SVGGElement | null} */
    this.ghost = null;
    /** Whether somebody else shows where the unit that is dragged would stand. */
    this.shown = false;
    this.touched = "mouse";
    this.spent = false;
    /** How far two fingers on a trackpad have spread so far. */
    this.wide = 1;
    const { frame, off } = board;
    frame.addEventListener("pointerdown", (event) => this.press(event, frame));
    if (off instanceof HTMLElement) off.addEventListener("pointerdown", (event) => this.pick(event));
    addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerleave", () => this.does || board.guide?.out());
    addEventListener("pointerup", (event) => this.lift(event, true));
    addEventListener("pointercancel", (event) => this.lift(event, false));
    addEventListener("keydown", (event) => this.escape(event), { capture: true });
    frame.addEventListener("click", (event) => this.click(event));
    off?.addEventListener("click", (event) => this.click(event));
    frame.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    for (const kind of ["gesturestart", "gesturechange"]) frame.addEventListener(kind, (event) => this.spread(event));
    frame.addEventListener("dragstart", (event) => event.preventDefault());
    off?.addEventListener("dragstart", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event @param {HTMLElement} frame */
  press(event, frame) {
    if (event.button > 0) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.spent = false;
    if (this.down.size === 1) {
      const ring = event.target instanceof Element ? event.target.closest(".ring") : null;
      this.begin(event, ring ?? this.covering(event).find((block) => this.mayDrag(block, event.pointerType)) ?? null);
    } else {
      // A second finger: what was begun with one is off, and no tap follows.
      this.letGo();
      this.does = "pan";
      this.spent = true;
      for (const id of this.down.keys()) frame.setPointerCapture(id);
    }
  }

  /** The blocks under a pointer, the likeliest first. @param {MouseEvent} event @returns {Element[]} */
  covering(event) {
    const { board } = this;
    const found = event.target instanceof Element ? event.target.closest(".block") : null;
    if (!board.isOpen || !(event.target instanceof Element) || !board.svg.contains(event.target)) return found ? [found] : [];
    const { x, y } = board.view.at(event.clientX, event.clientY);
    return board.picking.at(x, y);
  }

  /** A unit beside the board is taken up. @param {PointerEvent} event */
  pick(event) {
    const block = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    if (event.button > 0 || !block || !this.mayDrag(block, event.pointerType)) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.spent = false;
    this.begin(event, block);
  }

  /** @param {PointerEvent} event @param {Element | null} block */
  begin(event, block) {
    this.does = "";
    this.held = block;
    this.start = { x: event.clientX, y: event.clientY };
    this.touched = event.pointerType;
  }

  /** A mouse drags what is loose; a finger only what is selected too, or moving the ground would move units. @param {Element} block @param {string} pointer */
  mayDrag(block, pointer) {
    const key = block.getAttribute("data-key") ?? "";
    return this.board.loose.has(key) && (pointer !== "touch" || key === this.board.selected);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.down.get(event.pointerId);
    if (!before) return this.hover(event);
    const now = { x: event.clientX, y: event.clientY };
    if (!this.does) {
      const stray = STRAY[/** @type {"mouse" | "pen" | "touch"} */ (this.touched)] ?? STRAY.mouse;
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < stray) return;
      this.does = !this.held ? "pan" : this.held.matches(".ring") ? "turn" : "drag";
      this.spent = true;
      this.board.frame.setPointerCapture(event.pointerId);
      this.board.root.classList.add("moving");
      if (this.does === "drag" && this.held) this.lay(this.held);
      else if (this.does === "pan") this.board.guide?.out();
    }
    const others = [...this.down].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    this.down.set(event.pointerId, now);
    if (this.does === "drag") this.drag(now);
    else if (this.does === "turn") this.lean(now);
    else if (others.length) this.pinch(before, now, others[0]);
    else this.board.view.pan(now.x - before.x, now.y - before.y);
  }

  /** A mouse is moved with no button down. @param {PointerEvent} event */
  hover(event) {
    const { guide, frame, view } = this.board;
    const target = event.target instanceof Element ? event.target : null;
    if (!guide || this.board.tape.on || this.down.size || event.pointerType === "touch" || !target || !frame.contains(target)) return;
    const { x, y } = view.at(event.clientX, event.clientY);
    guide.over(x, y, this.covering(event)[0]?.getAttribute("data-key") ?? "", false);
  }

  /** The ring is turned. @param {Spot} now */
  lean(now) {
    const { x, y } = this.board.view.at(now.x, now.y);
    this.board.guide?.lean(x, y);
  }

  /** Two fingers: the ground stays under both. @param {Spot} before @param {Spot} now @param {Spot} other */
  pinch(before, now, other) {
    const { view } = this.board;
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(now.x - other.x, now.y - other.y);
    view.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (was > 0) view.zoom(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** Makes the ghost of a unit. @param {Element} block */
  lay(block) {
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const drawn = block.matches(".block") ? block : block.querySelector("svg");
    const coat = [...(drawn?.classList ?? [])].filter((name) => /^(side|n|coat)-/.test(name));
    ghost.setAttribute("class", ["block", "ghost", ...coat].join(" "));
    ghost.setAttribute("aria-hidden", "true");
    for (const use of drawn?.querySelectorAll("use, g.k") ?? []) {
      if (use.closest(".told")) continue;
      const copy = /** @type {SVGElement} */ (use.cloneNode(true));
      if (drawn !== block) for (const [name, value] of BESIDE) copy.setAttribute(name, value);
      ghost.append(copy);
    }
    this.ghost = ghost;
    this.board.svg.append(ghost);
    this.board.tell("lift", { key: block.getAttribute("data-key") ?? "" });
  }

  /** @param {Spot} now */
  drag(now) {
    const { view, marks, guide } = this.board;
    const place = view.at(now.x, now.y);
    const { area, block } = this.under(now);
    this.shown = guide?.over(place.x, place.y, block, true) ?? false;
    this.ghost?.setAttribute("transform", `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`);
    this.ghost?.setAttribute("visibility", this.shown ? "hidden" : "visible");
    marks.over(this.shown ? "" : area);
  }

  /** What lies under a pixel of the window. @param {Spot} spot @returns {{area: string, block: string}} */
  under(spot) {
    const found = document.elementsFromPoint(spot.x, spot.y).filter((each) => this.board.svg.contains(each));
    const area = found.map((each) => each.closest(".areas [data-key]")).find(Boolean);
    const { x, y } = this.board.view.at(spot.x, spot.y);
    const blocks = this.board.isOpen ? this.board.picking.at(x, y) : found.map((each) => each.closest(".block:not(.ghost)"));
    const block = blocks.find((each) => each && each !== this.held) ?? null;
    const ground = this.board.isOpen && found.length ? this.board.spotAt(x, y) : area?.getAttribute("data-key");
    return {
      area: block?.getAttribute("data-area") ?? ground ?? "",
      block: block?.getAttribute("data-key") ?? "",
    };
  }

  /** @param {PointerEvent} event @param {boolean} wanted */
  lift(event, wanted) {
    if (!this.down.delete(event.pointerId)) return;
    if (this.does === "drag" && wanted && this.held && this.ghost) {
      const { area, block } = this.under({ x: event.clientX, y: event.clientY });
      const key = this.held.getAttribute("data-key") ?? "";
      if (area || this.shown) this.board.tell("drop", { key, area, block });
      this.letGo();
    }
    if (this.does === "turn") this.board.guide?.leave();
    if (!wanted) this.letGo();
    if (!this.down.size) this.rest();
  }

  /** Escape puts back what is dragged, and means nothing else then. @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || !this.ghost) return;
    event.stopPropagation();
    this.letGo();
  }

  rest() {
    this.does = "";
    this.held = null;
    this.board.root.classList.remove("moving");
  }

  /** Puts a unit that is dragged back to where it stands. */
  letGo() {
    if (this.ghost) this.board.guide?.out();
    this.ghost?.remove();
    this.ghost = null;
    this.held = null;
    this.shown = false;
    this.board.marks.over("");
  }

  /** A tap, a click, or Enter on a link. @param {Event} event */
  click(event) {
    const target = event.target instanceof Element ? event.target : null;
    if (this.spent && event instanceof MouseEvent && event.detail) {
      this.spent = false;
      event.preventDefault();
      return;
    }
    const { block, next } = this.picked(event, target);
    const area = target?.closest(".areas [data-key]");
    if (block) {
      if (this.board.choose(block, next)) event.preventDefault();
    } else if (this.board.isOpen && event instanceof MouseEvent && target && this.board.svg.contains(target)) {
      const { x, y } = this.board.view.at(event.clientX, event.clientY);
      this.board.tell("area", { area: this.board.spotAt(x, y) });
    } else if (area) this.board.tell("area", { area: area.getAttribute("data-key") ?? "" });
  }

  /**
   * The block that a click means, and what the next one there would; Enter on a link means that link.
   * @param {Event} event
   * @param {Element | null} target
   * @returns {{block: Element | null, next: Element | null}}
   */
  picked(event, target) {
    const { board } = this;
    if (board.isOpen && event instanceof MouseEvent && event.detail && target && board.svg.contains(target)) {
      const { x, y } = board.view.at(event.clientX, event.clientY);
      return board.picking.tap(x, y);
    }
    return { block: target?.closest(".block, [data-board-off] [data-key]") ?? null, next: null };
  }

  /** @param {WheelEvent} event */
  turn(event) {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    this.board.view.zoom(Math.exp(-pixels * WHEEL * (event.ctrlKey ? 4 : 1)), event.clientX, event.clientY);
  }

  /** Two fingers on a trackpad, of which Safari makes gestures and others a wheel; fingers on glass are pointers. @param {any} event */
  spread(event) {
    event.preventDefault();
    const before = event.type === "gesturestart" ? 1 : this.wide;
    this.wide = event.scale;
    if (!this.down.size) this.board.view.zoom(event.scale / before, event.clientX, event.clientY);
  }
}

/** Where the ghost of a unit from beside the board is drawn, about the pointer. @type {[string, string][]} */
const BESIDE = [
  ["x", "-18"],
  ["y", "-12"],
  ["width", "36"],
  ["height", "24"],
];
