// @ts-check
// Shows a battle line by line on a board and its page, at a speed or all of it in half a minute.
import { fetchAgain } from "../../campaign/js/retry.js";

/** How long a whole battle plays at most, and how long one of its frames stays at most, in milliseconds. */
export const WHOLE = 30_000;
const LONGEST = 2_500;
/** The most frames of a whole battle. */
const FRAMES = 100;

/**
 * The line to show when a whole battle has played for a time, and the time until the next frame.
 * @param {number} elapsed milliseconds
 * @param {number} last the battle's last line
 */
export function frameAt(elapsed, last) {
  const frames = Math.max(1, Math.min(FRAMES, last));
  const frame = Math.min(LONGEST, WHOLE / frames);
  const place = Math.min(frames, Math.floor(elapsed / frame + 1e-6));
  return { n: Math.round((place * last) / frames), wait: frame * (place + 1) - elapsed, frame, over: place >= frames };
}

export class BattlePlayer {
  /**
   * @param {HTMLElement} root has the address, the ground, and the numbers of the line that is shown and of the last one
   * @param {import("./board.js").Board} board
   * @param {HTMLButtonElement} button plays and stops
   * @param {{speed: () => string, shown?: (step: any) => void}} how ``speed`` is milliseconds a line or ``whole``
   */
  constructor(root, board, button, { speed, shown = () => {} }) {
    this.root = root;
    this.board = board;
    this.button = button;
    this.speed = speed;
    this.shown = shown;
    this.n = Number(root.dataset.n);
    this.last = Number(root.dataset.last ?? root.dataset.n);
    /** @type {number | undefined} */
    this.timer = undefined;
    button.addEventListener("click", () => (this.plays ? this.stop() : this.play()));
  }

  get plays() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  /** Shows a line. @param {number} to */
  async go(to) {
    if (to < 0 || to > this.last) return this.stop();
    try {
      const where = `${this.root.dataset.address}/e/${to}?ground=${this.root.dataset.ground}`;
      const response = await fetchAgain(where, { headers: { Accept: "application/json" } });
      if (!response.ok) return this.stop();
      const step = await response.json();
      this.n = step.n;
      this.last = step.last;
      this.showGround(step.ground);
      for (const [name, html] of Object.entries(step.parts)) {
        if (name === "scene") this.board.swap(html);
        else {
          const place = document.getElementById(name);
          if (place) place.innerHTML = html;
        }
      }
      this.shown(step);
    } catch {
      this.stop();
    }
  }

  /** Replaces the ground if it is another one. @param {{tag: string, drawn: string, words: string}} ground */
  showGround({ tag, drawn, words }) {
    if (!drawn) return;
    this.board.swapGround(drawn);
    this.board.svg.setAttribute("aria-label", words);
    this.root.dataset.ground = tag;
  }

  /** Plays from the line that is shown, from the last one from the beginning. */
  play() {
    if (this.plays) return;
    this.button.setAttribute("aria-pressed", "true");
    this.button.textContent = "Stop";
    if (this.n >= this.last) this.n = -1;
    if (this.speed() === "whole") void this.whole();
    else void this.tick();
  }

  /** Plays the next line, and goes on. */
  async tick() {
    await this.go(this.n + 1);
    if (!this.plays) return;
    if (this.n >= this.last) this.stop();
    else this.timer = setTimeout(() => this.proceed(), Number(this.speed()));
  }

  /** Goes on at the speed that is chosen now. */
  proceed() {
    if (this.speed() === "whole") void this.whole();
    else void this.tick();
  }

  /** Plays the whole battle by the clock: lines that come too late are left out. */
  async whole() {
    const { frame } = frameAt(0, this.last);
    const frames = Math.max(1, Math.min(FRAMES, this.last));
    const began = performance.now() - (Math.max(0, this.n) / Math.max(1, this.last)) * frames * frame;
    while (this.plays && this.speed() === "whole") {
      const { n, over } = frameAt(performance.now() - began, this.last);
      if (n !== this.n) await this.go(n);
      if (over || !this.plays) break;
      const { wait } = frameAt(performance.now() - began, this.last);
      await new Promise((resolve) => (this.timer = setTimeout(resolve, wait)));
    }
    if (this.plays && this.n < this.last) void this.tick();
    else this.stop();
  }

  stop() {
    clearTimeout(this.timer);
    this.button.setAttribute("aria-pressed", "false");
    this.button.textContent = "Play";
  }
}

/** @type {WeakMap<Element, BattlePlayer>} */
const players = new WeakMap();

/** Plays a battle on the page of its end, from the beginning. @param {HTMLElement} root @param {import("./board.js").Board} board */
export function watch(root, board) {
  const place = /** @type {HTMLElement} */ (document.getElementById("watching"));
  const button = /** @type {HTMLButtonElement} */ (place.querySelector("button"));
  place.hidden = false;
  let player = players.get(button);
  if (!player) players.set(button, (player = new BattlePlayer(root, board, button, { speed: () => "whole" })));
  player.stop();
  board.view.whole();
  player.n = player.last;
  player.play();
}
