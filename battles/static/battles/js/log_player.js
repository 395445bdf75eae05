// @ts-check
// Steps through a battle line by line, or plays it at a chosen speed.
import { fetchAgain } from "../../campaign/js/retry.js";
import { boardOf } from "./board.js";

const root = /** @type {HTMLElement} */ (document.getElementById("stepping"));
const board = boardOf(/** @type {HTMLElement} */ (document.querySelector("[data-board]")));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("playing"));
const speed = /** @type {HTMLSelectElement} */ (document.getElementById("speed"));
const phases = /** @type {HTMLSelectElement} */ (document.getElementById("jump"));
const player = /** @type {HTMLElement} */ (document.getElementById("player"));
const address = root.dataset.address ?? "";

let n = Number(root.dataset.n);
let last = Number(root.dataset.last);
/** @type {number | undefined} */
let timer;

/** How long the whole battle plays at the highest speed, in milliseconds, and how many lines it shows at most. */
const WHOLE = 30_000;
const FRAMES = 100;

/** Shows a line. @param {number} to @param {boolean} [remember] */
async function go(to, remember = true) {
  if (to < 0 || to > last) return stop();
  try {
    const response = await fetchAgain(`${address}/e/${to}?ground=${root.dataset.ground}`, { headers: { Accept: "application/json" } });
    if (!response.ok) return stop();
    const step = await response.json();
    n = step.n;
    last = step.last;
    showGround(step.ground);
    choosePhase(step.phase);
    for (const [name, html] of Object.entries(step.parts)) {
      if (name === "scene") board.swap(html);
      else {
        const place = document.getElementById(name);
        if (place) place.innerHTML = html;
      }
    }
    if (remember) history.replaceState(null, "", step.address);
  } catch {
    stop();
  }
}

/** Replaces the ground if it is another one. @param {{tag: string, drawn: string, words: string}} ground */
function showGround({ tag, drawn, words }) {
  if (!drawn) return;
  board.swapGround(drawn);
  board.svg.setAttribute("aria-label", words);
  root.dataset.ground = tag;
}

/** Chooses the phase of the line in the list. @param {{n: number, words: string} | null} phase */
function choosePhase(phase) {
  if (!phase) return;
  const value = String(phase.n);
  if (![...phases.options].some((option) => option.value === value)) phases.add(new Option(phase.words, value));
  phases.value = value;
}

async function tick() {
  const start = performance.now();
  const whole = speed.value === "whole";
  const stride = whole ? Math.ceil(last / FRAMES) : 1;
  await go(Math.min(n + stride, last));
  if (button.getAttribute("aria-pressed") !== "true") return;
  if (n >= last) stop();
  else timer = setTimeout(tick, whole ? (WHOLE * stride) / last - (performance.now() - start) : Number(speed.value));
}

function stop() {
  clearTimeout(timer);
  button.setAttribute("aria-pressed", "false");
  button.textContent = "Play";
}

player.hidden = false;
button.addEventListener("click", () => {
  if (button.getAttribute("aria-pressed") === "true") return stop();
  button.setAttribute("aria-pressed", "true");
  button.textContent = "Stop";
  if (n >= last) n = -1;
  void tick();
});

document.getElementById("phases")?.addEventListener("submit", (event) => {
  event.preventDefault();
  stop();
  void go(Number(phases.value));
});

root.addEventListener("click", (event) => {
  const link = /** @type {HTMLElement} */ (event.target).closest("a[data-step]");
  if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stop();
  void go(Number(link.dataset.step));
});

document.addEventListener("keydown", (event) => {
  if (/** @type {HTMLElement} */ (event.target).closest("input, select, textarea, #board")) return;
  if (event.key === "ArrowRight") void go(n + 1);
  if (event.key === "ArrowLeft") void go(n - 1);
});
