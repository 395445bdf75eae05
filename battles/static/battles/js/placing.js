// @ts-check
// How a picked unit would stand: a ghost where it is pointed, a ring to turn it by, and a bar that says it and does it.
// What there is to choose from is what the panel offers; here it is only shown on the board and chosen there.
import { spotOf } from "./board_table.js";
import { Listed, angle } from "./poses.js";

/** Milliseconds for which a unit that is dragged is held still before dragging turns it. */
const STILL = 380;
/** Pixels that count as still, and how many times what is near it may be dragged about where it is held. */
const STIRS = 3;
const ABOUT = 4;

/** @typedef {import("./poses.js").Pose} Pose */
/** @typedef {import("./poses.js").Places} Places */

/** @implements {import("./board.js").Guide} */
export class Placing {
  /**
   * @param {import("./board.js").Board} board
   * @param {HTMLElement} panel where the choices stand
   * @param {(at: string, byKey: boolean) => void} cancel shows the unit with nothing chosen; told what was
   */
  constructor(board, panel, cancel) {
    this.board = board;
    this.panel = panel;
    this.cancel = cancel;
    this.bar = /** @type {HTMLElement} */ (board.root.querySelector("[data-placing]"));
    /** @type {Places | null} */
    this.places = null;
    this.unit = "";
    /** The place that the panel is about. */
    this.at = "";
    /** What is shown. @type {Pose | null} */
    this.pose = null;
    /** What was meant by the last pointing, for the panel that comes. @type {Pose | null} */
    this.meant = null;
    /** Where a dragged unit is held to be turned. @type {Pose | null} */
    this.held = null;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.last = { x: 0, y: 0 };
    board.guide = this;
    board.ghost.ring.addEventListener("click", (event) => this.#tap(event));
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

  /** Reads the panel anew. @param {string} unit @param {string} at the place that its choices are about */
  read(unit, at) {
    const told = this.panel.querySelector("#poses")?.textContent;
    const data = told ? JSON.parse(told) : null;
    this.places = data ? new Listed(data) : null;
    const before = this.unit;
    const held = this.bar.contains(document.activeElement);
    this.unit = unit;
    this.at = this.#rows().length ? at : "";
    this.#let();
    const few = this.places?.of(this.at) ?? [];
    const meant = few.find((pose) => pose.name === this.meant?.name) ?? (this.at && this.places?.usual(this.at));
    if (meant || !at) this.meant = null;
    this.bar.hidden = !meant;
    // What it said is done: the keys go on from who did it.
    if (held && !meant) this.board.focus(before);
    // One action that is weighed is shown as it stands; anything else waits to be pointed at.
    this.#show(meant || (data?.spots.length === 1 && !this.panel.querySelector("[data-pose]") ? this.places?.called("0:0") : null) || null);
  }

  // What the board tells of pointers and keys.

  /** @param {number} x @param {number} y @param {string} block @param {boolean} dragged */
  over(x, y, block, dragged) {
    if (!this.places || (this.at && !dragged)) return false;
    if (dragged && this.at) this.#close();
    const held = this.held;
    if (held && Math.hypot(x - held.x, y - held.y) < this.places.reach * ABOUT) {
      this.#show(this.places.facing(held, angle(x - held.x, y - held.y)), true);
      return true;
    }
    this.held = null;
    const kept = this.pose;
    const pose = this.places.usual(block) ?? this.places.near(x, y, kept);
    if (dragged) this.#wait(x, y, pose);
    this.#show(pose);
    return pose !== null;
  }

  out() {
    this.#let();
    if (!this.at) this.#show(null);
  }

  /** @param {string} key */
  led(key) {
    const spot = spotOf(key);
    if (!this.at) this.#show(this.places?.usual(key) ?? (spot && this.places?.near(spot.x, spot.y, null)) ?? null);
  }

  /** @param {string} key */
  words(key) {
    const count = this.places?.count(key) ?? 0;
    return count ? `${this.#named()} may stand there, ${count === 1 ? "one way" : `${count} ways`}` : "";
  }

  /** @param {number} x @param {number} y */
  lean(x, y) {
    if (this.pose && this.at) this.#choose(this.places?.facing(this.pose, angle(x - this.pose.x, y - this.pose.y)).name);
  }

  leave() {}

  /** What pointing at a place means now: its key, and what is shown there is kept for the panel that comes. @param {string} at */
  mean(at) {
    const spot = spotOf(at);
    if (spot) this.meant = this.places?.near(spot.x, spot.y, this.pose) ?? null;
    else this.meant = this.pose && (!at || this.pose.at === at) ? this.pose : null;
    return this.meant?.at ?? at;
  }

  /** What a drop means: what is shown, else what lies there. @param {string} at */
  drop(at) {
    this.meant = this.pose;
    return this.pose?.at ?? at;
  }

  /** Turns by so many of the ways that there are. @param {number} by */
  turn(by) {
    const turns = this.#turns();
    if (!this.pose || !this.places || turns.length < 2) return;
    const next = turns[(turns.indexOf(this.pose.turn) + by + turns.length) % turns.length];
    this.#choose(this.places.facing(this.pose, next).name);
  }

  focus() {
    this.part("do").focus({ preventScroll: true });
  }

  // What is shown.

  /** @param {Pose | null | undefined} pose @param {boolean} [turning] */
  #show(pose, turning = this.open) {
    const { ghost } = this.board;
    this.pose = pose ?? null;
    for (const away of this.board.svg.querySelectorAll(".block.away")) away.classList.remove("away");
    if (pose) this.board.block(this.unit)?.classList.add("away");
    if (!pose) return ghost.hide();
    ghost.show(pose.figures);
    const turns = turning ? [...new Set(this.places?.of(pose.at).map((one) => one.turn))] : [];
    ghost.circle(pose.x, pose.y, turns, pose.turn);
    if (this.open) this.#say();
  }

  /** @param {string | undefined} name */
  #choose(name) {
    const pose = name ? this.places?.called(name) : null;
    if (pose) this.#show(pose);
  }

  /** Puts into the bar what is chosen. */
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
    this.part("odds").hidden = !this.#odds();
    this.part("do").textContent = this.#verb(pose);
  }

  /** What doing it is called, by where the unit stands now; what is directed against somebody says itself what it is. @param {Pose} pose */
  #verb(pose) {
    if (this.board.block(this.at)?.matches(".aim")) return "Do it";
    const now = this.board.block(this.unit) ? this.board.place(this.unit) : null;
    if (!now) return "Put it here";
    return Math.hypot(now.x - pose.x, now.y - pose.y) > 1 ? "Move here" : "Stand so";
  }

  #named() {
    return this.panel.querySelector("#u-h")?.textContent ?? "It";
  }

  #turns() {
    const found = this.pose && this.places ? this.places.of(this.pose.at).map((one) => one.turn) : [];
    return [...new Set(found)].sort((one, two) => one - two);
  }

  /** The choices that the board can show. @returns {HTMLButtonElement[]} */
  #rows() {
    return [...this.panel.querySelectorAll("button[data-pose]")].map((each) => /** @type {HTMLButtonElement} */ (each));
  }

  #row() {
    return this.#rows().find((row) => row.dataset.pose === this.pose?.name) ?? null;
  }

  /** @returns {HTMLElement | null} the link that weighs what is chosen */
  #odds() {
    return this.#row()?.parentElement?.querySelector("a.weigh") ?? null;
  }

  /** A choice of the panel is pointed at. @param {Event} event */
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
      this.held = pose;
      this.#show(pose, true);
    }, STILL);
  }

  #let() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.held = null;
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
  return row.textContent?.trim() ?? "";
}
