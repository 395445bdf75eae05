// @ts-check
// Terrain drawing on an open table: outlines and lines by corners or freehand, rectangles, bridges, and moved features.
// A drawing becomes a stroke of the chosen brush; the server checks it.
import { grabbedAt, movedOutline } from "./grab.js";
import { Freehand } from "./freehand.js";
import { Sketch } from "./sketch.js";
import { Ruler } from "./ruler.js";
import { atMost } from "./shapes.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./block_placement.js").Stroke} Stroke */
/** @typedef {import("./edit_preview.js").EditPreview} EditPreview */
/** @typedef {import("./shapes.js").Point} Point */

/** Pixels within which a pointer hits a line or a first corner, and tolerance of freehand lines. */
const REACH = 12;
const LOOSE = 3;
const MOST_CORNERS = 60;
const BY_HAND = ["area", "line", "box"];
const CARRIES = ["shift", "bend"];
const SPOT = /^at (-?\d+) (-?\d+)$/;
const KEYS = { Escape: "cancel", Backspace: "back", Delete: "back" };

export class TerrainDrawing {
  /**
   * @param {Board} board
   * @param {HTMLFormElement} form
   * @param {EditPreview} editPreview
   * @param {(stroke: Stroke) => void} addStroke adds a stroke that the server accepted
   * @param {() => Stroke[]} strokes returns all unsaved strokes
   */
  constructor(board, form, editPreview, addStroke, strokes) {
    this.board = board;
    this.form = form;
    this.editPreview = editPreview;
    this.addStroke = addStroke;
    this.strokes = strokes;
    this.ruler = new Ruler(board);
    /** @type {Point[]} */
    this.corners = [];
    /** The place of the pointer. @type {Point | null} */
    this.at = null;
    this.freehand = new Freehand(board.frame, {
      start: (event) => this.#start(event),
      place: (event) => this.#place(event, true),
      drawn: (path, key) => this.#drawn(path, key),
      rest: () => this.show(),
    });
    /** Strokes are sent to the server one after the other. @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** The key of a feature that is moved by two clicks. */
    this.key = "";
    this.sketch = new Sketch(board, this.ruler.cm);
    document.getElementById("tracing-how")?.removeAttribute("hidden");
    this.#listen();
    this.show();
  }

