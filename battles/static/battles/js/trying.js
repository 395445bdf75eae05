// @ts-check
// What is drawn and not saved yet, as the server would draw it: each question shows its answer on the board.

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./setting.js").Stroke} Stroke */

const NO_ANSWER = "The server does not answer. Nothing was changed; try again.";
const SVG = "http://www.w3.org/2000/svg";

export class Trying {
  /** @param {Board} board @param {HTMLFormElement} form */
  constructor(board, form) {
    this.board = board;
    this.form = form;
    this.asked = 0;
    this.busy = 0;
    /** Told when an answer is shown. @type {(() => void)[]} */
    this.onShown = [];
    /** What lies on an open table. @type {import("./shapes.js").Thing[]} */
    this.lying = JSON.parse(document.getElementById("lying")?.textContent ?? "[]");
  }

  /**
   * Shows the drawing after strokes; where the last of them is new and forbidden, without it.
   * @param {Stroke[]} strokes
   * @param {boolean} last whether the last is new
   * @returns {Promise<string>} what forbids it, "" for nothing
   */
  async ask(strokes, last) {
    const { form } = this;
    const body = new FormData();
    for (const name of ["csrfmiddlewaretoken", "version"])
      body.set(name, /** @type {HTMLInputElement} */ (form.elements.namedItem(name)).value);
    body.set("strokes", JSON.stringify(strokes));
    if (last) body.set("last", "1");
    this.busy += 1;
    const mine = ++this.asked;
    try {
      const response = await fetch(form.dataset.try ?? "", { method: "POST", body, headers: { Accept: "application/json" } });
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) return NO_ANSWER;
      const answer = await response.json();
      // What a later question has overtaken is no longer shown.
      if (answer.scene && response.ok && mine === this.asked) this.#show(answer);
      return answer.said;
    } catch {
      return NO_ANSWER;
    } finally {
      this.busy -= 1;
    }
  }

  /** @param {{scene: string, off: string, ground?: string, lying?: import("./shapes.js").Thing[], faults?: string}} answer */
  #show({ scene, off, ground, lying, faults }) {
    const { board } = this;
    if (ground) this.#lay(ground);
    board.swap(scene);
    if (board.off) board.off.innerHTML = off;
    if (lying) this.lying = lying;
    const told = document.querySelector("[data-faults]");
    if (told && faults !== undefined) told.innerHTML = faults;
    for (const each of this.onShown) each();
  }

  /** Puts new ground in place of the old. @param {string} markup the group with the id "ground" */
  #lay(markup) {
    const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${markup}</svg>`, "image/svg+xml");
    const fresh = parsed.documentElement.querySelector("#ground");
    const old = this.board.svg.querySelector("#ground");
    if (fresh && old) old.replaceWith(document.importNode(fresh, true));
  }

  /** Says why something was refused. @param {string} sentence "" for nothing */
  refuse(sentence) {
    const says = /** @type {HTMLElement | null} */ (this.form.querySelector("[data-paint=refused]"));
    if (!says) return;
    says.hidden = !sentence;
    says.textContent = sentence;
  }
}
