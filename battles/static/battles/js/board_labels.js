// @ts-check
// Labels of an open table find a place beside what they name, and give way to each other where there is none: first come
// those of what is pointed out, then of how far it reaches, then places, then units and the bodies they form, then
// commanders, then the rest of the ground. A label stands below what it names, else above it or at its side; none reaches
// over the edge of the table.

const LABELS = ".block:not(.ghost) .told, text.name, .reach-name";
const FIRST = [".block.on .told", ".reach-name", ".block.aim .told", ".n-place", ".block:not(.leader) .told", ".told"];
/** Pixels between a label and what it names at its side. */
const GAP = 3;
/** Places on an outline where its name may stand. */
const ROUND = 24;
/** The share of a label that may lie on what stands there, where no place is better. */
const SPARE = 0.25;

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

export class Labels {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.waiting = false;
    /** What is moved from where it is drawn. @type {Set<SVGElement>} */
    this.moved = new Set();
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
    const { svg } = this.board;
    for (const label of this.moved) label.style.translate = "";
    this.moved.clear();
    const edge = boxOf(svg.querySelector(".t-ground"));
    /** What stands on the table and must not be hidden: units, and structures with a name. @type {Map<Element, Box>} */
    const standing = new Map();
    for (const block of svg.querySelectorAll(".block:not(.ghost)")) standing.set(block, boxOf(block.querySelector(".hit")));
    for (const name of svg.querySelectorAll("text[data-about]")) standing.set(name, this.#structure(name, edge));
    const all = [...svg.querySelectorAll(LABELS)]
      .map((label) => ({ label: /** @type {SVGElement} */ (label), rank: rankOf(label), box: boxOf(label) }))
      .filter(({ box }) => box.width > 0)
      .sort((one, other) => one.rank - other.rank);
    /** @type {Box[]} */
    const taken = [];
    for (const { label, box } of all) {
      const named = label.closest(".block") ?? label;
      const others = [...standing].filter(([each]) => each !== named).map(([, each]) => each);
      const spots = label.matches(".reach-name") ? this.#round(label, box, edge) : ways(box, standing.get(named) ?? null, label.matches(".told:not(.body)"));
      const found = best(spots.map((spot) => within(spot, box, edge)), taken, others);
      label.classList.toggle("crowded", !found);
      if (found) taken.push(found);
      if (found) this.#move(label, found.left - box.left, found.top - box.top);
    }
  }

  /** Where the structure is seen that has a name. @param {Element} name @param {Box} edge */
  #structure(name, edge) {
    const about = name.getAttribute("data-about") ?? "";
    const [x, y, wide, high] = about.split(" ").map((each) => Number(each) * this.board.view.scale);
    return { left: edge.left + x - wide / 2, top: edge.top + y - high / 2, width: wide, height: high };
  }

  /** Where the name of an outline may stand: where it is drawn, else on the line elsewhere. @param {SVGElement} label @param {Box} box @param {Box} edge @returns {[number, number][]} */
  #round(label, box, edge) {
    const line = label.previousElementSibling;
    if (!(line instanceof SVGPathElement)) return [[box.left, box.top]];
    const [long, { scale }] = [line.getTotalLength(), this.board.view];
    const spots = Array.from({ length: ROUND }, (_, index) => line.getPointAtLength((long * index) / ROUND));
    const boxes = spots.map(({ x, y }) => [edge.left + x * scale - box.width / 2, edge.top + y * scale - box.height / 2]);
    return [[box.left, box.top], .../** @type {[number, number][]} */ (boxes)];
  }

  /** @param {SVGElement} label @param {number} dx pixels @param {number} dy */
  #move(label, dx, dy) {
    if (!dx && !dy) return;
    const { scale } = this.board.view;
    label.style.translate = `${dx / scale}px ${dy / scale}px`;
    this.moved.add(label);
  }
}

/** @param {Element | null} element @returns {Box} */
function boxOf(element) {
  return element?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0, height: 0 };
}

/** @param {Element} label */
function rankOf(label) {
  const found = FIRST.findIndex((one) => label.matches(one));
  return found < 0 ? FIRST.length : found;
}

/**
 * Where a label may stand: where it is drawn, then about what it names.
 * @param {Box} box as it is drawn
 * @param {Box | null} about
 * @param {boolean} close whether it is one of many, which nobody could tell apart at a corner
 * @returns {[number, number][]} left and top
 */
function ways({ left: x0, top: y0, width, height }, about, close) {
  if (!about) return [[x0, y0], [x0, y0 - height], [x0, y0 + height]];
  const [x, y] = [about.left + about.width / 2 - width / 2, about.top + about.height / 2 - height / 2];
  const [above, below] = [about.top - height, about.top + about.height];
  const [left, right] = [about.left - width - GAP, about.left + about.width + GAP];
  /** @type {[number, number][]} */
  const sides = [[x0, y0], [x, above], [right, y], [left, y]];
  return close ? sides : [...sides, [right, below], [left, below], [right, above], [left, above]];
}

/** A box of the size of another at a place, moved in from the edge. @param {[number, number]} place @param {Box} box @param {Box} edge @returns {Box} */
function within([left, top], { width, height }, edge) {
  return {
    left: Math.max(edge.left, Math.min(left, edge.left + edge.width - width)),
    top: Math.max(edge.top, Math.min(top, edge.top + edge.height - height)),
    width,
    height,
  };
}

/**
 * The first place that is clear of labels and of all that stands there, else the one that hides least of what stands there; null where there is none.
 * @param {Box[]} places
 * @param {Box[]} taken by labels
 * @param {Box[]} others
 */
function best(places, taken, others) {
  let least = SPARE;
  let found = null;
  for (const place of places) {
    if (taken.some((one) => over(one, place) > 0)) continue;
    const hidden = others.reduce((sum, one) => sum + over(one, place), 0) / (place.width * place.height);
    if (!hidden) return place;
    if (hidden < least) [least, found] = [hidden, place];
  }
  return found;
}

/** How much two boxes share. @param {Box} one @param {Box} two */
function over(one, two) {
  const wide = Math.min(one.left + one.width, two.left + two.width) - Math.max(one.left, two.left);
  const high = Math.min(one.top + one.height, two.top + two.height) - Math.max(one.top, two.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
