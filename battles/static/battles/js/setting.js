// @ts-check
// Blocks of a scenario that stand in set places: dragged, led by keys, turned by a ring. Each change is a stroke of the
// brush that sets the block; whether it may stand there the server says, and how the board looks then.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./trying.js").Trying} Trying */
/** @typedef {{brush: string, areas: string[], text: string, turn?: number, points?: [number, number][]}} Stroke */
/** @typedef {{key: string, brush: HTMLInputElement, turns: number[], freely: boolean}} Chosen */

/** Tenths of a degree of a step by button or key, and of a ring that is dragged, where a block may face any way. */
const STEP = 50;
const FULL = 3600;

export class Setting {
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
    /** @type {Map<string, HTMLInputElement>} */
    this.brushes = new Map();
    for (const one of form.querySelectorAll("input[data-block]"))
      this.brushes.set(one.getAttribute("data-block") ?? "", /** @type {HTMLInputElement} */ (one));
    /** @type {Chosen | null} */
    this.chosen = null;
    this.open = board.isOpen;
    /** The place that is meant by one that was pointed at. @type {(area: string) => string} */
    this.meant = (area) => area;
    /** Where a block that is dragged is now, on an open table. @type {{x: number, y: number} | null} */
    this.aimed = null;
    /** The angle that the ring was dragged to. @type {number | null} */
    this.leant = null;
    if (!this.brushes.size) return;
    board.guide = this;
    board.mayDrag(this.brushes.keys());
    trying.onShown.push(() => {
      board.mayDrag(this.brushes.keys());
      board.select(this.chosen?.key ?? "");
      this.ring();
    });
    board.root.addEventListener("board:unit", (event) => this.#unit(/** @type {CustomEvent} */ (event)));
    board.root.addEventListener("board:lift", (event) => this.choose(/** @type {CustomEvent} */ (event).detail.key));
    board.root.addEventListener("board:drop", (event) => {
      const { area } = /** @type {CustomEvent} */ (event).detail;
      const { aimed } = this;
      this.aimed = null;
      if (!this.chosen) return;
      if (this.open && aimed) void this.set(this.meant(`at ${Math.round(aimed.x)} ${Math.round(aimed.y)}`));
      else if (area) void this.set(area);
    });
    board.root.addEventListener("board:clear", () => this.choose(""));
    board.ghost.ring.addEventListener("click", (event) => this.#tap(event));
    board.frame.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["left", "right"])
      this.#part(name)?.addEventListener("click", () => this.turn(name === "left" ? -1 : 1));
    form.addEventListener("change", (event) => {
      if (event.target instanceof HTMLInputElement && event.target.name === "brush")
        this.choose(event.target.dataset.block ?? "");
    });
    const first = [...this.brushes].find(([, brush]) => brush.checked);
    if (first) this.choose(first[0]);
  }

