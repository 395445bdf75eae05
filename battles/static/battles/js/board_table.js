// @ts-check
// Geometry of an open table: keys of spots, bases of blocks, outlines and distances.

const SPOT = /^at (-?\d+) (-?\d+)$/;
/** Units from a base to its outline, of the ring around a spot, and of a leader without a base. */
const RIM = 3;
const RING = 5;
const DISC = 12.5;
const SIDES = 16;

/** @typedef {{x: number, y: number}} Place */
/** Corners, and how far beyond them a shape reaches. @typedef {{corners: Place[], round: number}} Shape */

/** The key of a spot. @param {number} x @param {number} y */
export function spotKey(x, y) {
  return `at ${Math.round(x)} ${Math.round(y)}`;
}

/** The spot of a key, null for any other key. @param {string} key @returns {DOMPoint | null} */
export function spotOf(key) {
  const match = SPOT.exec(key);
  return match ? new DOMPoint(Number(match[1]), Number(match[2])) : null;
}

/** The ring around a spot. @param {Place} at */
export function ring({ x, y }) {
  return `M${x - RING} ${y}a${RING} ${RING} 0 1 0 ${2 * RING} 0a${RING} ${RING} 0 1 0 ${-2 * RING} 0z`;
}

/** The base of a block, or a disc. @param {Element} block @param {Place} at @returns {Shape} */
export function shapeOf(block, at) {
  const [wide, deep] = (block.getAttribute("data-size") ?? "").split(" ").map(Number);
  if (!deep || block.matches(".leader")) return { corners: [at], round: wide ? wide / 2 : DISC };
  const turn = (Number(block.getAttribute("data-turn")) * Math.PI) / 1800;
  return { corners: turned(at, wide / 2, deep / 2, turn), round: 0 };
}

/**
 * Relative distance of a place from the middle of a block: 0 in the middle, 1 at the edge of its clickable area.
 * @param {Element} block
 * @param {Place | null} at
 * @param {Place} place
 */
export function share(block, at, { x, y }) {
  if (!at) return Infinity;
  const [dx, dy] = [x - at.x, y - at.y];
  const [wide, deep] = (block.getAttribute("data-size") ?? "").split(" ").map(Number);
  if (!deep || block.matches(".leader")) return Math.hypot(dx, dy) / (wide ? wide / 2 : DISC);
  const turn = (Number(block.getAttribute("data-turn")) * Math.PI) / 1800;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return Math.max(Math.abs(dx * cos + dy * sin) / (wide / 2 + RIM), Math.abs(dy * cos - dx * sin) / (deep / 2 + RIM));
}

/** The outline of a block. @param {Element} block @param {Place} at */
export function outlineOf(block, at) {
  const { corners, round } = shapeOf(block, at);
  if (!round) {
    const [wide, deep] = (block.getAttribute("data-size") ?? "").split(" ").map(Number);
    const turn = (Number(block.getAttribute("data-turn")) * Math.PI) / 1800;
    return line(turned(at, wide / 2 + RIM, deep / 2 + RIM, turn));
  }
  const radius = round + RIM;
  const angles = Array.from({ length: SIDES }, (_, index) => (2 * Math.PI * index) / SIDES);
  return line(angles.map((angle) => ({ x: corners[0].x + radius * Math.sin(angle), y: corners[0].y - radius * Math.cos(angle) })));
}

/** @param {Place} at @param {number} x @param {number} y @param {number} turn in radians, clockwise @returns {Place[]} */
function turned(at, x, y, turn) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const corners = [[-x, -y], [x, -y], [x, y], [-x, y]];
  return corners.map(([dx, dy]) => ({ x: at.x + dx * cos - dy * sin, y: at.y + dx * sin + dy * cos }));
}

/** A closed line. @param {Place[]} corners */
function line(corners) {
  return `M${corners.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}z`;
}

/** The two ends of the shortest line between two shapes; equal if they touch. @param {Shape} one @param {Shape} two @returns {[Place, Place]} */
export function between(one, two) {
  if (within(one, two) || within(two, one)) return [one.corners[0], one.corners[0]];
  const ways = [...from(one, two), ...from(two, one).map(([start, end]) => /** @type {[Place, Place]} */ ([end, start]))];
  const [start, end] = ways.reduce((best, way) => (lengthOf(way) < lengthOf(best) ? way : best));
  const long = lengthOf([start, end]);
  if (long <= one.round + two.round || crossing(one, two)) return [start, start];
  return [toward(start, end, one.round / long), toward(end, start, two.round / long)];
}

/** The length of a line. @param {[Place, Place]} line */
export function lengthOf([start, end]) {
  return Math.hypot(end.x - start.x, end.y - start.y);
}

/** From each corner of a shape to the nearest place of the other. @param {Shape} one @param {Shape} two @returns {[Place, Place][]} */
function from(one, two) {
  return one.corners.flatMap((corner) => sides(two).map((side) => /** @type {[Place, Place]} */ ([corner, nearest(corner, side)])));
}

/** @param {Shape} shape @returns {[Place, Place][]} */
function sides({ corners }) {
  return corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]]);
}

/** @param {Place} at @param {[Place, Place]} side @returns {Place} */
function nearest(at, [start, end]) {
  const [dx, dy] = [end.x - start.x, end.y - start.y];
  const long = dx * dx + dy * dy;
  const share = long ? ((at.x - start.x) * dx + (at.y - start.y) * dy) / long : 0;
  return toward(start, end, Math.min(1, Math.max(0, share)));
}

/** @param {Place} start @param {Place} end @param {number} share @returns {Place} */
function toward(start, end, share) {
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/** True if the first corner of a shape is inside the other. @param {Shape} one @param {Shape} two */
function within(one, two) {
  const [at] = one.corners;
  return two.corners.length > 2 && sides(two).every((side) => across(side, at) >= 0);
}

/** True if sides of two shapes cross. @param {Shape} one @param {Shape} two */
function crossing(one, two) {
  const cross = (/** @type {[Place, Place]} */ a, /** @type {[Place, Place]} */ b) =>
    across(a, b[0]) * across(a, b[1]) < 0 && across(b, a[0]) * across(b, a[1]) < 0;
  return sides(one).some((a) => sides(two).some((b) => cross(a, b)));
}

/** Sign of the side of a line that a place is on. @param {[Place, Place]} side @param {Place} at */
function across([start, end], at) {
  return (end.x - start.x) * (at.y - start.y) - (end.y - start.y) * (at.x - start.x);
}
