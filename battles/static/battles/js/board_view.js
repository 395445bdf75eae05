// @ts-check
// The visible part of a board: an offset and a scale, drawn once a frame. The board is a layer of its own at its scaled
// size, painted once and then only moved in its frame. Panning by the viewBox or by scrolling would repaint every frame.

/** Scales in pixels per unit: the largest, the one for reading, and the least at which the whole board is legible. */
const CLOSEST = 3.2;
const LEGIBLE = 1.05;
const NARROW = 0.85;
/** Scales of an open table: the least at which units are distinct, the first one on a narrow screen, the least for labels
 * and for counters, and the scale at which type has its drawn size. */
const TOLD = 0.44;
const TABLE = 0.8;
const LABELS = 0.5;
const COUNTERS = 0.62;
const TYPE = 0.98;
/** The scale of a hex board below which units have no labels, and names keep their size in pixels. */
const HEX_LABELS = 0.6;
/** Margin in units around all blocks of an open table. */
const ABOUT = 70;
/** How far a name beside the blocks is from them, and the margin about all blocks less that about a name, in units. */
const BESIDE = 100;
const WITHIN = 60;
/** Lengths of the scale bar in units, and its least pixels. */
const BARS = [20, 30, 50, 100, 200, 300, 500];
const BAR = 56;
/** Least margin between a shown place and the edge, as a share of the frame. */
const RIM = 0.12;

/** The box about places. @param {DOMPoint[]} places */
function bounds(places) {
  const [across, down] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  return { left: Math.min(...across), right: Math.max(...across), top: Math.min(...down), bottom: Math.max(...down) };
}

export class View {
  /**
   * @param {SVGSVGElement} svg
   * @param {HTMLElement} frame
   */
  constructor(svg, frame) {
    this.svg = svg;
    this.frame = frame;
    const box = svg.viewBox.baseVal;
    this.ground = { width: box.width, height: box.height };
    this.x = 0;
    this.y = 0;
    this.scale = 1;
    this.drawn = 0;
    this.waiting = false;
    /** Called when the scale has changed. @type {(() => void)[]} */
    this.onScale = [];
    /** Called when the view has changed. @type {(() => void)[]} */
    this.onDraw = [];
    this.size = { width: frame.clientWidth, height: frame.clientHeight };
    this.tenths = Number(svg.getAttribute("data-open"));
    this.bar = /** @type {HTMLElement | null} */ (frame.parentElement?.querySelector("[data-board-scale]"));
    new ResizeObserver(() => this.resize()).observe(frame);
    frame.addEventListener("scroll", () => this.follow());
  }

  /** The smallest scale: the whole board is visible. */
  get least() {
    return Math.min(this.size.width / this.ground.width, this.size.height / this.ground.height, CLOSEST);
  }

  /** The first view: the whole board, or, if that is too small, a legible part around a place. @param {DOMPoint | null} place */
  open(place) {
    this.whole();
    if (this.scale < NARROW && place) this.read(place.x, place.y);
  }

  /**
   * The first view of an open table: all blocks if they are distinct, else the middle of them.
   * @param {DOMPoint[]} field places of all blocks
   * @param {DOMPoint | null} place the place of the selected unit, if any
   * @param {DOMRect[]} names boxes of names; none beside the blocks is cut
   */
  openTable(field, place, names) {
    this.whole();
    if (this.scale >= NARROW || !field.length) return;
    const blocks = bounds(field);
    const isBeside = (/** @type {DOMRect} */ box) =>
      box.right > blocks.left - ABOUT && box.x < blocks.right + ABOUT &&
      box.bottom > blocks.top - BESIDE && box.y < blocks.bottom + BESIDE;
    const beside = names.filter(isBeside);
    const left = Math.min(blocks.left, ...beside.map((box) => box.x + WITHIN));
    const right = Math.max(blocks.right, ...beside.map((box) => box.right - WITHIN));
    const top = Math.min(blocks.top, ...beside.map((box) => box.y + WITHIN));
    const bottom = Math.max(blocks.bottom, ...beside.map((box) => box.bottom - WITHIN));
    const { width, height } = this.size;
    const fits = Math.min(width / (right - left + 2 * ABOUT), height / (bottom - top + 2 * ABOUT));
    this.scale = Math.min(Math.max(this.least, fits), LEGIBLE);
    this.centre((left + right) / 2, (top + bottom) / 2);
    if (this.scale >= TOLD) return;
    const apart = (/** @type {DOMPoint} */ one) => Math.hypot(one.x - (left + right) / 2, one.y - (top + bottom) / 2);
    const middle = place ?? field.reduce((best, one) => (apart(one) < apart(best) ? one : best));
    this.scale = TABLE;
    this.centre(middle.x, middle.y);
  }

  /** Shows places that are not visible or too small. @param {DOMPoint[]} places @param {boolean} closer true if the view may zoom in */
  fit(places, closer) {
    const { x: left0, y: top0, size, scale } = this;
    const isSeen = (/** @type {DOMPoint} */ { x, y }) =>
      x > left0 && y > top0 && x < left0 + size.width / scale && y < top0 + size.height / scale;
    if (!places.length || (places.every(isSeen) && (scale >= LABELS || !closer))) return;
    const { left, right, top, bottom } = bounds(places);
    const fits = Math.min(this.size.width / (right - left + 2 * ABOUT), this.size.height / (bottom - top + 2 * ABOUT));
    this.scale = Math.max(this.least, Math.min(fits, closer ? TABLE : scale));
    this.centre((left + right) / 2, (top + bottom) / 2);
  }

