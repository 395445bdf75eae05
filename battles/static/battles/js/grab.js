// @ts-check
// The feature, or corner of a feature, that a pointer grabs and moves on a drawn table.
import { thingAt } from "./shapes.js";

/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./shapes.js").Thing} Thing */

/** The feature at a point; for the bend brush, the one with the nearest corner within reach. @param {string} draws @param {Thing[]} lying @param {Point} point @param {number} reach @returns {Thing | null} */
export function grabbedAt(draws, lying, point, reach) {
  if (draws !== "bend") return thingAt(lying, point, reach);
  const distanceTo = (/** @type {Thing} */ thing) => distance(thing.points[corner(thing, point)], point);
  const near = lying.filter((thing) => distanceTo(thing) <= reach).sort((one, other) => distanceTo(one) - distanceTo(other));
  return near[0] ?? null;
}

/** The outline of a grabbed feature, moved from one point to another. @param {string} draws @param {Thing} thing @param {Point} from @param {Point} to @returns {Point[]} */
export function movedOutline(draws, thing, from, to) {
  if (draws !== "bend") return thing.points.map(([x, y]) => [x + to[0] - from[0], y + to[1] - from[1]]);
  const bent = corner(thing, from);
  return thing.points.map((point, index) => (index === bent ? to : point));
}

/** The index of the corner nearest to a point. @param {Thing} thing @param {Point} point */
function corner({ points }, point) {
  return points.reduce((best, one, index) => (distance(one, point) < distance(points[best], point) ? index : best), 0);
}

/** @param {Point} one @param {Point} other */
function distance([x, y], [x2, y2]) {
  return Math.hypot(x - x2, y - y2);
}
