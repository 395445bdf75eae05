// @ts-check
// A board that can be moved about in, pointed at and told what to show. It knows no rules: what a tap, a drop or a key
// means is asked of whoever listens. Events, all of which bubble from the element with data-board:
//   board:unit {key, area, next}   a unit or leader is chosen; unless the listener prevents it, it is selected; next is
//                                  the key of the one that the next tap at the same place would choose
//   board:area {area}              a patch of ground is chosen
//   board:lift {key}               a unit begins to be dragged
//   board:drop {key, area, block}  a unit was dragged to a patch of ground, or to the block that stands there
//   board:clear {}                 nothing shall be selected any more
//   board:led {x, y}               the keys have led to a spot of an open table
//   board:reach {}                 how far the selected unit reaches shall be shown or hidden
// On an open table an area may be a spot, with a key of its own.
import { Cursor } from "./board_cursor.js";
import { Ghost } from "./board_ghost.js";
import { startKeys } from "./board_keys.js";
import { Labels } from "./board_labels.js";
import { Marks } from "./board_marks.js";
import { startPointers } from "./board_pointers.js";
import { Picking } from "./board_picking.js";
import { outlineOf, ring, shapeOf, spotKey, spotOf } from "./board_table.js";
import { Tape } from "./board_tape.js";
import { View } from "./board_view.js";

/** Pixels of a patch of ground that a finger can hit. */
const FINGER = 28;
const SVG = "http://www.w3.org/2000/svg";

/** @typedef {{areas?: string[], targets?: string[], refused?: string}} Targets */
/**
 * Who shows what pointing means. ``over`` is told the place of a pointer, the block under it, and whether a unit is
 * dragged, and says whether it shows the unit there; ``led`` is told where the keys have led, ``out`` that neither
 * points anywhere now; ``words`` are what there is to say of a patch of ground; ``lean`` is told where a pointer went
 * that took hold of the ring, ``leave`` that it has let go.
 * @typedef {object} Guide
 * @property {(x: number, y: number, block: string, dragged: boolean) => boolean} over
 * @property {() => void} out
 * @property {(key: string) => void} led
 * @property {(key: string) => string} words
 * @property {(x: number, y: number) => void} lean
 * @property {() => void} leave
 */

/** @type {WeakMap<Element, Board>} */
const boards = new WeakMap();

/** The board of an element with data-board, started once. @param {HTMLElement} root @returns {Board} */
export function boardOf(root) {
  const known = boards.get(root);
  if (known) return known;
  const made = new Board(root);
  boards.set(root, made);
  return made;
}

