// @ts-check
// Places on an open table: clamped to it, snapped to whole centimetres from the lower left corner, and described.

/** @typedef {import("./shapes.js").Point} Point */

/** Tenths of a millimetre in a centimetre. */
const CM = 100;

export class Ruler {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    /** Units of the board in a centimetre. */
    this.cm = CM / board.tenths;
    const { width, height } = board.svg.viewBox.baseVal;
    this.width = width;
    this.height = height;
  }

  /** The nearest place on the table, in whole centimetres or whole units. @param {Point} point @param {boolean} snaps @returns {Point} */
  near([x, y], snaps) {
    const step = snaps ? this.cm : 1;
    const [across, up] = [Math.round(x / step) * step, Math.round((this.height - y) / step) * step];
    return [
      Math.round(Math.min(this.width, Math.max(0, across))),
      Math.round(this.height - Math.min(this.height, Math.max(0, up))),
    ];
  }

  /** @param {Point} place */
  words([x, y]) {
    const [across, up] = [x, this.height - y].map((each) => (each / this.cm).toFixed(1).replace(/\.0$/, ""));
    return `${across} cm from the left, ${up} cm from the southern edge`;
  }
}
