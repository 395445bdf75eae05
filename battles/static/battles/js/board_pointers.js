// @ts-check
// Pointers on a board: one pans or drags a unit, two fingers or a wheel zoom, a tap chooses.

/** Most pixels that a pointer moves during a tap. */
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
    /** The current gesture: none yet, pan, drag a unit, or turn its preview. @type {"" | "pan" | "drag" | "turn"} */
    this.gesture = "";
    /** @type {Spot} */
    this.start = { x: 0, y: 0 };
    /** @type {Element | null} */
    this.block = null;
    /** @type {SVGGElement | null} */
    this.copy = null;
    /** True if the guide shows the dragged unit. */
    this.guideShows = false;
    this.touched = "mouse";
    this.spent = false;
    /** Scale of a trackpad gesture so far. */
    this.wide = 1;
    const { frame, off } = board;
    frame.addEventListener("pointerdown", (event) => this.press(event, frame));
    if (off instanceof HTMLElement) off.addEventListener("pointerdown", (event) => this.pick(event));
    addEventListener("pointermove", (event) => this.move(event));
    frame.addEventListener("pointerleave", () => this.gesture || board.guide?.out());
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
      // A second finger cancels the gesture of the first; no tap follows.
      this.cancelDrag();
      this.gesture = "pan";
      this.spent = true;
      for (const id of this.down.keys()) frame.setPointerCapture(id);
    }
  }

  /** The blocks under a pointer, the likeliest first. @param {MouseEvent} event @returns {Element[]} */
  covering(event) {
    const { board } = this;
    const block = event.target instanceof Element ? event.target.closest(".block") : null;
    if (!board.isOpen || !(event.target instanceof Element) || !board.svg.contains(event.target)) return block ? [block] : [];
    const { x, y } = board.view.at(event.clientX, event.clientY);
    return board.hits.at(x, y);
  }

  /** Starts on a unit beside the board. @param {PointerEvent} event */
  pick(event) {
    const block = event.target instanceof Element ? event.target.closest("[data-key]") : null;
    if (event.button > 0 || !block || !this.mayDrag(block, event.pointerType)) return;
    this.down.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.spent = false;
    this.begin(event, block);
  }

  /** @param {PointerEvent} event @param {Element | null} block */
  begin(event, block) {
    this.gesture = "";
    this.block = block;
    this.start = { x: event.clientX, y: event.clientY };
    this.touched = event.pointerType;
  }

  /** True if the pointer may drag a block; a finger only drags the selected one, because it also pans. @param {Element} block @param {string} pointer */
  mayDrag(block, pointer) {
    const key = block.getAttribute("data-key") ?? "";
    return this.board.draggable.has(key) && (pointer !== "touch" || key === this.board.selected);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.down.get(event.pointerId);
    if (!before) return this.hover(event);
    const now = { x: event.clientX, y: event.clientY };
    if (!this.gesture) {
      const stray = STRAY[/** @type {"mouse" | "pen" | "touch"} */ (this.touched)] ?? STRAY.mouse;
      if (Math.hypot(now.x - this.start.x, now.y - this.start.y) < stray) return;
      this.gesture = !this.block ? "pan" : this.block.matches(".ring") ? "turn" : "drag";
      this.spent = true;
      this.board.frame.setPointerCapture(event.pointerId);
      this.board.root.classList.add("moving");
      if (this.gesture === "drag" && this.block) this.startDrag(this.block);
      else if (this.gesture === "pan") this.board.guide?.out();
    }
    const others = [...this.down].filter(([id]) => id !== event.pointerId).map(([, spot]) => spot);
    this.down.set(event.pointerId, now);
    if (this.gesture === "drag") this.drag(now);
    else if (this.gesture === "turn") this.turnRing(now);
    else if (others.length) this.pinch(before, now, others[0]);
    else this.board.view.pan(now.x - before.x, now.y - before.y);
  }

  /** The mouse moves with no button down. @param {PointerEvent} event */
  hover(event) {
    const { guide, frame, view } = this.board;
    const target = event.target instanceof Element ? event.target : null;
    if (!guide || this.board.measure.on || this.down.size || event.pointerType === "touch" || !target || !frame.contains(target)) return;
    const { x, y } = view.at(event.clientX, event.clientY);
    guide.over(x, y, this.covering(event)[0]?.getAttribute("data-key") ?? "", false);
  }

  /** The ring is dragged. @param {Spot} now */
  turnRing(now) {
    const { x, y } = this.board.view.at(now.x, now.y);
    this.board.guide?.turnTo(x, y);
  }

  /** Two fingers: the board stays under both. @param {Spot} before @param {Spot} now @param {Spot} other */
  pinch(before, now, other) {
    const { view } = this.board;
    const oldGap = Math.hypot(before.x - other.x, before.y - other.y);
    const newGap = Math.hypot(now.x - other.x, now.y - other.y);
    view.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (oldGap > 0) view.zoom(newGap / oldGap, (now.x + other.x) / 2, (now.y + other.y) / 2);
  }

  /** Creates the dragged copy of a unit. @param {Element} block */
  startDrag(block) {
    const dragged = document.createElementNS("http://www.w3.org/2000/svg", "g");
    const drawn = block.matches(".block") ? block : block.querySelector("svg");
    const coat = [...(drawn?.classList ?? [])].filter((name) => /^(side|n|coat)-/.test(name));
    dragged.setAttribute("class", ["block", "ghost", ...coat].join(" "));
    dragged.setAttribute("aria-hidden", "true");
    for (const use of drawn?.querySelectorAll("use, g.k") ?? []) {
      if (use.closest(".told")) continue;
      const part = /** @type {SVGElement} */ (use.cloneNode(true));
      if (drawn !== block) for (const [name, value] of BESIDE) part.setAttribute(name, value);
      dragged.append(part);
    }
    this.copy = dragged;
    this.board.svg.append(dragged);
    this.board.emit("lift", { key: block.getAttribute("data-key") ?? "" });
  }

  /** @param {Spot} now */
  drag(now) {
    const { view, marks, guide } = this.board;
    const place = view.at(now.x, now.y);
    const { area, block } = this.under(now);
    this.guideShows = guide?.over(place.x, place.y, block, true) ?? false;
    this.copy?.setAttribute("transform", `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`);
    this.copy?.setAttribute("visibility", this.guideShows ? "hidden" : "visible");
    marks.over(this.guideShows ? "" : area);
  }

  /** The area and the block under a pixel of the window. @param {Spot} spot @returns {{area: string, block: string}} */
  under(spot) {
    const elements = document.elementsFromPoint(spot.x, spot.y).filter((each) => this.board.svg.contains(each));
    const area = elements.map((each) => each.closest(".areas [data-key]")).find(Boolean);
    const { x, y } = this.board.view.at(spot.x, spot.y);
    const blocks = this.board.isOpen ? this.board.hits.at(x, y) : elements.map((each) => each.closest(".block:not(.ghost)"));
    const block = blocks.find((each) => each && each !== this.block) ?? null;
    const ground = this.board.isOpen && elements.length ? this.board.spotAt(x, y) : area?.getAttribute("data-key");
    return {
      area: block?.getAttribute("data-area") ?? ground ?? "",
      block: block?.getAttribute("data-key") ?? "",
    };
  }

  /** @param {PointerEvent} event @param {boolean} wanted */
  lift(event, wanted) {
    if (!this.down.delete(event.pointerId)) return;
    if (this.gesture === "drag" && wanted && this.block && this.copy) {
      const { area, block } = this.under({ x: event.clientX, y: event.clientY });
      const key = this.block.getAttribute("data-key") ?? "";
      if (area || this.guideShows) this.board.emit("drop", { key, area, block });
      this.cancelDrag();
    }
    if (this.gesture === "turn") this.board.guide?.endTurn();
    if (!wanted) this.cancelDrag();
    if (!this.down.size) this.rest();
  }

  /** Escape cancels a drag. @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || !this.copy) return;
    event.stopPropagation();
    this.cancelDrag();
  }

  rest() {
    this.gesture = "";
    this.block = null;
    this.board.root.classList.remove("moving");
  }

  /** Cancels the drag of a unit. */
  cancelDrag() {
    if (this.copy) this.board.guide?.out();
    this.copy?.remove();
    this.copy = null;
    this.block = null;
    this.guideShows = false;
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
      this.board.emit("area", { area: this.board.spotAt(x, y) });
    } else if (area) this.board.emit("area", { area: area.getAttribute("data-key") ?? "" });
  }

  /**
   * The block that a click chooses, and the block that another click would choose; Enter on a link chooses that link.
   * @param {Event} event
   * @param {Element | null} target
   * @returns {{block: Element | null, next: Element | null}}
   */
  picked(event, target) {
    const { board } = this;
    if (board.isOpen && event instanceof MouseEvent && event.detail && target && board.svg.contains(target)) {
      const { x, y } = board.view.at(event.clientX, event.clientY);
      return board.hits.tap(x, y);
    }
    return { block: target?.closest(".block, [data-board-off] [data-key]") ?? null, next: null };
  }

  /** @param {WheelEvent} event */
  turn(event) {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    this.board.view.zoom(Math.exp(-pixels * WHEEL * (event.ctrlKey ? 4 : 1)), event.clientX, event.clientY);
  }

  /** Two fingers on a trackpad in Safari, which sends gesture events where others send wheel events. @param {any} event */
  spread(event) {
    event.preventDefault();
    const before = event.type === "gesturestart" ? 1 : this.wide;
    this.wide = event.scale;
    if (!this.down.size) this.board.view.zoom(event.scale / before, event.clientX, event.clientY);
  }
}

/** Attributes of the dragged copy of a unit from beside the board. @type {[string, string][]} */
const BESIDE = [
  ["x", "-18"],
  ["y", "-12"],
  ["width", "36"],
  ["height", "24"],
];
