// @ts-check
// What is pointed out on a board: the selected unit, where it may go, whom it may act against, where the keys have led.

const SVG = "http://www.w3.org/2000/svg";

export class Marks {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.cursor = shape("path", "cursor", {});
    board.svg.append(this.cursor);
    // On the frame: an SVG element that listens for the focus would take it itself.
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

  /** A cross where nothing may be done, at a spot; "" for nowhere. @param {string} key */
  refuse(key) {
    const group = this.board.svg.querySelector("#marks");
    for (const old of group?.querySelectorAll(".no") ?? []) old.remove();
    const at = this.board.isOpen ? this.board.place(key) : null;
    if (at) group?.append(shape("path", "no", { d: `M${at.x - 8} ${at.y - 8}l16 16m0 -16l-16 16` }));
  }

  /** Where something that is dragged would fall, "" for nowhere. @param {string} area */
  over(area) {
    this.draw("over", [area]);
  }

  /** @param {Set<string>} keys of blocks that may be dragged */
  loosen(keys) {
    for (const each of this.blocks()) each.classList.toggle("loose", keys.has(each.getAttribute("data-key") ?? ""));
  }

  /** Gives a patch of ground its name for whoever hears the page. @param {SVGPathElement} area */
  name(area) {
    const words = area.getAttribute("data-words") ?? area.parentElement?.getAttribute("data-words") ?? "";
    area.setAttribute("tabindex", "-1");
    area.setAttribute("role", "button");
    const key = area.getAttribute("data-key") ?? "";
    area.setAttribute("aria-label", [key, words, this.board.guide?.words(key)].filter(Boolean).join(", "));
  }

  /** Where every block stands: its patch of ground and how it is drawn. @returns {Map<string, {area: string, drawn: string}>} */
  places() {
    const found = [...this.board.svg.querySelectorAll(".block:not(.ghost)")].map((block) => {
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
    return new Map(found);
  }

  /** Shows which blocks stand elsewhere or otherwise than before. @param {Map<string, {area: string, drawn: string}>} before */
  trace(before) {
    const { board } = this;
    const marks = board.svg.querySelector("#marks");
    if (!marks || board.svg.querySelector(".now")) return;
    for (const [key, now] of this.places()) {
      const was = before.get(key);
      const to = board.place(key);
      if (!to || (was && was.area === now.area && was.drawn === now.drawn)) continue;
      const coat = [...(board.block(key)?.classList ?? [])].filter((name) => /^(side|n|coat)-/.test(name)).join(" ");
      const from = was && was.area !== now.area ? board.place(was.area) : null;
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

  /** Outlines of what has these keys in place of those of that kind. @param {string} kind @param {string[]} areas */
  draw(kind, areas) {
    const group = this.board.svg.querySelector("#marks");
    for (const old of group?.querySelectorAll(`.${kind}`) ?? []) old.remove();
    for (const outline of new Set(areas.map((key) => this.board.outline(key))))
      if (outline) group?.append(shape("path", kind, { d: outline }));
  }

  /** How far the selected unit reaches. @param {Iterable<Node>} drawn elements of SVG, none to show nothing */
  reach(drawn) {
    this.board.svg.querySelector("#reaches")?.replaceChildren(...[...drawn].map((each) => document.importNode(each, true)));
  }

  /** The ring about a patch of ground that has the focus; a block has one of its own. @param {EventTarget | null} target */
  follow(target) {
    const area = target instanceof SVGPathElement && target.closest(".areas") ? target : null;
    if (area) this.cursor.setAttribute("d", area.getAttribute("d") ?? "");
    else this.cursor.removeAttribute("d");
    const key = target instanceof SVGElement && target.matches(".areas [data-key], .block, .spot") ? target.getAttribute("data-key") : "";
    if (key) this.board.guide?.led(key);
    else this.board.guide?.out();
  }
}

/** A shape of a class. @param {"path" | "circle"} name @param {string} css @param {Record<string, string | number>} attributes */
function shape(name, css, attributes) {
  const made = document.createElementNS(SVG, name);
  made.setAttribute("class", css);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}
