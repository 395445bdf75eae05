// @ts-check
// Places the labels of an open table so that they do not overlap, and hides those without room. Order of precedence:
// selected unit, reach outlines, targets, places, units and their formations, commanders, other terrain. A label is below
// its block, else above or beside it, and never beyond the edge of the table.

const LABELS = ".block:not(.ghost) .told, text.name, .reach-name";
const FIRST = [".block.on .told", ".reach-name", ".block.aim .told", ".n-place", ".block:not(.leader) .told", ".told"];
/** Pixels between a label and the block beside it. */
const GAP = 3;
/** Places on an outline that are tried for its name. */
const ROUND = 24;
/** Largest share of a label that may cover blocks. */
const SPARE = 0.25;

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

export class Labels {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.waiting = false;
    /** Labels moved from their drawn place. @type {Set<SVGElement>} */
    this.moved = new Set();
    if (!board.isOpen) return;
    board.view.onScale.push(() => this.change());
    document.fonts.ready.then(() => this.change());
  }

  /** Arranges the labels with the next frame. */
  change() {
    if (this.waiting || !this.board.isOpen) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.#arrange();
    });
  }

  #arrange() {
    const { svg } = this.board;
    for (const label of this.moved) label.style.translate = "";
    this.moved.clear();
    const edge = boxOf(svg.querySelector(".t-ground"));
    /** Blocks and named structures, which must not be hidden. @type {Map<Element, Box>} */
    const obstacles = new Map();
    for (const block of svg.querySelectorAll(".block:not(.ghost)")) obstacles.set(block, boxOf(block.querySelector(".hit")));
    for (const name of svg.querySelectorAll("text[data-about]")) obstacles.set(name, this.#structure(name, edge));
    const all = [...svg.querySelectorAll(LABELS)]
      .map((label) => ({ label: /** @type {SVGElement} */ (label), rank: rankOf(label), box: boxOf(label) }))
      .filter(({ box }) => box.width > 0)
      .sort((one, other) => one.rank - other.rank);
    /** @type {Box[]} */
    const placed = [];
    for (const { label, box } of all) {
      const named = label.closest(".block") ?? label;
      const others = [...obstacles].filter(([each]) => each !== named).map(([, each]) => each);
      const spots = label.matches(".reach-name") ? this.#round(label, box, edge) : labelSpots(box, obstacles.get(named) ?? null, label.matches(".told:not(.body)"));
      const spot = best(spots.map((spot) => within(spot, box, edge)), placed, others);
      label.classList.toggle("crowded", !spot);
      if (spot) placed.push(spot);
      if (spot) this.#move(label, spot.left - box.left, spot.top - box.top);
    }
  }

  /** The box of the structure of a name. @param {Element} name @param {Box} edge */
  #structure(name, edge) {
    const about = name.getAttribute("data-about") ?? "";
    const [x, y, wide, high] = about.split(" ").map((each) => Number(each) * this.board.view.scale);
    return { left: edge.left + x - wide / 2, top: edge.top + y - high / 2, width: wide, height: high };
  }

  /** Places for the name of an outline: its drawn place, then others on the line. @param {SVGElement} label @param {Box} box @param {Box} edge @returns {[number, number][]} */
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
  const rank = FIRST.findIndex((one) => label.matches(one));
  return rank < 0 ? FIRST.length : rank;
}

/**
 * Places for a label: its drawn place, then around its block.
 * @param {Box} box as it is drawn
 * @param {Box | null} about
 * @param {boolean} close true for labels of many similar blocks, which would be ambiguous at a corner
 * @returns {[number, number][]} left and top
 */
function labelSpots({ left: x0, top: y0, width, height }, about, close) {
  if (!about) return [[x0, y0], [x0, y0 - height], [x0, y0 + height]];
  const [x, y] = [about.left + about.width / 2 - width / 2, about.top + about.height / 2 - height / 2];
  const [above, below] = [about.top - height, about.top + about.height];
  const [left, right] = [about.left - width - GAP, about.left + about.width + GAP];
  /** @type {[number, number][]} */
  const sides = [[x0, y0], [x, above], [right, y], [left, y]];
  return close ? sides : [...sides, [right, below], [left, below], [right, above], [left, above]];
}

/** A box of the same size at a place, moved inside the edge. @param {[number, number]} place @param {Box} box @param {Box} edge @returns {Box} */
function within([left, top], { width, height }, edge) {
  return {
    left: Math.max(edge.left, Math.min(left, edge.left + edge.width - width)),
    top: Math.max(edge.top, Math.min(top, edge.top + edge.height - height)),
    width,
    height,
  };
}

/**
 * The first place clear of labels and blocks, else the place that hides least of the blocks; null if there is none.
 * @param {Box[]} places
 * @param {Box[]} placed labels
 * @param {Box[]} others
 */
function best(places, placed, others) {
  let least = SPARE;
  let fallback = null;
  for (const place of places) {
    if (placed.some((one) => over(one, place) > 0)) continue;
    const hidden = others.reduce((sum, one) => sum + over(one, place), 0) / (place.width * place.height);
    if (!hidden) return place;
    if (hidden < least) [least, fallback] = [hidden, place];
  }
  return fallback;
}

/** The common area of two boxes. @param {Box} one @param {Box} two */
function over(one, two) {
  const wide = Math.min(one.left + one.width, two.left + two.width) - Math.max(one.left, two.left);
  const high = Math.min(one.top + one.height, two.top + two.height) - Math.max(one.top, two.top);
  return wide > 0 && high > 0 ? wide * high : 0;
}
