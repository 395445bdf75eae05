// @ts-check
// Steps through a battle line by line, or plays it at a chosen speed.
import { BattlePlayer } from "./battle_player.js";
import { boardOf } from "./board.js";

const root = /** @type {HTMLElement} */ (document.getElementById("stepping"));
const board = boardOf(/** @type {HTMLElement} */ (document.querySelector("[data-board]")));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("playing"));
const speed = /** @type {HTMLSelectElement} */ (document.getElementById("speed"));
const phases = /** @type {HTMLSelectElement} */ (document.getElementById("jump"));
const section = /** @type {HTMLElement} */ (document.getElementById("player"));

const player = new BattlePlayer(root, board, button, {
  speed: () => speed.value,
  shown: (step) => {
    choosePhase(step.phase);
    history.replaceState(null, "", step.address);
  },
});

/** Chooses the phase of the line in the list. @param {{n: number, words: string} | null} phase */
function choosePhase(phase) {
  if (!phase) return;
  const value = String(phase.n);
  if (![...phases.options].some((option) => option.value === value)) phases.add(new Option(phase.words, value));
  phases.value = value;
}

/** Stops and shows a line. @param {number} to */
function show(to) {
  player.stop();
  void player.go(to);
}

section.hidden = false;

document.getElementById("phases")?.addEventListener("submit", (event) => {
  event.preventDefault();
  show(Number(phases.value));
});

root.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[data-step]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  show(Number(link.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest("input, select, textarea, #board")) return;
  if (event.key === "ArrowRight") void player.go(player.n + 1);
  if (event.key === "ArrowLeft") void player.go(player.n - 1);
});
