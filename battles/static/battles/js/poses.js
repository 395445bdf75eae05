// @ts-check
// Where a unit may be set and which way it may face there, as the page was told with what it may do. Whoever shows it
// asks by places in units of the board and angles in tenths of a degree: a board without patches answers the same.

/**
 * One way to stand. ``at`` is what a page asks the server about, ``name`` what the page calls this pose.
 * @typedef {{name: string, at: string, x: number, y: number, turn: number, figures: import("./board_ghost.js").Figure[]}} Pose
 *
 * What a unit may do, by place: ``near`` is the pose that is meant by pointing at a place, ``kept`` the one that was
 * meant before, if any; ``facing`` the pose at the same place that faces the angle best; ``of`` all poses of a key;
 * ``count`` how many a key has; ``usual`` the one most like how it stands now; ``called`` the pose of a name; ``reach``
 * how far from a pose it is still meant.
 * @typedef {object} Places
 * @property {number} reach
 * @property {(x: number, y: number, kept: Pose | null) => Pose | null} near
 * @property {(pose: Pose, angle: number) => Pose} facing
 * @property {(at: string) => Pose[]} of
 * @property {(at: string) => number} count
 * @property {(at: string) => Pose | null} usual
 * @property {(name: string) => Pose | null} called
 */

const FULL = 3600;
/** A pose that is meant is given up a little later than it is taken, or it would flicker at the border. */
const LOTH = 1.15;
/** The share of what is near within which a pointer says nothing about the angle. */
const MIDDLE = 0.45;

/**
 * @typedef {object} Data
 * @property {string[]} drawings
 * @property {[number, number, number, number][][][]} ways
 * @property {[string, number, number, number, number][]} spots
 * @property {number} near
 */

/** The poses of a list from the server. @implements {Places} */
export class Listed {
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
    return { name: `${spot}:${index}`, at, x: first.x, y: first.y, turn: first.turn, figures: figures.reverse() };
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

  /** @param {number} x @param {number} y @param {Pose | null} kept */
  near(x, y, kept) {
    let best = -1;
    let least = this.data.near;
    for (const [spot, [at, spotX, spotY]] of this.data.spots.entries()) {
      const far = Math.hypot(x - spotX, y - spotY) / (at === kept?.at ? LOTH : 1);
      if (far < least) [best, least] = [spot, far];
    }
    if (best < 0) return null;
    const [at, spotX, spotY, , usual] = this.data.spots[best];
    const same = kept?.at === at ? kept : this.#pose(best, usual);
    const far = Math.hypot(x - spotX, y - spotY);
    return far < this.data.near * MIDDLE ? same : this.facing(same, angle(x - spotX, y - spotY));
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

/** Whether one list of numbers comes before another. @param {number[]} one @param {number[]} two */
function less(one, two) {
  const first = one.findIndex((value, index) => value !== two[index]);
  return first >= 0 && one[first] < two[first];
}

/** The angle from north of a way on the board, in tenths of a degree clockwise. @param {number} dx @param {number} dy */
export function angle(dx, dy) {
  return (Math.round((Math.atan2(dx, -dy) * FULL) / (2 * Math.PI)) + FULL) % FULL;
}

/** How far two angles are apart. @param {number} one @param {number} two */
function apart(one, two) {
  const turned = Math.abs(one - two) % FULL;
  return Math.min(turned, FULL - turned);
}
