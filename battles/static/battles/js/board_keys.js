// @ts-check
// Keys on a board: arrows move the focus from area to area, Enter chooses, + - 0 change the view.

/** @typedef {import("./board.js").Board} Board */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Least and most steps to the next area, and the weight of a step to the side. */
const NEAR = 0.4;
const FAR = 1.7;
const ASIDE = 2;

/** @param {Board} board */
export function startKeys(board) {
  new Keys(board);
}

class Keys {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The line that arrow keys follow: on a hex board, up and down alternate between left and right. */
    this.line = { x: 0, y: 0, area: "" };
    board.frame.addEventListener("keydown", (event) => {
      if (event.altKey || event.metaKey || event.ctrlKey) return;
      if (this.press(event.key, event.shiftKey, event.target)) event.preventDefault();
    });
  }

  /** @param {string} key @param {boolean} shift @param {EventTarget | null} target @returns {boolean} true if the key is used here */
  press(key, shift, target) {
    const { board } = this;
    const here = target instanceof SVGElement ? target : null;
    if (key in ARROWS) return shift ? this.slide(ARROWS[key]) : board.isOpen ? this.go(ARROWS[key], here) : this.step(ARROWS[key], here);
    if (board.measure.press(key, here)) return true;
    if (key === "Enter" || key === " ") return this.choose(here, shift);
    if (key === "PageDown" || key === "PageUp") return this.next(key === "PageDown" ? 1 : -1);
    if (key === "+" || key === "=") board.look("in");
    else if (key === "-") board.look("out");
    else if (key === "0") board.look("whole");
    else if (key === "r" || key === "R") return board.emit("reach");
    else if (key === "Escape") {
      if (!board.emit("clear")) {
        board.select("");
        board.mark();
      }
    } else return false;
    return true;
  }

  /** Moves the view by a part of its size. @param {[number, number]} direction */
  slide([dx, dy]) {
    const { width, height } = this.board.view.size;
    this.board.view.pan(-dx * width * 0.2, -dy * height * 0.2);
    return true;
  }

  /** Moves the cursor over an open table. @param {[number, number]} direction @param {SVGElement | null} here */
  go(direction, here) {
    const { board } = this;
    const from = board.place(here?.getAttribute("data-key") ?? board.tabStop) ?? board.place(board.tabStop);
    if (from) board.cursor.step(from, direction);
    return from !== null;
  }

  /** Focuses the next area in a direction. @param {[number, number]} direction @param {SVGElement | null} here */
  step(direction, here) {
    const { board } = this;
    const from = here?.getAttribute("data-area") ?? here?.getAttribute("data-key") ?? "";
    const middle = board.place(board.area(from) ? from : board.block(board.tabStop)?.getAttribute("data-area") ?? "");
    if (!middle) return false;
    const track = this.line.area === from ? this.line : middle;
    const [dx, dy] = direction;
    const x = dx ? middle.x : track.x;
    const y = dy ? middle.y : track.y;
    const to = this.nearest(x, y, middle, direction);
    if (!to) return true;
    this.line = { x: dx ? (board.place(to)?.x ?? 0) : track.x, y: dy ? (board.place(to)?.y ?? 0) : track.y, area: to };
    board.focus(board.blocksOn(to)[0]?.getAttribute("data-key") ?? to);
    return true;
  }

  /**
   * The key of the next area in a direction.
   * @param {number} x of the line that is followed
   * @param {number} y
   * @param {{x: number, y: number}} from
   * @param {[number, number]} direction
   */
  nearest(x, y, from, [dx, dy]) {
    const { board } = this;
    const step = this.pace();
    let best = "";
    let least = Infinity;
    for (const area of board.svg.querySelectorAll(".areas [data-key]")) {
      const key = area.getAttribute("data-key") ?? "";
      const at = board.place(key);
      if (!at) continue;
      const on = ((at.x - from.x) * dx + (at.y - from.y) * dy) / step;
      const aside = Math.abs(dx ? at.y - y : at.x - x) / step;
      if (on < NEAR || on > FAR || aside > 1) continue;
      if (on + aside * ASIDE < least) [best, least] = [key, on + aside * ASIDE];
    }
    return best;
  }

  /** The size of an area. */
  pace() {
    const box = /** @type {SVGPathElement} */ (this.board.svg.querySelector(".areas [data-key]")).getBBox();
    return Math.min(box.width, box.height);
  }

  /** Chooses the focused element; with Shift the area under a unit. @param {SVGElement | null} here @param {boolean} shift */
  choose(here, shift) {
    const { board } = this;
    if (!here?.hasAttribute("data-key")) return false;
    const area = here.getAttribute("data-area") ?? here.getAttribute("data-key") ?? "";
    if (here.matches(".block") && !shift) {
      // A link handles its own click.
      if (here.hasAttribute("href")) return false;
      board.choose(here);
    } else {
      const spot = board.isOpen ? board.place(area) : null;
      const block = spot && !shift ? board.hits.atCursor(spot.x, spot.y) : null;
      if (block) board.choose(block);
      else board.emit("area", { area: spot ? board.spotAt(spot.x, spot.y) : area });
    }
    return true;
  }

  /** Focuses the next unit, or the one before. @param {number} by */
  next(by) {
    const { board } = this;
    const keys = [...board.svg.querySelectorAll(".block:not(.ghost)")].map((each) => each.getAttribute("data-key") ?? "");
    if (!keys.length) return false;
    board.focus(keys[(keys.indexOf(board.tabStop) + by + keys.length) % keys.length]);
    return true;
  }
}