  #listen() {
    const { frame, root } = this.board;
    // An empty table has no unit to focus, so the frame itself takes the focus.
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "The table. Arrow keys move the cursor, Enter sets a corner, Enter again at the same place finishes.");
    addEventListener("pointermove", (event) => this.#move(event));
    frame.addEventListener("pointerleave", () => this.#leave());
    frame.addEventListener("click", (event) => this.#click(event), { capture: true });
    root.addEventListener("board:area", (event) => this.#chosenByKey(/** @type {CustomEvent} */ (event)));
    root.addEventListener("board:cursor", (event) => {
      const { x, y } = /** @type {CustomEvent} */ (event).detail;
      this.at = this.ruler.near([Number(x), Number(y)], this.snaps);
      this.show();
    });
    frame.addEventListener("keydown", (event) => this.#enter(event));
    addEventListener("keydown", (event) => this.#key(event), { capture: true });
    this.form.addEventListener("change", (event) => {
      if (event.target instanceof HTMLInputElement && event.target.name === "brush") this.cancel();
    });
    for (const [name, does] of /** @type {[string, () => void][]} */ ([["done", () => this.finish()], ["back", () => this.back()], ["cancel", () => this.cancel()]]))
      this.#part(name).addEventListener("click", does);
  }

  /** @param {string} name @returns {HTMLElement} */
  #part(name) {
    return /** @type {HTMLElement} */ (this.form.querySelector(`[data-trace=${name}]`));
  }

  /** The chosen brush, if it draws or selects terrain. */
  get brush() {
    const brush = /** @type {HTMLInputElement | null} */ (this.form.querySelector("input[name=brush]:checked"));
    return brush && !brush.dataset.block ? brush : null;
  }

  get draws() {
    return this.brush?.dataset.draws ?? "";
  }

  /** The place under a pointer, on the table, snapped to whole centimetres if wanted. @param {MouseEvent} event @param {boolean} [free] */
  #place(event, free = false) {
    const { x, y } = this.board.view.at(event.clientX, event.clientY);
    return this.ruler.near([x, y], !free && this.snaps);
  }

  get snaps() {
    return /** @type {HTMLInputElement} */ (this.#part("snap")).checked;
  }

  /** The key of a spot, snapped to whole centimetres if wanted. @param {string} key */
  snap(key) {
    const match = SPOT.exec(key);
    return match ? `at ${this.ruler.near([Number(match[1]), Number(match[2])], this.snaps).join(" ")}` : key;
  }

  /** The feature under a place. @param {Point} point */
  #thing(point) {
    return grabbedAt(this.draws, this.editPreview.lying, point, REACH / this.board.view.scale);
  }

  /** What a pointer starts: the key of a feature to move, "" for a freehand line, null for nothing. @param {PointerEvent} event */
  #start(event) {
    const drags = /** @type {HTMLInputElement} */ (this.form.querySelector("[data-paint=drag]")).checked;
    const target = event.target instanceof Element ? event.target.closest(".block.loose, .ring") : null;
    if (!this.brush || this.board.measure.on || target || !drags) return null;
    if (!CARRIES.includes(this.draws)) return BY_HAND.includes(this.draws) ? "" : null;
    return this.#thing(this.#place(event, true))?.key ?? null;
  }

  /** The pointer moved. @param {PointerEvent} event */
  #move(event) {
    const over = event.target instanceof Node && this.board.frame.contains(event.target);
    if (!this.freehand.drawing && (!over || !this.brush)) return;
    this.at = this.#place(event);
    this.show();
  }

  #leave() {
    if (this.freehand.drawing) return;
    this.at = null;
    this.show();
  }

  /** A freehand line or a drag ended. @param {Point[]} path @param {string} key */
  #drawn(path, key) {
    const [start, end] = [path[0], path[path.length - 1]];
    if (CARRIES.includes(this.draws)) {
      const [from, to] = [this.draws === "bend" ? start : this.ruler.near(start, this.snaps), this.ruler.near(end, this.snaps)];
      if (from[0] !== to[0] || from[1] !== to[1]) this.#lay([from, to], key);
    } else if (this.draws === "box") this.#lay([this.ruler.near(start, this.snaps), this.ruler.near(end, this.snaps)]);
    else {
      const closed = this.draws === "area";
      const points = atMost(path, LOOSE / this.board.view.scale, MOST_CORNERS - 1);
      this.#lay(closed && points.length > 3 && this.#same(points[0], points[points.length - 1]) ? points.slice(0, -1) : points);
    }
  }

  /** True if two places are the same for a pointer. @param {Point} one @param {Point} other */
  #same([x, y], [x2, y2]) {
    return Math.hypot(x - x2, y - y2) * this.board.view.scale < REACH;
  }

  /** A click goes to the board if no brush draws. @param {MouseEvent} event */
  #click(event) {
    if (!this.brush || this.board.measure.on) return;
    const target = event.target instanceof Element ? event.target.closest(".ring") : null;
    if (target || (this.freehand.spent && event.detail)) {
      if (!target) event.stopPropagation();
      this.freehand.spent = false;
      return;
    }
    if (event.detail && !this.freehand.stayed(event)) return;
    event.stopPropagation();
    event.preventDefault();
    const block = event.target instanceof Element ? event.target.closest(".block") : null;
    this.#point(this.#place(event), this.#place(event, true), block?.getAttribute("data-key") ?? "");
  }

  /** The keyboard cursor chose a place. @param {CustomEvent} event */
  #chosenByKey(event) {
    const match = SPOT.exec(event.detail.area);
    if (!this.brush) return;
    event.stopImmediatePropagation();
    if (match) this.#point(this.ruler.near([Number(match[1]), Number(match[2])], this.snaps), [Number(match[1]), Number(match[2])], "");
    else void this.#send({ brush: this.brush.value, areas: [event.detail.area], text: this.#text() });
  }

  /** A place was clicked. @param {Point} place @param {Point} exact @param {string} block the key of the block there */
  #point(place, exact, block) {
    const { draws, corners } = this;
    if (draws === "" || (CARRIES.includes(draws) && !corners.length)) {
      const key = draws === "" && this.brush?.value === "erase" && block ? block : (this.#thing(exact)?.key ?? "");
      if (!key) return this.editPreview.refuse(draws === "bend" ? "There is no corner here." : "There is no feature here.");
      this.editPreview.refuse("");
      if (draws === "") return this.#lay([], key);
      this.key = key;
      this.corners = [draws === "bend" ? exact : place];
    } else if (CARRIES.includes(draws)) this.#lay([corners[0], place], this.key);
    else if (draws === "spot") this.#lay([place]);
    else if (draws === "box" && corners.length) this.#lay([corners[0], place]);
    else this.#corner(place);
    this.show();
  }

  /** Adds a corner; the last one again, or the first one of an outline, finishes. @param {Point} place */
  #corner(place) {
    const { corners } = this;
    const last = corners[corners.length - 1];
    if (last && last[0] === place[0] && last[1] === place[1]) return this.finish();
    if (this.draws === "area" && corners.length > 2 && this.#same(corners[0], place)) return this.finish();
    this.corners = [...corners, place].slice(0, MOST_CORNERS);
    this.board.say(`Corner ${this.corners.length}, ${this.ruler.words(place)}`);
  }

  finish() {
    const { corners, draws } = this;
    if ((draws === "area" && corners.length) || (draws === "line" && corners.length > 1)) this.#lay(corners);
    this.show();
  }

  back() {
    this.corners = this.corners.slice(0, -1);
    this.show();
  }

  cancel() {
    this.corners = [];
    this.freehand.drop();
    this.show();
  }

  #text() {
    const field = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("text"));
    return this.brush?.dataset.asks ? field.value.trim() : "";
  }

  /** @param {Point[]} points @param {string} [key] */
  #lay(points, key = "") {
    if (!this.brush) return;
    this.corners = [];
    this.#send({ brush: this.brush.value, areas: key ? [key] : [], text: this.#text(), points });
  }

  /** @param {Stroke} stroke */
  #send(stroke) {
    this.queue = this.queue.then(async () => {
      const refusal = await this.editPreview.ask([...this.strokes(), stroke], true);
      if (refusal === "") this.addStroke(stroke);
      this.editPreview.refuse(refusal);
      this.show();
    });
  }

  /** The first arrow key: puts the cursor in the middle of the view. @param {KeyboardEvent} event */
  #enter(event) {
    const { frame, view, cursor } = this.board;
    if (event.target !== frame || !event.key.startsWith("Arrow")) return;
    const { x, y } = view.at(frame.getBoundingClientRect().left + frame.clientWidth / 2, frame.getBoundingClientRect().top + frame.clientHeight / 2);
    const [across, down] = this.ruler.near([x, y], true);
    cursor.set(across, down);
    event.preventDefault();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const typed = event.target instanceof Element && event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea, button, a:not(.block)");
    if (typed || !this.corners.length || event.ctrlKey || event.metaKey || event.altKey) return;
    const does = /** @type {Record<string, string>} */ (KEYS)[event.key];
    if (does === "cancel") this.cancel();
    else if (does === "back") this.back();
    else if (event.key === "Enter" && !(event.target instanceof SVGElement)) this.finish();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Shows the drawing, the feature that would be moved or removed, and the place of the pointer. */
  show() {
    const { at, corners, draws, sketch } = this;
    const hand = this.freehand.drawing;
    const pointing = draws === "" || CARRIES.includes(draws);
    const thing = at && this.brush && !hand && !corners.length && pointing ? this.#thing(at) : null;
    const start = hand ? hand.path[0] : corners[0];
    sketch.clear();
    if (draws === "bend" && !start) for (const each of this.editPreview.lying) sketch.dots(each.points);
    if (thing) sketch.outline(thing.points, thing.wide === undefined, "over");
    else if (start && at && pointing) this.#carried(start, at);
    else if (start && at && draws === "box") sketch.box(start, at);
    else if (hand && hand.path.length > 1) sketch.outline(hand.path, draws === "area", "");
    else if (this.brush && draws && !pointing) sketch.corners(corners, at, draws === "area");
    const isStarted = corners.length > 0;
    this.#part("done").hidden = !isStarted || (draws !== "area" && draws !== "line");
    this.#part("back").hidden = this.#part("cancel").hidden = !isStarted;
    this.#part("says").textContent = at ? (thing ? `${thing.words}, ${thing.key}` : this.ruler.words(at)) : "";
  }

  /** Shows the moved outline of a feature. @param {Point} from @param {Point} to */
  #carried(from, to) {
    const thing = this.editPreview.lying.find((each) => each.key === (this.freehand.drawing?.key || this.key));
    if (thing) this.sketch.outline(movedOutline(this.draws, thing, from, to), thing.wide === undefined, "over");
  }
}
