// @ts-check
// Hit test on an open table where several blocks overlap, such as a commander on a unit. A possible target comes first,
// then the block whose middle is nearest for its size; another tap chooses the next one.
import { share } from "./board_table.js";

/** Most pixels between two taps at the same place. */
const SAME = 14;

export class HitTest {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** The place of the last tap, and the blocks chosen by taps there. */
    this.last = { x: 0, y: 0 };
    /** @type {Set<Element>} */
    this.tried = new Set();
  }

  /** The blocks that cover a place, the likeliest first. @param {number} x @param {number} y @returns {Element[]} */
  at(x, y) {
    const { board } = this;
    return [...board.svg.querySelectorAll(".block:not(.ghost)")]
      .map((block) => ({ block, aim: block.matches(".aim"), far: share(block, board.place(block.getAttribute("data-key") ?? ""), { x, y }) }))
      .filter(({ far }) => far <= 1)
      .sort((one, other) => Number(other.aim) - Number(one.aim) || one.far - other.far)
      .map(({ block }) => block);
  }

  /** The block that Enter chooses at the cursor; if a unit is selected, only a target of it. @param {number} x @param {number} y */
  atCursor(x, y) {
    return this.at(x, y).find((block) => !this.board.selected || block.matches(".aim")) ?? null;
  }

  /**
   * The block that a tap chooses, and the block that another tap there would choose.
   * @param {number} x
   * @param {number} y
   * @returns {{block: Element | null, next: Element | null}}
   */
  tap(x, y) {
    if (Math.hypot(x - this.last.x, y - this.last.y) * this.board.view.scale > SAME) this.tried.clear();
    this.last = { x, y };
    const covering = this.at(x, y);
    const remaining = covering.filter((block) => !this.tried.has(block));
    const block = remaining[0] ?? this.board.block(this.board.selected) ?? null;
    if (!remaining.length) this.tried.clear();
    else this.tried.add(remaining[0]);
    return { block: covering.length ? block : null, next: remaining[1] ?? null };
  }
}
