// @ts-check
// A board that can be panned, zoomed and clicked. It knows no rules: listeners decide what a tap, a drop or a key does.
// Events, which all bubble from the element with data-board:
//   board:unit {key, area, next}   a unit or leader is chosen; it is selected unless the listener prevents it; next is
//                                  the key of the block that the next tap at the same place would choose
//   board:area {area}              an area is chosen
//   board:lift {key}               a drag of a unit starts
//   board:drop {key, area, block}  a unit was dragged to an area, or to the block there
//   board:clear {}                 the selection is to be cleared
//   board:cursor {x, y}               the keyboard cursor moved to a spot of an open table
//   board:reach {}                 the reach outlines of the selected unit are to be shown or hidden
// On an open table an area may be a spot with its own key.
import { Cursor } from "./board_cursor.js";
import { Preview } from "./board_preview.js";
import { startKeys } from "./board_keys.js";
import { Labels } from "./board_labels.js";
import { Marks } from "./board_marks.js";
import { startPointers } from "./board_pointers.js";
import { HitTest } from "./board_hits.js";
import { outlineOf, ring, shapeOf, spotKey, spotOf } from "./board_table.js";
import { Measure } from "./board_measure.js";
import { Numbers } from "./board_numbers.js";
import { View } from "./board_view.js";

/** Least pixels of an area that a finger can hit. */
const FINGER = 28;
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{areas?: string[], targets?: string[], refused?: string}} Targets */
/**
 * Shows previews for pointers and keys. ``over``: a pointer is at a place, over a block, dragging a unit or not; returns
 * true if it shows the unit there. ``cursorAt``: the keyboard cursor is at a key. ``out``: neither points anywhere now.
 * ``words``: description of an area. ``turnTo``: the pointer that holds the ring moved. ``endTurn``: it released the ring.
 * @typedef {object} Guide
 * @property {(x: number, y: number, block: string, dragged: boolean) => boolean} over
 * @property {() => void} out
 * @property {(key: string) => void} cursorAt
 * @property {(key: string) => string} words
 * @property {(x: number, y: number) => void} turnTo
 * @property {() => void} endTurn
 */

/** @type {WeakMap<Element, Board>} */
const boards = new WeakMap();

/** The board of an element with data-board; it is started once. @param {HTMLElement} root @returns {Board} */
export function boardOf(root) {
  const started = boards.get(root);
  if (started) return started;
  const board = new Board(root);
  boards.set(root, board);
  return board;
}

/** Starts all boards of the page. @returns {Board[]} */
export function startBoards() {
  return [...document.querySelectorAll("[data-board]")].filter((each) => each instanceof HTMLElement).map(boardOf);
}