/** Starts every board of the page. @returns {Board[]} */
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
    // The pen of maps is the frame's from here on, for it sets a width, and the view sets that now.
    this.svg.classList.remove("map");
    this.frame.classList.add("map");
    this.frame.removeAttribute("tabindex");
    this.frame.removeAttribute("role");
    this.frame.removeAttribute("aria-label");
    /** Tenths of a millimetre of a unit of an open table; 0 where the board has patches to stand on. */
    this.tenths = Number(this.svg.getAttribute("data-open"));
    this.view = new View(this.svg, this.frame);
    this.labels = new Labels(this);
    this.marks = new Marks(this);
    this.ghost = new Ghost(this);
    this.cursor = new Cursor(this);
    this.tape = new Tape(this);
    this.picking = new Picking(this);
    /** @type {Guide | null} */
    this.guide = null;
    /** @type {Set<string>} */
    this.loose = new Set();
    /** What is marked as ground to go to. @type {Set<string>} */
    this.marked = new Set();
    /** The key of the unit that the Tab key leads to. */
    this.reached = "";
    this.selected = this.svg.querySelector(".block.on")?.getAttribute("data-key") ?? "";
    startPointers(this);
    startKeys(this);
    this.rove(this.selected);
    const first = this.selected || this.svg.querySelector(".block")?.getAttribute("data-key") || "";
    if (this.isOpen) this.view.openTable(this.field(), this.place(this.selected));
    else this.view.open(this.place(first));
    for (const button of root.querySelectorAll("[data-board-view]"))
      button.addEventListener("click", () => this.look(button.getAttribute("data-board-view") ?? ""));
    root.querySelector("[data-board-reach]")?.addEventListener("click", () => this.tell("reach"));
    root.querySelector(".board-tools")?.removeAttribute("hidden");
  }

  get isOpen() {
    return this.tenths > 0;
  }

  /** The places that units stand on. @returns {DOMPoint[]} */
  field() {
    const places = [...this.svg.querySelectorAll(".block")].map((block) => this.place(block.getAttribute("data-key") ?? ""));
    return places.filter((place) => place !== null);
  }

  /** What a button of the view does. @param {string} what "in", "out" or "whole" */
  look(what) {
    if (what === "whole") this.view.whole();
    else this.view.zoom(what === "in" ? 1.35 : 1 / 1.35);
  }

  /** The block of a key on the board. @param {string} key @returns {SVGGraphicsElement | null} */
  block(key) {
    const found = key ? this.svg.querySelector(`.block[data-key="${CSS.escape(key)}"]:not(.ghost)`) : null;
    return found instanceof SVGGraphicsElement ? found : null;
  }

  /** What a block is called beside it. @param {string} key */
  label(key) {
    return this.block(key)?.querySelector("text")?.textContent ?? "";
  }

  /** The patch of ground of a key. @param {string} key @returns {SVGPathElement | null} */
  area(key) {
    const found = key ? this.svg.querySelector(`.areas [data-key="${CSS.escape(key)}"]`) : null;
    return found instanceof SVGPathElement ? found : null;
  }

  /** The blocks that stand on a patch of ground, the uppermost first. @param {string} area @returns {Element[]} */
  standing(area) {
    return [...this.svg.querySelectorAll(`.block[data-area="${CSS.escape(area)}"]:not(.ghost)`)].reverse();
  }

  /** The features of terrain at a place. @param {number} x @param {number} y @returns {SVGPathElement[]} */
  areasAt(x, y) {
    const place = new DOMPoint(x, y);
    return [...this.svg.querySelectorAll(".areas [data-key]")]
      .map((each) => /** @type {SVGPathElement} */ (each))
      .filter((area) => area.isPointInFill(place));
  }

  /** What pointing at a place of an open table points at: terrain that is marked, else the spot. @param {number} x @param {number} y */
  spotAt(x, y) {
    const marked = this.areasAt(x, y).find((area) => this.marked.has(area.getAttribute("data-key") ?? ""));
    return marked?.getAttribute("data-key") ?? spotKey(x, y);
  }

  /** The line about what has a key: a patch of ground or a spot, the ground of a block, or what it covers. @param {string} key */
  outline(key) {
    const block = this.block(key);
    if (block && !this.isOpen) return this.outline(block.getAttribute("data-area") ?? "");
    const place = this.place(key);
    if (block && place) return outlineOf(block, place);
    const spot = spotOf(key);
    return spot ? ring(spot) : (this.area(key)?.getAttribute("d") ?? "");
  }

  /** What a block covers. @param {Element} block */
  shape(block) {
    return shapeOf(block, this.place(block.getAttribute("data-key") ?? "") ?? new DOMPoint());
  }

  /** The middle of a block, a patch of ground or a spot, in units of the board. @param {string} key @returns {DOMPoint | null} */
  place(key) {
    const block = this.block(key);
    // Not consolidate(): Firefox writes what it makes back into the page.
    const moved = block?.transform.baseVal.getItem(0).matrix;
    if (moved) return new DOMPoint(moved.e, moved.f);
    const box = this.area(key)?.getBBox();
    return box ? new DOMPoint(box.x + box.width / 2, box.y + box.height / 2) : spotOf(key);
  }

  /** Shows which unit is selected, "" for none; sends no event. @param {string} key */
  select(key) {
    this.selected = key;
    this.marks.select(key);
    this.labels.change();
    if (this.block(key)) this.rove(key);
  }

  /** Shows where the selected unit may go and whom it may act against; nothing given shows nothing. @param {Targets} [targets] */
  mark(targets = {}) {
    const areas = targets.areas ?? [];
    this.marked = new Set(areas);
    this.marks.target(areas, targets.targets ?? []);
    this.marks.refuse(targets.refused ?? "");
    this.enlarge(areas);
    this.labels.change();
  }

  /** Where fingers shall find patches of ground that are too small for them, shows these larger. @param {string[]} areas */
  enlarge(areas) {
    const box = this.area(areas[0] ?? "")?.getBBox();
    if (!box || box.width * this.view.scale >= FINGER || !matchMedia("(pointer: coarse)").matches) return;
    const places = areas.map((key) => this.place(key)).filter((place) => place !== null);
    const middle = (/** @type {"x" | "y"} */ way) => places.reduce((sum, place) => sum + place[way], 0) / places.length;
    this.view.read(middle("x"), middle("y"));
  }

  /** Says which units may be dragged: with a mouse at once, with a finger once they are selected. @param {Iterable<string>} keys */
  mayDrag(keys) {
    this.loose = new Set(keys);
    this.marks.loosen(this.loose);
  }

  /** Moves the view so that a block or a patch of ground is in its middle. @param {string} key */
  centre(key) {
    const place = this.place(key);
    if (place) this.view.centre(place.x, place.y);
  }

  /** Moves the view only as far as it takes to see a block or a patch of ground. @param {string} key */
  show(key) {
    const place = this.place(key);
    if (place) this.view.show(place.x, place.y);
  }

  /**
   * Puts a new scene in place of the old one, and shows what moved where the scene does not say so itself. The view
   * stays, and so does the focus where what had it is still there.
   * @param {string} markup the group with the id "scene"
   */
  swap(markup) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
    const fresh = parsed.documentElement.querySelector("#scene");
    const old = this.svg.querySelector("#scene");
    if (!fresh || !old) throw new Error("A scene without its group");
    const held = old.contains(document.activeElement) ? document.activeElement : null;
    const key = held?.getAttribute("data-key") ?? "";
    const area = held?.getAttribute("data-area") ?? "";
    const before = this.marks.places();
    old.replaceWith(document.importNode(fresh, true));
    this.marks.trace(before);
    this.selected = this.svg.querySelector(".block.on")?.getAttribute("data-key") ?? "";
    this.rove(this.block(key) ? key : this.selected || this.reached);
    this.marks.loosen(this.loose);
    this.labels.change();
    if (held) this.focus(this.block(key) ? key : area);
  }

  /** Gives the focus to a block or a patch of ground. @param {string} key */
  focus(key) {
    const block = this.block(key);
    if (block) this.rove(key);
    const target = block ?? this.area(key);
    const spot = target ? null : spotOf(key);
    if (spot) this.cursor.set(spot.x, spot.y);
    if (!target) return;
    if (!block) this.marks.name(/** @type {SVGPathElement} */ (target));
    target.focus({ preventScroll: true });
    this.show(key);
  }

  /** Lets the Tab key lead to one unit, from which the arrow keys lead on. @param {string} key */
  rove(key) {
    const blocks = [...this.svg.querySelectorAll(".block:not(.ghost)")];
    const target = this.block(key) ?? this.block(this.reached) ?? blocks[0] ?? null;
    for (const each of blocks) each.setAttribute("tabindex", each === target ? "0" : "-1");
    this.reached = target?.getAttribute("data-key") ?? "";
  }

  /** Says something to whoever hears the page. @param {string} text */
  say(text) {
    const said = this.root.querySelector("[data-board-says]");
    if (said) said.textContent = text;
  }

  /**
   * Sends an event; true where a listener took it in hand.
   * @param {"unit" | "area" | "lift" | "drop" | "clear" | "led" | "reach"} what
   * @param {Record<string, string>} detail
   */
  tell(what, detail = {}) {
    return !this.root.dispatchEvent(new CustomEvent(`board:${what}`, { detail, bubbles: true, cancelable: true }));
  }

  /**
   * A unit or leader is chosen.
   * @param {Element} block
   * @param {Element | null} [next] what the next tap there would choose
   * @returns {boolean} whether a listener took it in hand
   */
  choose(block, next = null) {
    const key = block.getAttribute("data-key") ?? "";
    const others = next ? { next: next.getAttribute("data-key") ?? "" } : {};
    const taken = this.tell("unit", { key, area: block.getAttribute("data-area") ?? "", ...others });
    if (!taken && !block.hasAttribute("href")) this.select(key);
    return taken;
  }
}
