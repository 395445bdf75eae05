// @ts-check
// Placement of the selected unit on the board: a preview at the pointer, a ring to turn it, and a bar to confirm.
// The panel offers the choices; this module shows them on the board and selects one.
import { spotOf } from "./board_table.js";
import { PoseList, angle } from "./poses.js";

/** Milliseconds that a dragged unit must be held still before dragging turns it. */
const STILL = 380;
/** Pixels that count as still, and how far it may be dragged around there, in multiples of the reach. */
const STIRS = 3;
const ABOUT = 4;

/** @typedef {import("./poses.js").Pose} Pose */
/** @typedef {import("./poses.js").Places} Places */

/** @implements {import("./board.js").Guide} */
export class Placement {
  /**
   * @param {import("./board.js").Board} board
   * @param {HTMLElement} panel the panel with the choices
   * @param {(at: string, byKey: boolean) => void} cancel shows the unit with nothing chosen; gets the former place
   */
  constructor(board, panel, cancel) {
    this.board = board;
    this.panel = panel;
    this.cancel = cancel;
    this.bar = /** @type {HTMLElement} */ (board.root.querySelector("[data-placing]"));
    /** @type {Places | null} */
    this.places = null;
    this.unit = "";
    /** The place shown in the panel. */
    this.at = "";
    /** The shown pose. @type {Pose | null} */
    this.pose = null;
    /** The pose of the last click, for the next panel. @type {Pose | null} */
    this.clicked = null;
    /** True while the shown pose does not follow the pointer. */
    this.fixed = false;
    /** The pose in which a dragged unit is turned. @type {Pose | null} */
    this.turning = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.last = { x: 0, y: 0 };
    board.guide = this;
    board.preview.ring.addEventListener("click", (event) => this.#tap(event));
    this.bar.addEventListener("keydown", (event) => this.#key(event));
    this.part("left").addEventListener("click", () => this.turn(-1));
    this.part("right").addEventListener("click", () => this.turn(1));
    this.part("cancel").addEventListener("click", (event) => this.cancel(this.at, !event.detail));
    this.part("do").addEventListener("click", () => this.#row()?.form?.requestSubmit(this.#row()));
    this.part("odds").addEventListener("click", () => this.#odds()?.click());
    this.part("how").addEventListener("change", () => this.#choose(this.#how().value));
    for (const kind of ["focusin", "pointerover"]) panel.addEventListener(kind, (event) => this.#preview(event));
    panel.addEventListener("pointerleave", () => this.#rest());
  }

  /** @param {string} name @returns {HTMLElement} */
  part(name) {
    return /** @type {HTMLElement} */ (this.bar.querySelector(`[data-place=${name}]`));
  }

  #how() {
    return /** @type {HTMLSelectElement} */ (this.part("how"));
  }

  get open() {
    return !this.bar.hidden;
  }

  /** Reads the panel again. @param {string} unit @param {string} at the place of its choices */
  read(unit, at) {
    const text = this.panel.querySelector("#poses")?.textContent;
    const data = text ? JSON.parse(text) : null;
    this.places = data ? new PoseList(data) : null;
    const before = this.unit;
    const focused = this.bar.contains(document.activeElement);
    this.unit = unit;
    this.at = this.#rows().length ? at : "";
    this.#stopTurning();
    const choices = this.places?.of(this.at) ?? [];
    const chosen = choices.find((pose) => pose.name === this.clicked?.name) ?? (this.at && this.places?.usual(this.at));
    if (chosen || !at) this.clicked = null;
    this.bar.hidden = !chosen;
    // The action is done: the keys continue from its unit.
    if (focused && !chosen) this.board.focus(before);
    // A single action with odds, and the order of a group, are shown at once; other choices are shown when pointed at.
    const single = data?.spots.length === 1 && !this.panel.querySelector("[data-pose]") ? this.places?.called("0:0") : null;
    this.fixed = Boolean(single);
    this.#show(chosen || single || null);
  }

  // Pointers and keys on the board.

  /** @param {number} x @param {number} y @param {string} block @param {boolean} dragged */
  over(x, y, block, dragged) {
    if (!this.places || this.fixed || (this.at && !dragged)) return false;
    if (dragged && this.at) this.#close();
    const turning = this.turning;
    if (turning && Math.hypot(x - turning.x, y - turning.y) < this.places.reach * ABOUT) {
      this.#show(this.places.facing(turning, angle(x - turning.x, y - turning.y)), true);
      return true;
    }
    this.turning = null;
    const former = this.pose;
    const pose = this.places.usual(block) ?? this.places.near(x, y, former);
    if (dragged) this.#wait(x, y, pose);
    this.#show(pose);
    return pose !== null;
  }

  out() {
    this.#stopTurning();
    if (!this.at && !this.fixed) this.#show(null);
  }

  /** @param {string} key */
  cursorAt(key) {
    const spot = spotOf(key);
    if (!this.at && !this.fixed) this.#show(this.places?.usual(key) ?? (spot && this.places?.near(spot.x, spot.y, null)) ?? null);
  }

  /** @param {string} key */
  words(key) {
    const count = this.places?.count(key) ?? 0;
    return count ? `${this.#named()} can move there, ${count === 1 ? "1 facing" : `${count} facings`}` : "";
  }

  /** @param {number} x @param {number} y */
  turnTo(x, y) {
    if (this.pose && this.at) this.#choose(this.places?.facing(this.pose, angle(x - this.pose.x, y - this.pose.y)).name);
  }

  endTurn() {}

  /** The key of a clicked place; remembers the pose shown there for the next panel. @param {string} at */
  keyOf(at) {
    const spot = spotOf(at);
    if (spot) this.clicked = this.places?.near(spot.x, spot.y, this.pose) ?? null;
    else this.clicked = this.pose && (!at || this.pose.at === at) ? this.pose : null;
    return this.clicked?.at ?? at;
  }

  /** The key of a drop: the shown pose, else the key there. @param {string} at */
  drop(at) {
    this.clicked = this.pose;
    return this.pose?.at ?? at;
  }

  /** Turns by a number of facings. @param {number} by */
  turn(by) {
    const turns = this.#turns();
    if (!this.pose || !this.places || turns.length < 2) return;
    const next = turns[(turns.indexOf(this.pose.turn) + by + turns.length) % turns.length];
    this.#choose(this.places.facing(this.pose, next).name);
  }

  /** Updates the bar after chances have arrived in the panel. */
  renew() {
    if (this.open) this.#say();
  }

  focus() {
    this.part("do").focus({ preventScroll: true });
  }

  // Display.

  /** @param {Pose | null | undefined} pose @param {boolean} [turning] */
  #show(pose, turning = this.open) {
    const { preview } = this.board;
    this.pose = pose ?? null;
    for (const away of this.board.svg.querySelectorAll(".block.away")) away.classList.remove("away");
    if (pose) this.board.block(this.unit)?.classList.add("away");
    if (!pose) return preview.hide();
    preview.show(pose.figures);
    this.#lead(pose);
    const turns = turning ? [...new Set(this.places?.of(pose.at).map((one) => one.turn))] : [];
    preview.circle(pose.x, pose.y, turns, pose.turn);
    if (this.open) this.#say();
  }

  /** Draws the way from where the unit stands by its bends to the pose, and from there to an attacked enemy.
   * @param {Pose} pose */
  #lead(pose) {
    const { board } = this;
    const now = board.block(this.unit) ? board.place(this.unit) : null;
    const foe = board.block(this.at)?.matches(".aim") ? board.place(this.at) : null;
    board.preview.lead(now ? [now, ...(pose.bends ?? []), pose] : [], now && foe ? [pose, foe] : []);
  }

  /** @param {string | undefined} name */
  #choose(name) {
    const pose = name ? this.places?.called(name) : null;
    if (pose) this.#show(pose);
  }

  /** Updates the bar for the chosen pose. */
  #say() {
    const { pose } = this;
    if (!pose || !this.places) return;
    const turns = this.#turns();
    for (const name of ["left", "right"]) this.part(name).hidden = turns.length < 2;
    const rows = this.#rows();
    const here = rows.filter((row) => this.places?.called(row.dataset.pose ?? "")?.turn === pose.turn);
    const how = this.#how();
    how.hidden = here.length < 2;
    how.replaceChildren(...here.map((row) => new Option(words(row), row.dataset.pose, false, row.dataset.pose === pose.name)));
    for (const row of rows) row.classList.toggle("on", row.dataset.pose === pose.name);
    const row = this.#row();
    this.part("words").textContent = row ? [how.hidden ? words(row) : "", row.dataset.stands].filter(Boolean).map((each) => `${each}.`).join(" ") : "";
    this.part("odds").hidden = this.#odds()?.hidden ?? true;
    const chance = row?.querySelector("[data-chance]")?.textContent;
    this.part("do").textContent = [row?.dataset.verb || this.#verb(pose), chance].filter(Boolean).join(": ");
  }

  /** The text of the button; actions against a target are described in the bar. @param {Pose} pose */
  #verb(pose) {
    if (this.board.block(this.at)?.matches(".aim")) return "Confirm";
    const now = this.board.block(this.unit) ? this.board.place(this.unit) : null;
    if (!now) return "Deploy here";
    return Math.hypot(now.x - pose.x, now.y - pose.y) > 1 ? "Move here" : "Turn here";
  }

  #named() {
    return this.panel.querySelector("#u-h")?.textContent ?? "It";
  }

  #turns() {
    const turns = this.pose && this.places ? this.places.of(this.pose.at).map((one) => one.turn) : [];
    return [...new Set(turns)].sort((one, two) => one - two);
  }