export class Board {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.frame = /** @type {HTMLElement} */ (root.querySelector("[data-board-frame]"));
    this.svg = /** @type {SVGSVGElement} */ (this.frame.querySelector("svg"));
    this.off = root.parentElement?.querySelector("[data-board-off]") ?? null;
    root.classList.add("live");
    // The class "map" sets a width, which the view sets now: move it to the frame.
    this.svg.classList.remove("map");
    this.frame.classList.add("map");
    this.frame.removeAttribute("tabindex");
    this.frame.removeAttribute("role");
    this.frame.removeAttribute("aria-label");
    /** Tenths of a millimetre in a unit of an open table; 0 for a board of areas. */
    this.tenths = Number(this.svg.getAttribute("data-open"));
    this.view = new View(this.svg, this.frame);
    this.labels = new Labels(this);
    this.marks = new Marks(this);
    this.preview = new Preview(this);
    this.cursor = new Cursor(this);
    this.measure = new Measure(this);
    this.numbers = new Numbers(this);
    this.hits = new HitTest(this);
    /** @type {Guide | null} */
    this.guide = null;
    /** @type {Set<string>} */
    this.draggable = new Set();
    /** Keys of areas marked as destinations. @type {Set<string>} */
    this.marked = new Set();
    /** The key of the unit that the Tab key reaches. */
    this.tabStop = "";
    this.selected = this.svg.querySelector(".block.on")?.getAttribute("data-key") ?? "";
    startPointers(this);
    startKeys(this);
    this.setTabStop(this.selected);
    const first = this.selected || this.svg.querySelector(".block")?.getAttribute("data-key") || "";
    if (this.isOpen) this.view.openTable(this.blockPlaces(), this.place(this.selected), this.villageNames());
    else this.view.open(this.place(first));
    for (const button of root.querySelectorAll("[data-board-view]"))
      button.addEventListener("click", () => this.look(button.getAttribute("data-board-view") ?? ""));
    root.querySelector("[data-board-reach]")?.addEventListener("click", () => this.emit("reach"));
    root.querySelector(".board-tools")?.removeAttribute("hidden");
  }

  get isOpen() {
    return this.tenths > 0;
  }

  /** The places of all blocks. @returns {DOMPoint[]} */
  blockPlaces() {
    const places = [...this.svg.querySelectorAll(".block")].map((block) => this.place(block.getAttribute("data-key") ?? ""));
    return places.filter((place) => place !== null);
  }

  /** Zooms in or out, or shows the whole board. @param {string} what "in", "out" or "whole" */
  look(what) {
    if (what === "whole") this.view.whole();
    else this.view.zoom(what === "in" ? 1.35 : 1 / 1.35);
  }

  /** The block of a key on the board. @param {string} key @returns {SVGGraphicsElement | null} */
  block(key) {
    const element = key ? this.svg.querySelector(`.block[data-key="${CSS.escape(key)}"]:not(.ghost)`) : null;
    return element instanceof SVGGraphicsElement ? element : null;
  }

  /** The label of a block. @param {string} key */
  label(key) {
    return this.block(key)?.querySelector("text")?.textContent ?? "";
  }

  /** The area of a key. @param {string} key @returns {SVGPathElement | null} */
  area(key) {
    const element = key ? this.svg.querySelector(`.areas [data-key="${CSS.escape(key)}"]`) : null;
    return element instanceof SVGPathElement ? element : null;
  }

  /** The blocks on an area, the uppermost first. @param {string} area @returns {Element[]} */
  blocksOn(area) {
    return [...this.svg.querySelectorAll(`.block[data-area="${CSS.escape(area)}"]:not(.ghost)`)].reverse();
  }

  /** The features of terrain at a place. @param {number} x @param {number} y @returns {SVGPathElement[]} */
  areasAt(x, y) {
    const place = new DOMPoint(x, y);
    return [...this.svg.querySelectorAll(".areas [data-key]")]
      .map((each) => /** @type {SVGPathElement} */ (each))
      .filter((area) => area.isPointInFill(place));
  }

  /** The key at a place of an open table: marked terrain, else the spot. @param {number} x @param {number} y */
  spotAt(x, y) {
    const marked = this.areasAt(x, y).find((area) => this.marked.has(area.getAttribute("data-key") ?? ""));
    return marked?.getAttribute("data-key") ?? spotKey(x, y);
  }

  /** The outline of a key: an area, a spot, the area of a block, or its base. @param {string} key */
  outline(key) {
    const block = this.block(key);
    if (block && !this.isOpen) return this.outline(block.getAttribute("data-area") ?? "");
    const place = this.place(key);
    if (block && place) return outlineOf(block, place);
    const spot = spotOf(key);
    return spot ? ring(spot) : (this.area(key)?.getAttribute("d") ?? "");
  }

  /** The base of a block. @param {Element} block */
  shape(block) {
    return shapeOf(block, this.place(block.getAttribute("data-key") ?? "") ?? new DOMPoint());
  }

  /** The middle of a block, an area or a spot, in units of the board. @param {string} key @returns {DOMPoint | null} */
  place(key) {
    const block = this.block(key);
    // Not consolidate(): Firefox writes its result back into the page.
    const matrix = block?.transform.baseVal.getItem(0).matrix;
    if (matrix) return new DOMPoint(matrix.e, matrix.f);
    const box = this.area(key)?.getBBox();
    return box ? new DOMPoint(box.x + box.width / 2, box.y + box.height / 2) : spotOf(key);
  }

  /** Shows a unit as selected, "" for none; sends no event. @param {string} key */
  select(key) {
    this.selected = key;
    this.marks.select(key);
    this.labels.change();
    if (this.block(key)) this.setTabStop(key);
  }

  /** The boxes of the names of villages. @returns {DOMRect[]} */
  villageNames() {
    const names = /** @type {NodeListOf<SVGTextElement>} */ (this.svg.querySelectorAll("text.n-place"));
    return [...names].map((name) => DOMRect.fromRect(name.getBBox())).filter(({ width }) => width > 0);
  }

  /** Shows where the selected unit may go and its targets; clears them without an argument. @param {Targets} [targets] */
  mark(targets = {}) {
    const areas = targets.areas ?? [];
    this.marked = new Set(areas);
    this.marks.target(areas, targets.targets ?? []);
    this.marks.refuse(targets.refused ?? "");
    this.enlarge(areas);
    this.labels.change();
  }

  /** On touch screens, zooms in on areas that are too small for a finger. @param {string[]} areas */
  enlarge(areas) {
    const box = this.area(areas[0] ?? "")?.getBBox();
    if (!box || box.width * this.view.scale >= FINGER || !matchMedia("(pointer: coarse)").matches) return;
    const places = areas.map((key) => this.place(key)).filter((place) => place !== null);
    const middle = (/** @type {"x" | "y"} */ axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    this.view.read(middle("x"), middle("y"));
  }

  /** Sets which units may be dragged: with a mouse at once, with a finger after they are selected. @param {Iterable<string>} keys */
  mayDrag(keys) {
    this.draggable = new Set(keys);
    this.marks.setDraggable(this.draggable);
  }

  /** Centres the view on a block or an area. @param {string} key */
  centre(key) {
    const place = this.place(key);
    if (place) this.view.centre(place.x, place.y);
  }

  /** Moves the view only as far as needed to show a block or an area. @param {string} key @param {number} [rim] */
  show(key, rim) {
    const place = this.place(key);
    if (place) this.view.show(place.x, place.y, rim);
  }

  /**
   * Replaces the scene and shows what moved, unless the scene shows it itself. Keeps the view, and the focus if its
   * element still exists.
   * @param {string} markup the group with the id "scene"
   */
  swap(markup) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
    const fresh = parsed.documentElement.querySelector("#scene");
    const old = this.svg.querySelector("#scene");
    if (!fresh || !old) throw new Error("A scene without its group");
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.getAttribute("data-key") ?? "";
    const area = focused?.getAttribute("data-area") ?? "";
    const before = this.marks.places();
    old.replaceWith(document.importNode(fresh, true));
    this.marks.trace(before);
    this.selected = this.svg.querySelector(".block.on")?.getAttribute("data-key") ?? "";
    this.setTabStop(this.block(key) ? key : this.selected || this.tabStop);
    this.marks.setDraggable(this.draggable);
    this.labels.change();
    if (focused) this.focus(this.block(key) ? key : area);
  }

  /** Replaces the ground under the scene. @param {string} markup the group with the id "ground" */
  swapGround(markup) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
    const fresh = parsed.documentElement.querySelector("#ground");
    const old = this.svg.querySelector("#ground");
    if (fresh && old) old.replaceWith(document.importNode(fresh, true));
    this.numbers.renew();
    this.labels.change();
  }

  /** Focuses a block, an area or a spot. @param {string} key */
  focus(key) {
    const block = this.block(key);
    if (block) this.setTabStop(key);
    const target = block ?? this.area(key);
    const spot = target ? null : spotOf(key);
    if (spot) this.cursor.set(spot.x, spot.y);
    if (!target) return;
    if (!block) this.marks.name(/** @type {SVGPathElement} */ (target));
    target.focus({ preventScroll: true });
    this.show(key);
  }

  /** Sets the one unit that the Tab key reaches. @param {string} key */
  setTabStop(key) {
    const blocks = [...this.svg.querySelectorAll(".block:not(.ghost)")];
    const target = this.block(key) ?? this.block(this.tabStop) ?? blocks[0] ?? null;
    for (const each of blocks) each.setAttribute("tabindex", each === target ? "0" : "-1");
    this.tabStop = target?.getAttribute("data-key") ?? "";
  }

  /** Announces a text to screen readers. @param {string} text */
  say(text) {
    const status = this.root.querySelector("[data-board-says]");
    if (status) status.textContent = text;
  }

  /**
   * Sends an event; returns true if a listener handled it.
   * @param {"unit" | "area" | "lift" | "drop" | "clear" | "cursor" | "reach"} what
   * @param {Record<string, string>} detail
   */
  emit(what, detail = {}) {
    return !this.root.dispatchEvent(new CustomEvent(`board:${what}`, { detail, bubbles: true, cancelable: true }));
  }

  /**
   * A unit or leader is chosen.
   * @param {Element} block
   * @param {Element | null} [next] the block that the next tap there would choose
   * @returns {boolean} true if a listener handled it
   */
  choose(block, next = null) {
    const key = block.getAttribute("data-key") ?? "";
    const others = next ? { next: next.getAttribute("data-key") ?? "" } : {};
    const handled = this.emit("unit", { key, area: block.getAttribute("data-area") ?? "", ...others });
    if (!handled && !block.hasAttribute("href")) this.select(key);
    return handled;
  }
}
