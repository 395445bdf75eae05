// @ts-check
// Shows and hides the number of each hex. The choice is kept in this browser for every board.

const SVG = "http://www.w3.org/2000/svg";
const KEPT = "hex-numbers";
/** Distance from the middle of a hex to the baseline of its number, as a share of its width, as on paper. */
const FOOT = 0.43;

export class Numbers {
  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    this.button = board.root.querySelector("[data-board-numbers]");
    if (!this.button) return;
    this.button.addEventListener("click", () => {
      const isShown = !this.isShown;
      try {
        localStorage.setItem(KEPT, isShown ? "on" : "");
      } catch {
        // No access to storage: the choice is for this page only.
      }
      this.show(isShown);
    });
    this.show(isKept());
  }

  get isShown() {
    return this.button?.getAttribute("aria-pressed") === "true";
  }

  /** @param {boolean} isShown */
  show(isShown) {
    this.button?.setAttribute("aria-pressed", String(isShown));
    this.board.svg.querySelector(".numbers")?.remove();
    if (isShown) this.board.svg.querySelector("#scene")?.before(this.#drawn());
  }

  /** Draws the numbers again after the ground has changed. */
  renew() {
    this.show(this.isShown);
  }

  /** The numbers, below the blocks. They are not read out: each hex says its own. */
  #drawn() {
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "numbers");
    group.setAttribute("aria-hidden", "true");
    for (const area of this.board.svg.querySelectorAll(".areas [data-key]")) {
      const { x, y, width, height } = /** @type {SVGPathElement} */ (area).getBBox();
      const text = document.createElementNS(SVG, "text");
      text.setAttribute("x", String(x + width / 2));
      text.setAttribute("y", String(y + height / 2 + width * FOOT));
      text.textContent = area.getAttribute("data-key");
      group.append(text);
    }
    return group;
  }
}

/** True if this browser keeps the numbers shown. */
function isKept() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false;
  }
}
