// @ts-check
// Drawing on an open table: outlines and lines corner by corner or by hand, rectangles, bridges set, features moved and
// pointed at. What is drawn becomes a stroke of the chosen brush; whether it can be, the server says.
import { carried, heldAt } from "./carrying.js";
import { Hand } from "./hand.js";
import { Pencil } from "./pencil.js";
import { Ruler } from "./ruler.js";
import { atMost } from "./shapes.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./setting.js").Stroke} Stroke */
/** @typedef {import("./trying.js").Trying} Trying */
/** @typedef {import("./shapes.js").Point} Point */

/** Pixels: a pointer reaches a line or a first corner, and leaves of a line by hand. */
const REACH = 12;
const LOOSE = 3;
const MOST_CORNERS = 60;
const BY_HAND = ["area", "line", "box"];
const CARRIES = ["shift", "bend"];
const SPOT = /^at (-?\d+) (-?\d+)$/;
const KEYS = { Escape: "cancel", Backspace: "back", Delete: "back" };

export class Tracing {
  /**
   * @param {Board} board
   * @param {HTMLFormElement} form
   * @param {Trying} trying
   * @param {(stroke: Stroke) => void} laid a stroke that the server has agreed to
   * @param {() => Stroke[]} strokes all that is not saved
   */
  constructor(board, form, trying, laid, strokes) {
    this.board = board;
    this.form = form;
    this.trying = trying;
    this.laid = laid;
    this.strokes = strokes;
    this.ruler = new Ruler(board);
    /** @type {Point[]} */
    this.corners = [];
    /** Where the pointer is. @type {Point | null} */
    this.at = null;
    this.hand = new Hand(board.frame, {
      begun: (event) => this.#begun(event),
      place: (event) => this.#place(event, true),
      drawn: (path, key) => this.#drawn(path, key),
      rest: () => this.show(),
    });
    /** Strokes go to the server one after the other. @type {Promise<void>} */
    this.queue = Promise.resolve();
    /** What is moved by two clicks, by its key. */
    this.key = "";
    this.pencil = new Pencil(board, this.ruler.cm);
    document.getElementById("tracing-how")?.removeAttribute("hidden");
    this.#listen();
    this.show();
  }

