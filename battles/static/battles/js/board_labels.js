// @ts-check
// Labels of an open table give way to each other where there is no room for all of them: first come those of what is
// pointed out, then places, then units, then the rest of the ground. Those that would reach over its edge keep within it.

const LABELS = ".block:not(.ghost) .told, text.name";
const FIRST = [".block.on .told", ".block.aim .told", ".n-place", ".told"];

export class Labels {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.waiting = false;
    /** What is moved in from the edge. @type {Set<HTMLElement | SVGElement>} */
    this.held = new Set();
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
    for (const label of this.held) label.style.translate = "";
    this.held.clear();
    const all = [...this.board.svg.querySelectorAll(LABELS)].map((label) => ({ label, rank: rank(label), box: label.getBoundingClientRect() }));
    const edge = this.board.svg.getBoundingClientRect();
    for (const each of all) each.box = this.#hold(each.label, each.box, edge);
    const shown = all.filter(({ box }) => box.width > 0).sort((one, other) => one.rank - other.rank);
    /** @type {DOMRect[]} */
    const taken = [];
    for (const { label, box } of shown) {
      const crowded = taken.some((one) => one.left < box.right && box.left < one.right && one.top < box.bottom && box.top < one.bottom);
      label.classList.toggle("crowded", crowded);
      if (!crowded) taken.push(box);
    }
  }

  /** Moves a label in from the edge of the ground; where it is then. @param {Element} label @param {DOMRect} box @param {DOMRect} edge */
  #hold(label, box, edge) {
    const x = Math.max(edge.left - box.left, Math.min(0, edge.right - box.right));
    const y = Math.max(edge.top - box.top, Math.min(0, edge.bottom - box.bottom));
    if (!box.width || (!x && !y) || !(label instanceof SVGElement)) return box;
    const { scale } = this.board.view;
    label.style.translate = `${x / scale}px ${y / scale}px`;
    this.held.add(label);
    return new DOMRect(box.x + x, box.y + y, box.width, box.height);
  }
}
