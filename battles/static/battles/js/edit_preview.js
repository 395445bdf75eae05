// @ts-check
// Preview of unsaved strokes: the server draws them, and the board shows its answer.

import { fetchAgain } from "../../campaign/js/retry.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./block_placement.js").Stroke} Stroke */

const NO_ANSWER = "The server does not answer. Nothing was changed; try again.";

export class EditPreview {
  /** @param {Board} board @param {HTMLFormElement} form */
  constructor(board, form) {
    this.board = board;
    this.form = form;
    this.asked = 0;
    this.busy = 0;
    /** Called when an answer is shown. @type {(() => void)[]} */
    this.onShown = [];
    /** The terrain features of an open table. @type {import("./shapes.js").Thing[]} */
    this.lying = JSON.parse(document.getElementById("lying")?.textContent ?? "[]");
  }

  /**
   * Shows the drawing after strokes; without the last one if it is new and not allowed.
   * @param {Stroke[]} strokes
   * @param {boolean} last true if the last stroke is new
   * @returns {Promise<string>} why it is not allowed, "" if it is
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
      const how = { method: "POST", body, headers: { Accept: "application/json" } };
      const response = await fetchAgain(form.dataset.try ?? "", how);
      if (response.status === 429) return await response.text();
      if (!response.headers.get("Content-Type")?.startsWith("application/json")) return NO_ANSWER;
      const answer = await response.json();
      // Answers that are out of date are not shown.
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
    if (ground) board.swapGround(ground);
    board.swap(scene);
    if (board.off) board.off.innerHTML = off;
    if (lying) this.lying = lying;
    const faultList = document.querySelector("[data-faults]");
    if (faultList && faults !== undefined) faultList.innerHTML = faults;
    for (const each of this.onShown) each();
  }

  /** Shows why a stroke was refused. @param {string} sentence "" for nothing */
  refuse(sentence) {
    const says = /** @type {HTMLElement | null} */ (this.form.querySelector("[data-paint=refused]"));
    if (!says) return;
    says.hidden = !sentence;
    says.textContent = sentence;
  }
}
