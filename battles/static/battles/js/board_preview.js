// @ts-check
// Preview blocks on a board: drawings, each at a place in units of the board and at an angle. A ring around them may
// show a mark for each possible facing.

const SVG = "http://www.w3.org/2000/svg";
/** Least pixels from the middle of a ring to its marks, and the size of a finger. */
const RING = 46;
const FINGER = 22;
/** Least units of the board from the middle of a block to the marks. */
const ABOUT = 36;

/** Pixels, and least units of the board, of half the width of an arrow's head. */
const HEAD = 7;
const LEAST_HEAD = 5;

/** @typedef {{x: number, y: number}} Point */

/**
 * A drawing around 0, 0 with its front up, its place, and its turn in tenths of a degree.
 * @typedef {{drawing: string, x: number, y: number, turn: number}} Figure
 */

export class Preview {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.layer = element("g", { class: "ghosts", "aria-hidden": "true" });
    this.ways = element("g", { class: "ways", "aria-hidden": "true" });
    this.ring = element("g", { class: "ring", "aria-hidden": "true" });
    /** @type {{move: Point[], attack: Point[]}} */
    this.led = { move: [], attack: [] };
    /** @type {Map<string, Element>} */
    this.drawings = new Map();
    /** @type {{x: number, y: number, turns: number[], on: number, grip: boolean} | null} */
    this.turns = null;
    board.svg.append(this.ways, this.layer, this.ring);
    board.view.onScale.push(() => {
      this.#draw();
      this.#drawWay();
    });
  }

  /** Draws a way through places, and an attack, each with an arrow at its end.
   * @param {Point[]} move none to hide it @param {Point[]} [attack] */
  lead(move, attack = []) {
    this.led = { move, attack };
    this.#drawWay();
  }

  /** Replaces the shown figures. @param {Figure[]} figures the uppermost last */
  show(figures) {
    const previous = [...this.layer.children];
    this.layer.replaceChildren(
      ...figures.map((figure, index) => {
        const old = previous[index];
        const shown = old?.getAttribute("data-drawing") === figure.drawing ? old : this.#copy(figure.drawing);
        shown.setAttribute("transform", `translate(${figure.x} ${figure.y})`);
        shown.querySelector(".k")?.setAttribute("transform", `rotate(${figure.turn / 10})`);
        return shown;
      }),
    );
  }

  /** Shows a ring around a place with a mark for each angle, one of them chosen; hides it for fewer than two angles.
   * @param {number} x @param {number} y @param {number[]} turns tenths of a degree @param {number} on
   * @param {boolean} [grip] true if dragging inside the ring turns the block too
   */
  circle(x, y, turns, on, grip = true) {
    this.turns = turns.length > 1 ? { x, y, turns, on, grip } : null;
    this.#draw();
  }

  hide() {
    this.layer.replaceChildren();
    this.lead([]);
    this.circle(0, 0, [], 0);
  }

  /** @param {string} drawing */
  #copy(drawing) {
    let parsedDrawing = this.drawings.get(drawing);
    if (!parsedDrawing) {
      const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawing}</svg>`, "image/svg+xml");
      parsedDrawing = /** @type {Element} */ (parsed.documentElement.firstElementChild);
      this.drawings.set(drawing, parsedDrawing);
    }
    const copy = document.importNode(parsedDrawing, true);
    copy.setAttribute("data-drawing", drawing);
    return copy;
  }

  #drawWay() {
    this.ways.replaceChildren();
    const size = Math.max(LEAST_HEAD, HEAD / this.board.view.scale);
    for (const [kind, stops] of Object.entries(this.led)) {
      const end = stops[stops.length - 1];
      if (!end || stops.every((stop) => distance(stop, end) < 2 * size)) continue;
      const from = stops.findLast((stop) => distance(stop, end) > 0) ?? end;
      const length = distance(from, end);
      const along = { x: (end.x - from.x) / length, y: (end.y - from.y) / length };
      const short = Math.max(0, Math.min(this.#half(), length - 2 * size));
      const to = { x: end.x - along.x * short, y: end.y - along.y * short };
      const base = { x: to.x - along.x * size * 1.6, y: to.y - along.y * size * 1.6 };
      const through = [...stops.slice(0, -1), base].map(({ x, y }) => `${x} ${y}`);
      this.ways.append(
        element("path", { class: `way ${kind}`, d: `M${through.join("L")}` }),
        element("path", {
          class: `head ${kind}`,
          d: `M${to.x} ${to.y}L${base.x - along.y * size} ${base.y + along.x * size}L${base.x + along.y * size} ${base.y - along.x * size}z`,
        }),
      );
    }
  }

  /** Half of the smaller side of the shown block: an arrow ends there, where it is not hidden. */
  #half() {
    const block = /** @type {SVGGraphicsElement | null} */ (this.layer.lastElementChild?.querySelector(".k, use") ?? null);
    const box = block?.getBBox();
    return box ? Math.min(box.width, box.height) / 2 : 0;
  }

  #draw() {
    this.ring.replaceChildren();
    if (!this.turns) return;
    const { x, y, turns, on, grip } = this.turns;
    const { scale } = this.board.view;
    const radius = Math.max(ABOUT, RING / scale);
    const finger = Math.max(FINGER / scale, radius * 0.36);
    this.ring.setAttribute("transform", `translate(${x} ${y})`);
    this.ring.append(element("circle", { class: "band", r: radius }));
    if (grip) this.ring.append(element("circle", { class: "grip", r: radius - finger }));
    for (const turn of turns) {
      const mark = element("g", { class: turn === on ? "turn on" : "turn", "data-turn": turn });
      mark.setAttribute("transform", `rotate(${turn / 10}) translate(0 ${-radius})`);
      const size = Math.max(7, 11 / scale);
      mark.append(
        element("circle", { class: "hit", r: finger }),
        element("path", { d: `M0 ${-size}L${size} ${size * 0.8}L0 ${size * 0.3}L${-size} ${size * 0.8}z` }),
      );
      this.ring.append(mark);
    }
  }
}

/** @param {Point} one @param {Point} other */
function distance(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/** An element of SVG. @param {string} name @param {Record<string, string | number>} attributes */
function element(name, attributes) {
  const created = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, String(value));
  return created;
}
