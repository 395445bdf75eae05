// @ts-check
// Places the labels of a board so that they do not overlap, and hides those without room: here those of an open table,
// in hex_labels.js those of hexes. Order of precedence:
// selected unit, reach outlines, targets, places, units and their formations, commanders, other terrain. A label is below
// its block, else above or beside it, and never beyond the edge of the table.

import { alongBoxes, arrangeHexLabels, isFree, measured, setAlong } from "./hex_labels.js";

const LABELS = ".block:not(.ghost) .told, text.name:not(.course), .reach-name";
const FIRST = [".block.on .told", ".reach-name", ".block.aim .told", ".n-place", ".block:not(.leader) .told", ".told"];
/** Pixels between a label and the block beside it. */
const GAP = 3;
/** Places on an outline that are tried for its name. */
const ROUND = 24;
/** Sideways places of a name of terrain, as shares of its width. */
const ASIDE = [0.35, -0.35, 0.7, -0.7];

/** @typedef {{left: number, top: number, width: number, height: number}} Box */
/** @typedef {{box: Box, corners: DOMPoint[]}} Obstacle a block or structure: its box, and its corners in order */

export class Labels {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.waiting = false;
    /** Labels moved from their drawn place. @type {Set<SVGElement>} */
    this.moved = new Set();
    board.view.onScale.push(() => this.change());
    document.fonts.ready.then(() => this.change());
  }

  /** Arranges the labels with the next frame. */
  change() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      if (this.board.isOpen) this.#arrange();
      else arrangeHexLabels(this.board.svg);
    });
  }

  #arrange() {
    const { svg } = this.board;
    for (const label of this.moved) label.style.translate = "";
    this.moved.clear();
    const edge = boxOf(svg.querySelector(".t-ground"));
    /** Blocks and named structures, which must not be hidden. @type {Map<Element, Obstacle>} */
    const obstacles = new Map();
    for (const block of svg.querySelectorAll(".block:not(.ghost)")) obstacles.set(block, turned(block.querySelector(".k, use")));
    for (const name of svg.querySelectorAll("text[data-about]")) obstacles.set(name, upright(this.#structure(name, edge)));
    const all = [...svg.querySelectorAll(LABELS)]
      .map((label) => ({ label: /** @type {SVGElement} */ (label), rank: rankOf(label), box: boxOf(label) }))
      .filter(({ box }) => box.width > 0)
      .sort((one, other) => one.rank - other.rank);
    /** @type {Box[]} */
    const placed = [];
    for (const { label, box } of all) {
      const named = label.closest(".block") ?? label;
      const others = [...obstacles].filter(([each]) => each !== named || named !== label).map(([, each]) => each);
      const spots = label.matches(".reach-name") ? this.#round(label, box, edge) : labelSpots(box, obstacles.get(named)?.box ?? null, label.matches(".told:not(.body)"));
      const spot = best(spots.map((spot) => within(spot, box, edge)), placed, others);
      label.classList.toggle("crowded", !spot);
      if (spot) placed.push(spot);
      if (spot) this.#move(label, spot.left - box.left, spot.top - box.top);
    }
    this.#along([...placed, ...[...obstacles.values()].map(({ box }) => box)], edge);
  }

  /** Places the names along roads and streams: the first free place that is visible, else one that is not cut.
   * @param {Box[]} boxes what they must not cover @param {Box} edge */
  #along(boxes, edge) {
    const { svg, view } = this.board;
    const { x, y, scale, size } = view;
    /** @type {import("./hex_labels.js").Box[]} */
    const taken = boxes.map(({ left, top, width, height }) => [
      (left - edge.left) / scale,
      (top - edge.top) / scale,
      (left + width - edge.left) / scale,
      (top + height - edge.top) / scale,
    ]);
    for (const text of svg.querySelectorAll("text.course[data-places]")) {
      const name = measured(/** @type {SVGTextElement} */ (text));
      if (!name.wide) continue;
      const places = (text.getAttribute("data-places") ?? "").split(";").map((place) => place.split(" "));
      const free = places
        .map((place) => ({ place, boxes: alongBoxes(svg, text, name.wide, name.size, place) }))
        .filter((each) => each.boxes.every((box) => isFree(box, taken)));
      const isSeen = (/** @type {import("./hex_labels.js").Box} */ [left, top, right, bottom]) =>
        left >= x && top >= y && right <= x + size.width / scale && bottom <= y + size.height / scale;
      const isWhole = (/** @type {typeof free[number]} */ each) => each.boxes.every(isSeen) || !each.boxes.some(isSeen);
      const best = free.find((each) => each.boxes.every(isSeen)) ?? free.find(isWhole) ?? free[0];
      text.classList.toggle("crowded", !best);
      if (!best) continue;
      setAlong(name.text, best.place);
      taken.push(...best.boxes);
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
  if (!about) {
    const rows = [y0, y0 - height, y0 + height, y0 - 2 * height, y0 + 2 * height];
    return rows.flatMap((y) => /** @type {[number, number][]} */ ([[x0, y], ...ASIDE.map((share) => [x0 + share * width, y])]));
  }
  const [x, y] = [about.left + about.width / 2 - width / 2, about.top + about.height / 2 - height / 2];
  const [above, below] = [about.top - height, about.top + about.height];
  const [left, right] = [about.left - width - GAP, about.left + about.width + GAP];
  /** @type {[number, number][]} */
  const sides = [[x0, y0], [x, below], [x, above], [right, y], [left, y]];
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
 * The first place clear of labels and blocks; null if there is none.
 * @param {Box[]} places
 * @param {Box[]} placed labels
 * @param {Obstacle[]} others
 */
function best(places, placed, others) {
  const isFree = (/** @type {Box} */ place) =>
    !placed.some((one) => over(one, place)) && !others.some((one) => over(one.box, place) && crosses(upright(place).corners, one.corners));
  return places.find(isFree) ?? null;
}

/** A block as it is turned on the screen, with its front mark. @param {Element | null} drawn @returns {Obstacle} */
function turned(drawn) {
  const matrix = drawn instanceof SVGGraphicsElement ? drawn.getScreenCTM() : null;
  if (!matrix || !(drawn instanceof SVGGraphicsElement)) return upright(boxOf(drawn));
  const { x, y, width, height } = drawn.getBBox();
  const ends = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
  const corners = ends.map(([one, two]) => new DOMPoint(one, two).matrixTransform(matrix));
  const [across, down] = [corners.map((each) => each.x), corners.map((each) => each.y)];
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { box: { left, top, width: Math.max(...across) - left, height: Math.max(...down) - top }, corners };
}

/** @param {Box} box @returns {Obstacle} */
function upright(box) {
  const { left, top, width, height } = box;
  return { box, corners: [[left, top], [left + width, top], [left + width, top + height], [left, top + height]].map(([x, y]) => new DOMPoint(x, y)) };
}

/** True if two rectangles overlap, however they are turned. @param {DOMPoint[]} one @param {DOMPoint[]} two */
function crosses(one, two) {
  return !divides(one, two) && !divides(two, one);
}

/** True if all of ``two`` lies beyond one side of ``one``. @param {DOMPoint[]} one @param {DOMPoint[]} two */
function divides(one, two) {
  return one.some((at, index) => {
    const next = one[(index + 1) % one.length];
    return two.every((to) => (next.x - at.x) * (to.y - at.y) - (next.y - at.y) * (to.x - at.x) <= 0);
  });
}

/** True if two boxes overlap. @param {Box} one @param {Box} two */
function over(one, two) {
  const wide = Math.min(one.left + one.width, two.left + two.width) - Math.max(one.left, two.left);
  const high = Math.min(one.top + one.height, two.top + two.height) - Math.max(one.top, two.top);
  return wide > 0 && high > 0;
}
