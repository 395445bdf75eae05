// @ts-check
// What a pointer takes hold of on a table that is drawn, and carries: a feature, or one of its corners.
import { thingAt } from "./shapes.js";

/** @typedef {import("./shapes.js").Point} Point */
/** @typedef {import("./shapes.js").Thing} Thing */

/** What lies at a point: for a brush that bends the nearest corner within reach. @param {string} draws @param {Thing[]} lying @param {Point} point @param {number} reach @returns {Thing | null} */
export function heldAt(draws, lying, point, reach) {
  if (draws !== "bend") return thingAt(lying, point, reach);
  const off = (/** @type {Thing} */ thing) => far(thing.points[corner(thing, point)], point);
  const found = lying.filter((thing) => off(thing) <= reach).sort((one, other) => off(one) - off(other));
  return found[0] ?? null;
}

/** The outline of what is carried, as far as it has come. @param {string} draws @param {Thing} thing @param {Point} from @param {Point} to @returns {Point[]} */
export function carried(draws, thing, from, to) {
  if (draws !== "bend") return thing.points.map(([x, y]) => [x + to[0] - from[0], y + to[1] - from[1]]);
  const bent = corner(thing, from);
  return thing.points.map((point, index) => (index === bent ? to : point));
}

/** Which of its corners is nearest to a point. @param {Thing} thing @param {Point} point */
function corner({ points }, point) {
  return points.reduce((best, one, index) => (far(one, point) < far(points[best], point) ? index : best), 0);
}

/** @param {Point} one @param {Point} other */
function far([x, y], [x2, y2]) {
  return Math.hypot(x - x2, y - y2);
}