  #listen() {
    const { frame, root } = this.board;
    // On a bare table there is no unit from which the keys could lead on.
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "The table. Arrow keys lead over it, Enter lays a corner, Enter there again ends.");
    addEventListener("pointermove", (event) => this.#move(event));
    frame.addEventListener("pointerleave", () => this.#leave());
    frame.addEventListener("click", (event) => this.#click(event), { capture: true });
    root.addEventListener("board:area", (event) => this.#led(/** @type {CustomEvent} */ (event)));
    root.addEventListener("board:led", (event) => {
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

  /** The chosen brush, where it is one that draws or points at what lies there. */
  get brush() {
    const brush = /** @type {HTMLInputElement | null} */ (this.form.querySelector("input[name=brush]:checked"));
    return brush && !brush.dataset.block ? brush : null;
  }

  get draws() {
    return this.brush?.dataset.draws ?? "";
  }

  /** The place under a pointer: on the table, on a whole centimetre where that is asked for. @param {MouseEvent} event @param {boolean} [free] */
  #place(event, free = false) {
    const { x, y } = this.board.view.at(event.clientX, event.clientY);
    return this.ruler.near([x, y], !free && this.snaps);
  }

  get snaps() {
    return /** @type {HTMLInputElement} */ (this.#part("snap")).checked;
  }

  /** The key of a spot, on whole centimetres where these are asked for. @param {string} key */
  meant(key) {
    const found = SPOT.exec(key);
    return found ? `at ${this.ruler.near([Number(found[1]), Number(found[2])], this.snaps).join(" ")}` : key;
  }

  /** What lies under a place. @param {Point} point */
  #thing(point) {
    return heldAt(this.draws, this.trying.lying, point, REACH / this.board.view.scale);
  }

  /** What a pointer that goes down begins to draw by hand or to drag: the key of what is moved, "" for a line, null for nothing. @param {PointerEvent} event */
  #begun(event) {
    const drags = /** @type {HTMLInputElement} */ (this.form.querySelector("[data-paint=drag]")).checked;
    const held = event.target instanceof Element ? event.target.closest(".block.loose, .ring") : null;
    if (!this.brush || this.board.tape.on || held || !drags) return null;
    if (!CARRIES.includes(this.draws)) return BY_HAND.includes(this.draws) ? "" : null;
    return this.#thing(this.#place(event, true))?.key ?? null;
  }

  /** The pointer is somewhere else. @param {PointerEvent} event */
  #move(event) {
    const over = event.target instanceof Node && this.board.frame.contains(event.target);
    if (!this.hand.drawing && (!over || !this.brush)) return;
    this.at = this.#place(event);
    this.show();
  }

  #leave() {
    if (this.hand.drawing) return;
    this.at = null;
    this.show();
  }

  /** Something was drawn by hand, or dragged. @param {Point[]} path @param {string} key */
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

  /** Whether two places are one to a pointer. @param {Point} one @param {Point} other */
  #same([x, y], [x2, y2]) {
    return Math.hypot(x - x2, y - y2) * this.board.view.scale < REACH;
  }

  /** A click is the board's own where no brush draws. @param {MouseEvent} event */
  #click(event) {
    if (!this.brush || this.board.tape.on) return;
    const held = event.target instanceof Element ? event.target.closest(".ring") : null;
    if (held || (this.hand.spent && event.detail)) {
      if (!held) event.stopPropagation();
      this.hand.spent = false;
      return;
    }
    if (event.detail && !this.hand.stayed(event)) return;
    event.stopPropagation();
    event.preventDefault();
    const block = event.target instanceof Element ? event.target.closest(".block") : null;
    this.#point(this.#place(event), this.#place(event, true), block?.getAttribute("data-key") ?? "");
  }

  /** The keys have chosen a place of the table. @param {CustomEvent} event */
  #led(event) {
    const found = SPOT.exec(event.detail.area);
    if (!this.brush) return;
    event.stopImmediatePropagation();
    if (found) this.#point(this.ruler.near([Number(found[1]), Number(found[2])], this.snaps), [Number(found[1]), Number(found[2])], "");
    else void this.#send({ brush: this.brush.value, areas: [event.detail.area], text: this.#text() });
  }

  /** A place is pointed at. @param {Point} place @param {Point} exact @param {string} block the key of the block there */
  #point(place, exact, block) {
    const { draws, corners } = this;
    if (draws === "" || (CARRIES.includes(draws) && !corners.length)) {
      const key = draws === "" && this.brush?.value === "erase" && block ? block : (this.#thing(exact)?.key ?? "");
      if (!key) return this.trying.refuse(draws === "bend" ? "No corner is there." : "Nothing lies there.");
      this.trying.refuse("");
      if (draws === "") return this.#lay([], key);
      this.key = key;
      this.corners = [draws === "bend" ? exact : place];
    } else if (CARRIES.includes(draws)) this.#lay([corners[0], place], this.key);
    else if (draws === "spot") this.#lay([place]);
    else if (draws === "box" && corners.length) this.#lay([corners[0], place]);
    else this.#corner(place);
    this.show();
  }

  /** Another corner; the last one again, or the first of an outline, is the end. @param {Point} place */
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
    this.hand.drop();
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
      const said = await this.trying.ask([...this.strokes(), stroke], true);
      if (said === "") this.laid(stroke);
      this.trying.refuse(said);
      this.show();
    });
  }

  /** The keys come to the table: their cursor is in the middle of what is seen. @param {KeyboardEvent} event */
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

  /** Shows what is being drawn, what would be moved or taken away, and where the pointer is. */
  show() {
    const { at, corners, draws, pencil } = this;
    const hand = this.hand.drawing;
    const pointing = draws === "" || CARRIES.includes(draws);
    const thing = at && this.brush && !hand && !corners.length && pointing ? this.#thing(at) : null;
    const start = hand ? hand.path[0] : corners[0];
    pencil.clear();
    if (draws === "bend" && !start) for (const each of this.trying.lying) pencil.dots(each.points);
    if (thing) pencil.outline(thing.points, thing.wide === undefined, "over");
    else if (start && at && pointing) this.#carried(start, at);
    else if (start && at && draws === "box") pencil.box(start, at);
    else if (hand && hand.path.length > 1) pencil.outline(hand.path, draws === "area", "");
    else if (this.brush && draws && !pointing) pencil.corners(corners, at, draws === "area");
    const begun = corners.length > 0;
    this.#part("done").hidden = !begun || (draws !== "area" && draws !== "line");
    this.#part("back").hidden = this.#part("cancel").hidden = !begun;
    this.#part("says").textContent = at ? (thing ? `${thing.words}, ${thing.key}` : this.ruler.words(at)) : "";
  }

  /** What is moved, as far as it has come. @param {Point} from @param {Point} to */
  #carried(from, to) {
    const thing = this.trying.lying.find((each) => each.key === (this.hand.drawing?.key || this.key));
    if (thing) this.pencil.outline(carried(this.draws, thing, from, to), thing.wide === undefined, "over");
  }
}
