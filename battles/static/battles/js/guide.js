// @ts-check
// The guide through the first turn. The server writes the next sentence into the panel; this shows it in the first battle
// of this browser, says it to screen readers, and remembers that the reader left it.
const KEPT = "guide";
const LEFT = "left";

const battle = document.getElementById("play")?.dataset.address ?? "";
const panel = document.getElementById("panel");
const said = document.getElementById("guide-said");

/** The battle of the guide, or that the reader left it. */
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return LEFT;
  }
}

/** @param {string} value */
function keep(value) {
  try {
    localStorage.setItem(KEPT, value);
  } catch {
    // A browser without storage has no guide.
  }
}

/** Shows the sentence of the panel, if this battle has the guide. */
function show() {
  const guide = /** @type {HTMLElement | null} */ (panel?.querySelector("[data-guide]"));
  if (!guide) return;
  if (!kept()) keep(battle);
  const isOn = kept() === battle;
  guide.hidden = !isOn;
  const sentence = guide.querySelector("p")?.textContent ?? "";
  if (said && said.textContent !== sentence) said.textContent = isOn ? sentence : "";
}

panel?.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-leave-guide]")) return;
  keep(LEFT);
  show();
  const next = /** @type {HTMLElement | null} */ (panel.querySelector("[data-focus]"));
  next?.focus({ preventScroll: true });
});

if (panel) new MutationObserver(show).observe(panel, { childList: true });
show();