  /** Choices that the board can show. @returns {HTMLButtonElement[]} */
  #rows() {
    return [...this.panel.querySelectorAll("button[data-pose]")].map((each) => /** @type {HTMLButtonElement} */ (each));
  }

  #row() {
    return this.#rows().find((row) => row.dataset.pose === this.pose?.name) ?? null;
  }

  /** @returns {HTMLElement | null} the link to the odds of the choice */
  #odds() {
    return this.#row()?.parentElement?.querySelector("a.weigh") ?? null;
  }

  /** Previews a choice that is pointed at in the panel. @param {Event} event */
  #preview(event) {
    const row = event.target instanceof Element ? event.target.closest("button[data-pose]") : null;
    const name = row?.getAttribute("data-pose");
    if (name && name !== this.pose?.name) this.#choose(name);
  }

  #rest() {
    if (!this.open && !this.panel.querySelector("#w-h")) this.#show(null);
  }

  #close() {
    this.at = "";
    this.bar.hidden = true;
  }

  // Turning.

  /** @param {number} x @param {number} y @param {Pose | null} pose */
  #wait(x, y, pose) {
    const stirs = Math.hypot(x - this.last.x, y - this.last.y) * this.board.view.scale > STIRS;
    if (!stirs && this.timer !== undefined) return;
    this.last = { x, y };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const turns = new Set(pose ? this.places?.of(pose.at).map((one) => one.turn) : []);
      if (turns.size < 2) return;
      this.turning = pose;
      this.#show(pose, true);
    }, STILL);
  }

  #stopTurning() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.turning = null;
  }

  /** @param {Event} event */
  #tap(event) {
    const mark = event.target instanceof Element ? event.target.closest("[data-turn]") : null;
    event.stopPropagation();
    if (mark && this.pose) this.#choose(this.places?.facing(this.pose, Number(mark.getAttribute("data-turn"))).name);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target instanceof HTMLSelectElement && event.key !== "Escape") return;
    const how = this.#how();
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "ArrowLeft") this.turn(-1);
    else if (event.key === "ArrowRight") this.turn(1);
    else if (event.key === "Escape") this.cancel(this.at, true);
    else if (step && !how.hidden) {
      how.selectedIndex = (how.selectedIndex + step + how.options.length) % how.options.length;
      this.#choose(how.value);
    } else return;
    event.preventDefault();
  }
}

/** A choice in words. @param {HTMLElement} row */
function words(row) {
  return row.dataset.words ?? "";
}
