// @ts-check
// Labels of an open table give way to each other where there is no room for all of them: first come those of what is
// pointed out, then places, then units, then the rest of the ground.

const LABELS = ".block:not(.ghost) .told, text.name";
const FIRST = [".block.on .told", ".block.aim .told", ".n-place", ".told"];

export class Labels {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.waiting = false;
    if (!board.isOpen) return;
    board.view.onScale.push(() => this.change());
    document.fonts.ready.then(() => this.change());
  }

  /** Makes room with the next frame. */
  change() {
    if (this.waiting || !this.board.isOpen) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.#part();
    });
  }

  #part() {
    const rank = (/** @type {Element} */ label) => FIRST.findIndex((one) => label.matches(one)) + FIRST.length * Number(!label.matches(FIRST.join()));
    const all = [...this.board.svg.querySelectorAll(LABELS)].map((label) => ({ label, rank: rank(label), box: label.getBoundingClientRect() }));
    const shown = all.filter(({ box }) => box.width > 0).sort((one, other) => one.rank - other.rank);
    /** @type {DOMRect[]} */
    const taken = [];
    for (const { label, box } of shown) {
      const crowded = taken.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom);
      label.classList.toggle("crowded", crowded);
      if (!crowded) taken.push(box);
    }
  }
}
