// @ts-check
// Points, lines and outlines on a board: hit test, and simplification of freehand lines.

/** @typedef {[number, number]} Point */
/** A terrain feature: an outline, or a line if it has a width. @typedef {{key: string, words: string, points: Point[], wide?: number}} Thing */

/** The distance of a point from a segment. @param {Point} point @param {Point} start @param {Point} end */
export function away([x, y], [x1, y1], [x2, y2]) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const share = square ? Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square)) : 0;
  return Math.hypot(x - x1 - share * dx, y - y1 - share * dy);
}

/** True if a point is inside an outline. @param {Point} point @param {Point[]} outline */
export function inside([x, y], outline) {
  let within = false;
  outline.forEach(([x1, y1], index) => {
    const [x2, y2] = outline[(index + outline.length - 1) % outline.length];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within;
  });
  return within;
}

/** Twice the area of an outline. @param {Point[]} outline */
function area(outline) {
  return Math.abs(outline.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = outline[(index + 1) % outline.length];
    return sum + x * nextY - y * nextX;
  }, 0));
}

/** The feature at a point: a line within reach, else the smallest outline around it. @param {Thing[]} things @param {Point} point @param {number} reach @returns {Thing | null} */
export function thingAt(things, point, reach) {
  let best = null;
  let least = Infinity;
  for (const thing of things) {
    if (thing.wide === undefined) continue;
    const distance = Math.min(...thing.points.slice(1).map((end, index) => away(point, thing.points[index], end)));
    if (distance <= thing.wide / 2 + reach && distance < least) [best, least] = [thing, distance];
  }
  const about = things.filter((thing) => thing.wide === undefined && inside(point, thing.points));
  about.sort((one, other) => area(one.points) - area(other.points));
  const small = about[0];
  // A bridge is on top of its stream; a wood may be beside it.
  return best && small ? (area(small.points) < 60_000 ? small : best) : (best ?? small ?? null);
}

/** A line with fewer corners that stays within a distance of the original. @param {Point[]} points @param {number} within @returns {Point[]} */
export function simpler(points, within) {
  if (points.length < 3) return points;
  const last = points.length - 1;
  let distance = 0;
  let place = 0;
  for (let index = 1; index < last; index++) {
    const offset = away(points[index], points[0], points[last]);
    if (offset > distance) [distance, place] = [offset, index];
  }
  if (distance <= within) return [points[0], points[last]];
  return [...simpler(points.slice(0, place + 1), within).slice(0, -1), ...simpler(points.slice(place), within)];
}

/** A line with at most ``most`` corners. @param {Point[]} points @param {number} within @param {number} most @returns {Point[]} */
export function atMost(points, within, most) {
  let line = simpler(points, within);
  for (let loose = within * 1.5; line.length > most; loose *= 1.5) line = simpler(points, loose);
  return line;
}
