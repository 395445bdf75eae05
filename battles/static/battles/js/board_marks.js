// @ts-check
// What is pointed out on a board: the selected unit, where it may go, whom it may act against, where the keys have led.

const SVG = "http://www.w3.org/2000/svg";

export class Marks {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.cursor = document.createElementNS(SVG, "path");
    this.cursor.setAttribute("class", "cursor");
    board.svg.append(this.cursor);
    // On the frame: an SVG element that listens for the focus would take it itself.
    board.frame.addEventListener("focusin", (event) => this.follow(event.target));
    board.frame.addEventListener("focusout", () => this.cursor.removeAttribute("d"));
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
    this.draw("on", [board.block(key)?.getAttribute("data-area") ?? ""]);
  }

  /** @param {string[]} areas @param {string[]} targets keys of blocks */
  target(areas, targets) {
    const { board } = this;
    this.draw("go", areas);
    this.draw("aim", [...new Set(targets.map((key) => board.block(key)?.getAttribute("data-area") ?? ""))]);
    const aimed = new Set(targets);
    for (const each of this.blocks()) each.classList.toggle("aim", aimed.has(each.getAttribute("data-key") ?? ""));
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
    area.setAttribute("aria-label", `${area.getAttribute("data-key")}, ${words}`);
  }

  /** The blocks on the board and beside it. */
  blocks() {
    const beside = this.board.off?.querySelectorAll("[data-key]") ?? [];
    return [...this.board.svg.querySelectorAll(".block"), ...beside];
  }

  /** Outlines of patches of ground in place of those of that kind. @param {string} kind @param {string[]} areas */
  draw(kind, areas) {
    const group = this.board.svg.querySelector("#marks");
    for (const old of group?.querySelectorAll(`.${kind}`) ?? []) old.remove();
    for (const key of areas) {
      const outline = this.board.area(key)?.getAttribute("d");
      if (!outline) continue;
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", kind);
      path.setAttribute("d", outline);
      group?.append(path);
    }
  }

  /** The ring about a patch of ground that has the focus; a block has one of its own. @param {EventTarget | null} target */
  follow(target) {
    const area = target instanceof SVGPathElement && target.closest(".areas") ? target : null;
    if (area) this.cursor.setAttribute("d", area.getAttribute("d") ?? "");
    else this.cursor.removeAttribute("d");
  }
}
