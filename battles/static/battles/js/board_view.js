// @ts-check
// The part of a board that is seen: an offset and a scale, drawn once a frame. The board is as large as its scale makes
// it and is scrolled in its frame, so that a browser paints it once and then only moves it: panning by the viewBox would
// paint all of it for every frame.

/** Pixels of a unit of the ground: at the closest, at first on a narrow screen, and where all of it is not legible. */
const CLOSEST = 3.2;
const LEGIBLE = 1.05;
const NARROW = 0.85;
/** The share of the frame that has to lie between what is shown and the edge. */
const RIM = 0.12;

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
    this.size = { width: frame.clientWidth, height: frame.clientHeight };
    new ResizeObserver(() => this.resize()).observe(frame);
    frame.addEventListener("scroll", () => this.follow());
  }

  /** The smallest scale: the whole ground is seen. */
  get least() {
    return Math.min(this.size.width / this.ground.width, this.size.height / this.ground.height, CLOSEST);
  }

  /** The first look: all of it, or, where that would be too small, as much as can be read about a place. @param {DOMPoint | null} place */
  open(place) {
    this.whole();
    if (this.scale < NARROW && place) this.read(place.x, place.y);
  }

  /** As much as can be read about a place of the ground. @param {number} x @param {number} y */
  read(x, y) {
    this.scale = Math.max(this.least, LEGIBLE);
    this.centre(x, y);
  }

  whole() {
    this.scale = this.least;
    this.centre(this.ground.width / 2, this.ground.height / 2);
  }

  /** Shows a place of the ground in the middle. @param {number} x @param {number} y */
  centre(x, y) {
    this.x = x - this.size.width / 2 / this.scale;
    this.y = y - this.size.height / 2 / this.scale;
    this.change();
  }

  /** Moves no farther than it takes to show a place of the ground. @param {number} x @param {number} y */
  show(x, y) {
    const wide = this.size.width / this.scale;
    const high = this.size.height / this.scale;
    this.x = Math.min(Math.max(this.x, x - wide * (1 - RIM)), x - wide * RIM);
    this.y = Math.min(Math.max(this.y, y - high * (1 - RIM)), y - high * RIM);
    this.change();
  }

  /** Moves the ground by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.change();
  }

  /**
   * Makes everything larger or smaller, and keeps a pixel of the window over the same place of the ground.
   * @param {number} by
   * @param {number} [clientX] of the frame's middle where it is left out
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

  /** The place of the ground at a pixel of the window. @param {number} clientX @param {number} clientY */
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

  /** Keeps the ground in sight and draws with the next frame. */
  change() {
    this.x = held(this.x, this.ground.width, this.size.width / this.scale);
    this.y = held(this.y, this.ground.height, this.size.height / this.scale);
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
    }
    frame.scrollTo({ left: Math.max(0, this.x * scale), top: Math.max(0, this.y * scale), behavior: "instant" });
  }

  /** The browser has moved the ground itself, as it does to show what has the focus. */
  follow() {
    if (this.waiting) return;
    const { frame, scale } = this;
    if (Math.abs(frame.scrollLeft - Math.max(0, this.x * scale)) > 1) this.x = frame.scrollLeft / scale;
    if (Math.abs(frame.scrollTop - Math.max(0, this.y * scale)) > 1) this.y = frame.scrollTop / scale;
  }
}

/**
 * An offset within its bounds: in the middle where all is seen.
 * @param {number} offset
 * @param {number} ground
 * @param {number} seen
 */
function held(offset, ground, seen) {
  if (seen >= ground) return (ground - seen) / 2;
  return Math.min(Math.max(offset, 0), ground - seen);
}
