// @ts-check
// Blocks with set places in the scenario editor: dragged, moved by keys, turned by a ring. Each change is a stroke of the
// block's brush; the server checks it and draws the board.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./edit_preview.js").EditPreview} EditPreview */
/** @typedef {{brush: string, areas: string[], text: string, turn?: number, points?: [number, number][]}} Stroke */
/** @typedef {{key: string, brush: HTMLInputElement, turns: number[], freely: boolean}} Chosen */

/** Step in tenths of a degree by button, key or ring, for a block that may face any direction. */
const STEP = 50;
const FULL = 3600;

export class BlockPlacement {
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
    /** @type {Map<string, HTMLInputElement>} */
    this.brushes = new Map();
    for (const one of form.querySelectorAll("input[data-block]"))
      this.brushes.set(one.getAttribute("data-block") ?? "", /** @type {HTMLInputElement} */ (one));
    /** @type {Chosen | null} */
    this.chosen = null;
    this.open = board.isOpen;
    /** Snaps the key of a clicked place. @type {(area: string) => string} */
    this.snap = (area) => area;
    /** The place of the dragged block on an open table. @type {{x: number, y: number} | null} */
    this.dragPlace = null;
    /** The angle of the dragged ring. @type {number | null} */
    this.ringAngle = null;
    if (!this.brushes.size) return;
    board.guide = this;
    board.mayDrag(this.brushes.keys());
    editPreview.onShown.push(() => {
      board.mayDrag(this.brushes.keys());
      board.select(this.chosen?.key ?? "");
      this.ring();
    });
    board.root.addEventListener("board:unit", (event) => this.#unit(/** @type {CustomEvent} */ (event)));
    board.root.addEventListener("board:lift", (event) => this.choose(/** @type {CustomEvent} */ (event).detail.key));
    board.root.addEventListener("board:drop", (event) => {
      const { area } = /** @type {CustomEvent} */ (event).detail;
      const { dragPlace } = this;
      this.dragPlace = null;
      if (!this.chosen) return;
      if (this.open && dragPlace) void this.set(this.snap(`at ${Math.round(dragPlace.x)} ${Math.round(dragPlace.y)}`));
      else if (area) void this.set(area);
    });
    board.root.addEventListener("board:clear", () => this.choose(""));
    board.preview.ring.addEventListener("click", (event) => this.#tap(event));
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

  /** Selects a block, "" for none: chooses its brush and shows its ring. @param {string} key */
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

  /** Shows the ring around the selected block, if it is on the board. */
  ring() {
    const { board, chosen } = this;
    const place = chosen && board.block(chosen.key) ? board.place(chosen.key) : null;
    const turns = place ? (chosen?.turns ?? []) : [];
    board.preview.circle(place?.x ?? 0, place?.y ?? 0, this.#marks(turns, this.#facing()), this.#facing(), false);
    for (const name of ["left", "right"]) {
      const button = this.#part(name);
      if (button) button.disabled = turns.length < 2;
    }
  }

  /** The marks of a ring; if any angle is allowed, the present one is marked too. @param {number[]} turns @param {number} facing */
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

  /** Turns the selected block in its place. @param {number} turn */
  async face(turn) {
    const area = this.chosen ? this.board.block(this.chosen.key)?.getAttribute("data-area") : null;
    if (area) await this.set(area, turn);
  }

  /** Places the selected block; shows why if it is not allowed. @param {string} area @param {number} [turn] */
  async set(area, turn) {
    const { chosen, editPreview } = this;
    if (!chosen || editPreview.busy) return;
    /** @type {Stroke} */
    const stroke = { brush: chosen.brush.value, areas: [area], text: "", ...(turn === undefined ? {} : { turn }) };
    const refusal = await editPreview.ask([...this.strokes(), stroke], true);
    if (refusal === "") {
      this.addStroke(stroke);
      this.board.say(this.board.block(chosen.key)?.getAttribute("aria-label") ?? "");
    }
    editPreview.refuse(refusal);
    this.ring();
    if (this.board.block(chosen.key)) this.board.focus(chosen.key);
  }

  /** Shows the board after all unsaved strokes. */
  async show() {
    if (this.brushes.size || this.open) this.editPreview.refuse(await this.editPreview.ask(this.strokes(), false));
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

  // Guide of the board: on an open table the selected block follows the pointer.

  /** @param {number} x @param {number} y @param {string} _block @param {boolean} dragged */
  over(x, y, _block, dragged) {
    if (!this.open || !dragged || !this.chosen) return false;
    this.dragPlace = { x, y };
    const drawn = this.board.block(this.chosen.key)?.querySelector(".k");
    const beside = this.board.off?.querySelector(`[data-key="${CSS.escape(this.chosen.key)}"] svg`);
    const drawing = drawn ? figure(drawn) : beside ? sign(beside) : "";
    if (drawing) this.board.preview.show([{ drawing, x, y, turn: drawn ? this.#facing() : 0 }]);
    return drawing !== "";
  }

  out() {
    this.board.preview.show([]);
  }

  cursorAt() {}

  /** @param {string} key */
  words(key) {
    return this.chosen && (this.open || this.board.area(key)) ? "Press Enter to place the selected unit here" : "";
  }

  /** @param {number} x @param {number} y */
  turnTo(x, y) {
    const place = this.chosen ? this.board.place(this.chosen.key) : null;
    if (!place || !this.chosen) return;
    const way = (Math.atan2(x - place.x, place.y - y) * 1800) / Math.PI;
    const apart = (/** @type {number} */ turn) => Math.abs(((turn - way + 5400) % 3600) - 1800);
    this.ringAngle = this.chosen.freely
      ? ((Math.round(way / STEP) * STEP) % FULL + FULL) % FULL
      : this.chosen.turns.reduce((best, turn) => (apart(turn) < apart(best) ? turn : best));
    this.board.preview.circle(place.x, place.y, this.#marks(this.chosen.turns, this.ringAngle), this.ringAngle, false);
  }

  endTurn() {
    if (this.ringAngle !== null) void this.face(this.ringAngle);
    this.ringAngle = null;
  }
}

/** The sign of a block beside the table, as a preview drawing. @param {Element} drawn */
function sign(drawn) {
  return `<g class="block ghost" aria-hidden="true"><svg class="${drawn.getAttribute("class")}" x="-24" y="-16" width="48" height="32" viewBox="0 0 24 16">${drawn.innerHTML}</svg></g>`;
}

/** The footprint of a block on the table, as a preview drawing. @param {Element} drawn */
function figure(drawn) {
  const coat = [...(drawn.closest(".block")?.classList ?? [])].filter((name) => /^(side|n|coat)-/.test(name));
  return `<g class="block ghost ${coat.join(" ")}" aria-hidden="true"><g class="k">${drawn.innerHTML}</g></g>`;
}
