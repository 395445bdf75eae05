// @ts-check
// Marks on a board: the selected unit, its destinations and targets, and the keyboard focus.

const SVG = "http://www.w3.org/2000/svg";

export class Marks {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.cursor = shape("path", "cursor", {});
    board.svg.append(this.cursor);
    // On the frame: an SVG element with a focus listener would take the focus itself.
    board.frame.addEventListener("focusin", (event) => this.follow(event.target));
    board.frame.addEventListener("focusout", () => this.follow(null));
  }

  /** @param {string} key */
  select(key) {
    const { board } = this;
    for (const each of this.blocks()) {
      const own = each.getAttribute("data-key") === key;
      each.classList.toggle("on", own);
      if (own) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
    this.draw("on", [key]);
  }

  /** @param {string[]} areas @param {string[]} targets keys of blocks */
  target(areas, targets) {
    this.draw("go", areas);
    this.draw("aim", targets.filter((key) => this.board.block(key)));
    const aimed = new Set(targets);
    for (const each of this.blocks()) each.classList.toggle("aim", aimed.has(each.getAttribute("data-key") ?? ""));
  }

  /** Shows a cross at a spot where no action is possible; "" for none. @param {string} key */
  refuse(key) {
    const group = this.board.svg.querySelector("#marks");
    for (const old of group?.querySelectorAll(".no") ?? []) old.remove();
    const at = this.board.isOpen ? this.board.place(key) : null;
    if (at) group?.append(shape("path", "no", { d: `M${at.x - 8} ${at.y - 8}l16 16m0 -16l-16 16` }));
  }

  /** Marks the area under a dragged unit; "" for none. @param {string} area */
  over(area) {
    this.draw("over", [area]);
  }

  /** @param {Set<string>} keys of blocks that may be dragged */
  setDraggable(keys) {
    for (const each of this.blocks()) each.classList.toggle("loose", keys.has(each.getAttribute("data-key") ?? ""));
  }

  /** Gives an area its name for screen readers. @param {SVGPathElement} area */
  name(area) {
    const words = area.getAttribute("data-words") ?? area.parentElement?.getAttribute("data-words") ?? "";
    area.setAttribute("tabindex", "-1");
    area.setAttribute("role", "button");
    const key = area.getAttribute("data-key") ?? "";
    area.setAttribute("aria-label", [key, words, this.board.guide?.words(key)].filter(Boolean).join(", "));
  }

  /** Area and drawing of every block. @returns {Map<string, {area: string, drawn: string}>} */
  places() {
    const entries = [...this.board.svg.querySelectorAll(".block:not(.ghost)")].map((block) => {
      const drawn = [
        block.querySelector(".k")?.getAttribute("transform"),
        block.querySelector("use")?.getAttribute("href"),
        block.getAttribute("data-drawn"),
      ];
      return /** @type {const} */ ([
        block.getAttribute("data-key") ?? "",
        { area: block.getAttribute("data-area") ?? "", drawn: drawn.join(" ") },
      ]);
    });
    return new Map(entries);
  }

  /** Shows which blocks moved or changed. @param {Map<string, {area: string, drawn: string}>} before */
  trace(before) {
    const { board } = this;
    const marks = board.svg.querySelector("#marks");
    if (!marks || board.svg.querySelector(".now")) return;
    for (const [key, now] of this.places()) {
      const former = before.get(key);
      const to = board.place(key);
      if (!to || (former && former.area === now.area && former.drawn === now.drawn)) continue;
      const coat = [...(board.block(key)?.classList ?? [])].filter((name) => /^(side|n|coat)-/.test(name)).join(" ");
      const from = former && former.area !== now.area ? board.place(former.area) : null;
      if (from) {
        marks.before(shape("path", `track ${coat}`, { d: `M${from.x} ${from.y}L${to.x} ${to.y}` }));
        marks.before(shape("circle", `was ${coat}`, { cx: from.x, cy: from.y, r: 5 }));
      }
      marks.before(
        board.isOpen
          ? shape("path", `now ${coat}`, { d: board.outline(key) })
          : shape("circle", `now ${coat}`, { cx: to.x, cy: to.y, r: 25 }),
      );
    }
  }

  /** The blocks on the board and beside it. */
  blocks() {
    const beside = this.board.off?.querySelectorAll("[data-key]") ?? [];
    return [...this.board.svg.querySelectorAll(".block"), ...beside];
  }

  /** Replaces the outlines of a kind by those of the keys. @param {string} kind @param {string[]} areas */
  draw(kind, areas) {
    const group = this.board.svg.querySelector("#marks");
    for (const old of group?.querySelectorAll(`.${kind}`) ?? []) old.remove();
    for (const outline of new Set(areas.map((key) => this.board.outline(key))))
      if (outline) group?.append(shape("path", kind, { d: outline }));
  }

  /** Shows the reach outlines of the selected unit. @param {Iterable<Node>} drawn elements of SVG, none to show nothing */
  reach(drawn) {
    this.board.svg.querySelector("#reaches")?.replaceChildren(...[...drawn].map((each) => document.importNode(each, true)));
  }

  /** Shows a ring around the focused area; blocks have their own. @param {EventTarget | null} target */
  follow(target) {
    const area = target instanceof SVGPathElement && target.closest(".areas") ? target : null;
    if (area) this.cursor.setAttribute("d", area.getAttribute("d") ?? "");
    else this.cursor.removeAttribute("d");
    const key = target instanceof SVGElement && target.matches(".areas [data-key], .block, .spot") ? target.getAttribute("data-key") : "";
    if (key) this.board.guide?.cursorAt(key);
    else this.board.guide?.out();
  }
}

/** A shape of a class. @param {"path" | "circle"} name @param {string} css @param {Record<string, string | number>} attributes */
function shape(name, css, attributes) {
  const created = document.createElementNS(SVG, name);
  created.setAttribute("class", css);
  for (const [attribute, value] of Object.entries(attributes)) created.setAttribute(attribute, String(value));
  return created;
}
