// @ts-check
// Which block of an open table a pointer means where several cover the same place, as a commander's disc covers a part of
// his unit: whom one may act against, else the one whose middle is nearest for its size; tapped again, the next one.
import { share } from "./board_table.js";

/** Pixels between two taps that are at the same place. */
const SAME = 14;

export class Picking {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    /** Where the last tap was, and what taps there have chosen. */
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

  /** The block that Enter means where the keys have led: for a unit that is selected, ground, but for whom it may act against. @param {number} x @param {number} y */
  led(x, y) {
    return this.at(x, y).find((block) => !this.board.selected || block.matches(".aim")) ?? null;
  }

  /**
   * What a tap at a place chooses, and what one more tap there would choose.
   * @param {number} x
   * @param {number} y
   * @returns {{block: Element | null, next: Element | null}}
   */
  tap(x, y) {
    if (Math.hypot(x - this.last.x, y - this.last.y) * this.board.view.scale > SAME) this.tried.clear();
    this.last = { x, y };
    const found = this.at(x, y);
    const left = found.filter((block) => !this.tried.has(block));
    const block = left[0] ?? this.board.block(this.board.selected) ?? null;
    if (!left.length) this.tried.clear();
    else this.tried.add(left[0]);
    return { block: found.length ? block : null, next: left[1] ?? null };
  }
}
