// @ts-check
// Places and facings that a unit may take, as sent by the server. Places are in units of the board, angles in tenths of a
// degree; boards with and without areas work alike.

/**
 * A place with a facing. ``at`` is the key sent to the server, ``name`` the name of this pose on the page, ``bends`` the
 * places where the way there turns.
 * @typedef {{name: string, at: string, x: number, y: number, turn: number, figures: import("./board_preview.js").Figure[], bends?: import("./board_preview.js").Point[]}} Pose
 *
 * Poses of a unit by place. ``near``: the pose for a clicked place, ``previous`` is the previous one, if any. ``facing``: the
 * pose at the same place nearest to an angle. ``of``: all poses of a key. ``count``: their number. ``usual``: the one most
 * like the present pose. ``called``: the pose of a name. ``reach``: how distance from its place a pose is still chosen.
 * @typedef {object} Places
 * @property {number} reach
 * @property {(x: number, y: number, previous: Pose | null) => Pose | null} near
 * @property {(pose: Pose, angle: number) => Pose} facing
 * @property {(at: string) => Pose[]} of
 * @property {(at: string) => number} count
 * @property {(at: string) => Pose | null} usual
 * @property {(name: string) => Pose | null} called
 */

const FULL = 3600;
/** A chosen pose is released a little later than it is taken, so that it does not flicker. */
const STICKINESS = 1.15;
/** Share of the reach within which the pointer does not change the angle. */
const MIDDLE = 0.45;

/**
 * @typedef {object} Data
 * @property {string[]} drawings
 * @property {[number, number, number, number][][][]} ways
 * @property {[string, number, number, number, number][]} spots
 * @property {number} near
 * @property {Record<string, [number, number][]>} [bends]
 */

/** Poses from the list of the server. @implements {Places} */
export class PoseList {
  /** @param {Data} data */
  constructor(data) {
    this.data = data;
    this.reach = data.near;
    /** @type {Map<string, number>} */
    this.spots = new Map(data.spots.map(([at], index) => [at, index]));
  }

  /** @param {number} spot @param {number} index @returns {Pose} */
  #pose(spot, index) {
    const [at, x, y, way] = this.data.spots[spot];
    const figures = this.data.ways[way][index].map(([drawing, dx, dy, turn]) => ({
      drawing: this.data.drawings[drawing],
      x: x + dx,
      y: y + dy,
      turn,
    }));
    const [first] = figures;
    const name = `${spot}:${index}`;
    const bends = (this.data.bends?.[name] ?? this.data.bends?.[spot] ?? []).map(([x, y]) => ({ x, y }));
    return { name, at, x: first.x, y: first.y, turn: first.turn, figures: figures.reverse(), bends };
  }

  /** @param {string} at */
  count(at) {
    const spot = this.spots.get(at);
    return spot === undefined ? 0 : this.data.ways[this.data.spots[spot][3]].length;
  }

  /** @param {string} at */
  of(at) {
    const spot = this.spots.get(at) ?? -1;
    return Array.from({ length: this.count(at) }, (_, index) => this.#pose(spot, index));
  }

  /** @param {string} at */
  usual(at) {
    const spot = this.spots.get(at);
    return spot === undefined ? null : this.#pose(spot, this.data.spots[spot][4]);
  }

  /** @param {string} name */
  called(name) {
    const [spot, index] = name.split(":").map(Number);
    const way = this.data.ways[this.data.spots[spot]?.[3]];
    return way && index < way.length ? this.#pose(spot, index) : null;
  }

  /** @param {number} x @param {number} y @param {Pose | null} previous */
  near(x, y, previous) {
    let best = -1;
    let least = this.data.near;
    for (const [spot, [at, spotX, spotY]] of this.data.spots.entries()) {
      const distance = Math.hypot(x - spotX, y - spotY) / (at === previous?.at ? STICKINESS : 1);
      if (distance < least) [best, least] = [spot, distance];
    }
    if (best < 0) return null;
    const [at, spotX, spotY, , usual] = this.data.spots[best];
    const same = previous?.at === at ? previous : this.#pose(best, usual);
    const distance = Math.hypot(x - spotX, y - spotY);
    return distance < this.data.near * MIDDLE ? same : this.facing(same, angle(x - spotX, y - spotY));
  }

  /** @param {Pose} pose @param {number} wanted */
  facing(pose, wanted) {
    const looks = (/** @type {Pose} */ one) => one.figures.map((figure) => figure.drawing).join();
    const rate = (/** @type {Pose} */ one) => [apart(one.turn, wanted), looks(one) === looks(pose) ? 0 : 1];
    const [spot] = pose.name.split(":").map(Number);
    const usual = this.data.spots[spot][4];
    const all = this.of(pose.at).map((one, index) => ({ one, rate: [...rate(one), Math.abs(index - usual)] }));
    return all.reduce((best, next) => (less(next.rate, best.rate) ? next : best)).one;
  }
}

/** True if one list of numbers sorts before another. @param {number[]} one @param {number[]} two */
function less(one, two) {
  const first = one.findIndex((value, index) => value !== two[index]);
  return first >= 0 && one[first] < two[first];
}

/** The angle of a direction from north, in tenths of a degree clockwise. @param {number} dx @param {number} dy */
export function angle(dx, dy) {
  return (Math.round((Math.atan2(dx, -dy) * FULL) / (2 * Math.PI)) + FULL) % FULL;
}

/** The difference of two angles. @param {number} one @param {number} two */
function apart(one, two) {
  const turned = Math.abs(one - two) % FULL;
  return Math.min(turned, FULL - turned);
}
