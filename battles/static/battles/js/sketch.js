// @ts-check
// The unfinished drawing on an open table, on top of everything, and a grid of 10 cm under the blocks.

/** @typedef {import("./shapes.js").Point} Point */

const SVG = "http://www.w3.org/2000/svg";
/** Centimetres between grid lines, and pixels of a corner mark. */
const GRID = 10;
const CORNER = 4;

export class Sketch {
  /** @param {import("./board.js").Board} board @param {number} cm units of the board in a centimetre */
  constructor(board, cm) {
    this.board = board;
    this.layer = element("g", { class: "tracing", "aria-hidden": "true" });
    const { width, height } = board.svg.viewBox.baseVal;
    const lines = [];
    for (let x = GRID * cm; x < width; x += GRID * cm) lines.push(`M${x} 0v${height}`);
    for (let y = height - GRID * cm; y > 0; y -= GRID * cm) lines.push(`M0 ${y}h${width}`);
    board.svg.querySelector("#scene")?.before(element("path", { class: "tablegrid", d: lines.join("") }));
    board.svg.append(this.layer);
  }

  clear() {
    this.layer.replaceChildren();
  }

  /** @param {Point[]} points @param {boolean} closed @param {string} look */
  outline(points, closed, look) {
    const d = `M${points.map((point) => point.join(" ")).join("L")}${closed ? "z" : ""}`;
    this.layer.append(element("path", { class: `${look} ${closed ? "closed" : "open"}`.trim(), d }));
  }

  /** @param {Point} one @param {Point} other */
  box([x, y], [x2, y2]) {
    this.outline([[x, y], [x2, y], [x2, y2], [x, y2]], true, "");
  }

  /** The corners drawn so far, and the next one at the pointer. @param {Point[]} drawn @param {Point | null} next @param {boolean} closed */
  corners(drawn, next, closed) {
    const points = next ? [...drawn, next] : drawn;
    if (drawn.length && points.length > 1) this.outline(points, closed, "");
    this.dots(points);
  }

  /** @param {Point[]} points */
  dots(points) {
    for (const [cx, cy] of points) this.layer.append(element("circle", { cx, cy, r: CORNER / this.board.view.scale }));
  }
}

/** An element of SVG. @param {string} name @param {Record<string, string | number>} attributes */
function element(name, attributes) {
  const created = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, String(value));
  return created;
}