  /** @param {string} name @returns {HTMLButtonElement | null} */
  #part(name) {
    return this.form.querySelector(`[data-paint=${name}]`);
  }

  /** Takes a block in hand, "" for none: its brush is chosen, and its ring is shown. @param {string} key */
  choose(key) {
    const brush = this.brushes.get(key);
    const turns = (brush?.dataset.turns ?? "").split("|").filter(Boolean).map(Number);
    this.chosen = brush ? { key, brush, turns, freely: brush.hasAttribute("data-freely") } : null;
    if (brush) {
      brush.checked = true;
      const fold = brush.closest("details");
      if (fold) fold.open = true;
    }
    this.board.select(brush ? key : "");
    this.ring();
  }

  /** The ring about the block in hand, where it stands on the board. */
  ring() {
    const { board, chosen } = this;
    const place = chosen && board.block(chosen.key) ? board.place(chosen.key) : null;
    const turns = place ? (chosen?.turns ?? []) : [];
    board.ghost.circle(place?.x ?? 0, place?.y ?? 0, this.#marks(turns, this.#facing()), this.#facing(), false);
    for (const name of ["left", "right"]) {
      const button = this.#part(name);
      if (button) button.disabled = turns.length < 2;
    }
  }

  /** The marks of a ring: where any angle may be faced, the one that is faced is marked too. @param {number[]} turns @param {number} facing */
  #marks(turns, facing) {
    return this.chosen?.freely && turns.length && !turns.includes(facing) ? [...turns, facing] : turns;
  }

  #facing() {
    const drawn = this.chosen ? this.board.block(this.chosen.key)?.querySelector(".k") : null;
    return Math.round(Number(/rotate\((-?[\d.]+)/.exec(drawn?.getAttribute("transform") ?? "")?.[1] ?? 0) * 10);
  }

  /** @param {number} by */
  turn(by) {
    const turns = this.chosen?.turns ?? [];
    if (turns.length < 2) return;
    if (this.chosen?.freely) void this.face((this.#facing() + by * STEP + FULL) % FULL);
    else void this.face(turns[(turns.indexOf(this.#facing()) + by + turns.length) % turns.length]);
  }

  /** Turns the block in hand where it stands. @param {number} turn */
  async face(turn) {
    const area = this.chosen ? this.board.block(this.chosen.key)?.getAttribute("data-area") : null;
    if (area) await this.set(area, turn);
  }

  /** Sets the block in hand in a place; where it may not stand there, says why. @param {string} area @param {number} [turn] */
  async set(area, turn) {
    const { chosen, trying } = this;
    if (!chosen || trying.busy) return;
    /** @type {Stroke} */
    const stroke = { brush: chosen.brush.value, areas: [area], text: "", ...(turn === undefined ? {} : { turn }) };
    const said = await trying.ask([...this.strokes(), stroke], true);
    if (said === "") {
      this.laid(stroke);
      this.board.say(this.board.block(chosen.key)?.getAttribute("aria-label") ?? "");
    }
    trying.refuse(said);
    this.ring();
    if (this.board.block(chosen.key)) this.board.focus(chosen.key);
  }

  /** Shows what stands after all strokes that are left. */
  async show() {
    if (this.brushes.size || this.open) this.trying.refuse(await this.trying.ask(this.strokes(), false));
  }

  /** @param {CustomEvent} event */
  #unit(event) {
    const { key } = event.detail;
    if (!this.brushes.has(key)) return;
    event.preventDefault();
    this.choose(this.chosen?.key === key ? "" : key);
  }

  /** @param {Event} event */
  #tap(event) {
    const mark = event.target instanceof Element ? event.target.closest("[data-turn]") : null;
    event.stopPropagation();
    if (mark) void this.face(Number(mark.getAttribute("data-turn")));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.chosen || event.ctrlKey || event.altKey || event.metaKey) return;
    const by = { "[": -1, ",": -1, "]": 1, ".": 1 }[event.key];
    if (by) this.turn(by);
  }

  // As the board's guide: the block in hand follows the pointer itself, on an open table as large as it is there.

  /** @param {number} x @param {number} y @param {string} _block @param {boolean} dragged */
  over(x, y, _block, dragged) {
    if (!this.open || !dragged || !this.chosen) return false;
    this.aimed = { x, y };
    const drawn = this.board.block(this.chosen.key)?.querySelector(".k");
    const beside = this.board.off?.querySelector(`[data-key="${CSS.escape(this.chosen.key)}"] svg`);
    const drawing = drawn ? figure(drawn) : beside ? sign(beside) : "";
    if (drawing) this.board.ghost.show([{ drawing, x, y, turn: drawn ? this.#facing() : 0 }]);
    return drawing !== "";
  }

  out() {
    this.board.ghost.show([]);
  }

  led() {}

  /** @param {string} key */
  words(key) {
    return this.chosen && (this.open || this.board.area(key)) ? "Enter sets the unit in hand here" : "";
  }

  /** @param {number} x @param {number} y */
  lean(x, y) {
    const place = this.chosen ? this.board.place(this.chosen.key) : null;
    if (!place || !this.chosen) return;
    const way = (Math.atan2(x - place.x, place.y - y) * 1800) / Math.PI;
    const apart = (/** @type {number} */ turn) => Math.abs(((turn - way + 5400) % 3600) - 1800);
    this.leant = this.chosen.freely
      ? ((Math.round(way / STEP) * STEP) % FULL + FULL) % FULL
      : this.chosen.turns.reduce((best, turn) => (apart(turn) < apart(best) ? turn : best));
    this.board.ghost.circle(place.x, place.y, this.#marks(this.chosen.turns, this.leant), this.leant, false);
  }

  leave() {
    if (this.leant !== null) void this.face(this.leant);
    this.leant = null;
  }
}

/** The sign of a block beside the table, as the drawing of a ghost. @param {Element} drawn */
function sign(drawn) {
  return `<g class="block ghost" aria-hidden="true"><svg class="${drawn.getAttribute("class")}" x="-24" y="-16" width="48" height="32" viewBox="0 0 24 16">${drawn.innerHTML}</svg></g>`;
}

/** The footprint of a block that stands, as the drawing of a ghost. @param {Element} drawn */
function figure(drawn) {
  const coat = [...(drawn.closest(".block")?.classList ?? [])].filter((name) => /^(side|n|coat)-/.test(name));
  return `<g class="block ghost ${coat.join(" ")}" aria-hidden="true"><g class="k">${drawn.innerHTML}</g></g>`;
}