  /** Shows a legible part around a place. @param {number} x @param {number} y */
  read(x, y) {
    this.scale = Math.max(this.least, LEGIBLE);
    this.centre(x, y);
  }

  whole() {
    this.scale = this.least;
    this.centre(this.ground.width / 2, this.ground.height / 2);
  }

  /** Centres the view on a place. @param {number} x @param {number} y */
  centre(x, y) {
    this.x = x - this.size.width / 2 / this.scale;
    this.y = y - this.size.height / 2 / this.scale;
    this.change();
  }

  /** Moves the view only as far as needed to show a place. @param {number} x @param {number} y @param {number} [rim] */
  show(x, y, rim = RIM) {
    const wide = this.size.width / this.scale;
    const high = this.size.height / this.scale;
    this.x = Math.min(Math.max(this.x, x - wide * (1 - rim)), x - wide * rim);
    this.y = Math.min(Math.max(this.y, y - high * (1 - rim)), y - high * rim);
    this.change();
  }

  /** Pans by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.change();
  }

  /**
   * Zooms, and keeps a pixel of the window over the same place.
   * @param {number} by
   * @param {number} [clientX] default: the middle of the frame
   * @param {number} [clientY]
   */
  zoom(by, clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    const dx = clientX === undefined ? this.size.width / 2 : clientX - box.left;
    const dy = clientY === undefined ? this.size.height / 2 : clientY - box.top;
    const scale = Math.min(CLOSEST, Math.max(this.least, this.scale * by));
    this.x += dx / this.scale - dx / scale;
    this.y += dy / this.scale - dy / scale;
    this.scale = scale;
    this.change();
  }

  /** The place at a pixel of the window. @param {number} clientX @param {number} clientY */
  at(clientX, clientY) {
    const box = this.frame.getBoundingClientRect();
    return { x: this.x + (clientX - box.left) / this.scale, y: this.y + (clientY - box.top) / this.scale };
  }

  resize() {
    const middle = { x: this.x + this.size.width / 2 / this.scale, y: this.y + this.size.height / 2 / this.scale };
    const whole = this.scale <= this.least * 1.001;
    this.size = { width: this.frame.clientWidth, height: this.frame.clientHeight };
    this.drawn = 0;
    if (whole) this.whole();
    else this.zoom(1);
    if (!whole) this.centre(middle.x, middle.y);
  }

  /** Keeps the board in the frame and draws with the next frame. */
  change() {
    this.x = clamped(this.x, this.ground.width, this.size.width / this.scale);
    this.y = clamped(this.y, this.ground.height, this.size.height / this.scale);
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { frame, svg, scale } = this;
    if (scale !== this.drawn) {
      this.drawn = scale;
      svg.setAttribute("width", String(Math.max(this.size.width, this.ground.width * scale)));
      svg.setAttribute("height", String(Math.max(this.size.height, this.ground.height * scale)));
      if (this.tenths) this.letter();
      else this.letterHexes();
      for (const each of this.onScale) each();
    }
    const [left, top] = [this.x, this.y].map((each) => Math.round(Math.max(0, each * scale)));
    svg.style.transform = `translate(${-left}px, ${-top}px)`;
    for (const each of this.onDraw) each();
  }

  /** Keeps the type of an open table legible, hides it if there is no room, and shows the scale. */
  letter() {
    const { svg, scale, bar } = this;
    svg.style.setProperty("--type", String(Math.max(1, Math.round((TYPE / scale) * 20) / 20)));
    svg.classList.toggle("far", scale < COUNTERS);
    svg.classList.toggle("farther", scale < LABELS);
    if (!bar) return;
    const long = BARS.find((each) => each * scale >= BAR) ?? BARS[BARS.length - 1];
    const line = /** @type {HTMLElement} */ (bar.querySelector("[data-line]"));
    line.style.width = `${long * scale}px`;
    /** @type {HTMLElement} */ (bar.querySelector("[data-long]")).textContent = `${(long * this.tenths) / 100} cm`;
    bar.hidden = false;
  }

  /** Keeps the names of a hex board legible from afar, where units have no labels. */
  letterHexes() {
    const { svg, scale } = this;
    svg.style.setProperty("--type", String(Math.max(1, Math.round((HEX_LABELS / scale) * 20) / 20)));
    svg.classList.toggle("far", scale < HEX_LABELS);
  }

  /** The browser scrolled the frame, as it does to show the focused element: turn that into a pan. */
  follow() {
    const { frame } = this;
    const { scrollLeft, scrollTop } = frame;
    if (!scrollLeft && !scrollTop) return;
    frame.scrollTo({ left: 0, top: 0, behavior: "instant" });
    this.pan(-scrollLeft, -scrollTop);
  }
}

/**
 * An offset within its bounds; centred if everything is visible.
 * @param {number} offset
 * @param {number} ground
 * @param {number} seen
 */
function clamped(offset, ground, seen) {
  if (seen >= ground) return (ground - seen) / 2;
  return Math.min(Math.max(offset, 0), ground - seen);
}
