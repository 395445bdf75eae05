// @ts-check
// A ghost on a board: how blocks would stand. It is drawings, each at a place in units of the board and at an angle;
// what the board is made of, it does not know. About it may lie a ring with a mark for each way that it may face.

const SVG = "http://www.w3.org/2000/svg";
/** Pixels from the middle of a ring to its marks at least, so that fingers tell these apart, and the size of a finger. */
const RING = 46;
const FINGER = 22;
/** Units of the board from the middle of a block to the marks at least. */
const ABOUT = 36;

/**
 * A drawing about 0, 0 with its front up, where it is set and by how many tenths of a degree it is turned.
 * @typedef {{drawing: string, x: number, y: number, turn: number}} Figure
 */

export class Ghost {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.layer = element("g", { class: "ghosts", "aria-hidden": "true" });
    this.ring = element("g", { class: "ring", "aria-hidden": "true" });
    /** @type {Map<string, Element>} */
    this.drawings = new Map();
    /** @type {{x: number, y: number, turns: number[], on: number, held: boolean} | null} */
    this.turns = null;
    board.svg.append(this.layer, this.ring);
    board.view.onScale.push(() => this.#draw());
  }

  /** Shows figures in place of those that were shown. @param {Figure[]} figures the uppermost last */
  show(figures) {
    const known = [...this.layer.children];
    this.layer.replaceChildren(
      ...figures.map((figure, index) => {
        const old = known[index];
        const shown = old?.getAttribute("data-drawing") === figure.drawing ? old : this.#copy(figure.drawing);
        shown.setAttribute("transform", `translate(${figure.x} ${figure.y})`);
        shown.querySelector(".k")?.setAttribute("transform", `rotate(${figure.turn / 10})`);
        return shown;
      }),
    );
  }

  /** Lays a ring about a place, a mark for each angle, one of which is chosen; fewer than two make none.
   * @param {number} x @param {number} y @param {number[]} turns tenths of a degree @param {number} on
   * @param {boolean} [held] whether what stands in it turns by being dragged too
   */
  circle(x, y, turns, on, held = true) {
    this.turns = turns.length > 1 ? { x, y, turns, on, held } : null;
    this.#draw();
  }

  hide() {
    this.layer.replaceChildren();
    this.circle(0, 0, [], 0);
  }

  /** @param {string} drawing */
  #copy(drawing) {
    let kept = this.drawings.get(drawing);
    if (!kept) {
      const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawing}</svg>`, "image/svg+xml");
      kept = /** @type {Element} */ (parsed.documentElement.firstElementChild);
      this.drawings.set(drawing, kept);
    }
    const copy = document.importNode(kept, true);
    copy.setAttribute("data-drawing", drawing);
    return copy;
  }

  #draw() {
    this.ring.replaceChildren();
    if (!this.turns) return;
    const { x, y, turns, on, held } = this.turns;
    const { scale } = this.board.view;
    const far = Math.max(ABOUT, RING / scale);
    const finger = Math.max(FINGER / scale, far * 0.36);
    this.ring.setAttribute("transform", `translate(${x} ${y})`);
    this.ring.append(element("circle", { class: "band", r: far }));
    if (held) this.ring.append(element("circle", { class: "grip", r: far - finger }));
    for (const turn of turns) {
      const mark = element("g", { class: turn === on ? "turn on" : "turn", "data-turn": turn });
      mark.setAttribute("transform", `rotate(${turn / 10}) translate(0 ${-far})`);
      const size = Math.max(7, 11 / scale);
      mark.append(
        element("circle", { class: "hit", r: finger }),
        element("path", { d: `M0 ${-size}L${size} ${size * 0.8}L0 ${size * 0.3}L${-size} ${size * 0.8}z` }),
      );
      this.ring.append(mark);
    }
  }
}

/** An element of SVG. @param {string} name @param {Record<string, string | number>} attributes */
function element(name, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
