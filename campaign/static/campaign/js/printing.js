// @ts-check
// The print page: shows the preview of the choices at once. Without this file a button shows it.

const WAIT = 250;
const TOKEN = "csrfmiddlewaretoken";

const form = document.querySelector("form[data-print]");
if (form instanceof HTMLFormElement) start(form);

/** @param {HTMLFormElement} chosen */
function start(chosen) {
  for (const button of chosen.querySelectorAll("[data-without-script]")) button.remove();
  let timer = 0;
  chosen.addEventListener("input", (event) => {
    if (event.target instanceof HTMLElement && event.target.hasAttribute("data-quiet")) return;
    clearTimeout(timer);
    timer = window.setTimeout(() => show(address(chosen)), WAIT);
  });
  document.addEventListener("click", (event) => {
    const turn = event.target instanceof Element && event.target.closest("a[data-turn]");
    if (!(turn instanceof HTMLAnchorElement) || !(event instanceof MouseEvent)) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show(new URL(turn.href), turn.id);
  });
}

/**
 * @param {HTMLFormElement} chosen
 * @returns {URL} the address of the choices
 */
function address(chosen) {
  const at = new URL(location.pathname, location.href);
  for (const [name, value] of new FormData(chosen)) {
    const field = chosen.elements.namedItem(name);
    const quiet = field instanceof HTMLElement && field.hasAttribute("data-quiet");
    if (name !== TOKEN && name !== "version" && !quiet && typeof value === "string") at.searchParams.append(name, value);
  }
  return at;
}

/** @type {AbortController | null} */
let asking = null;

/**
 * Replaces the preview and the error of each field; the fields stay unchanged.
 * @param {URL} at
 * @param {string} [focus] the id of the element to focus afterwards
 */
async function show(at, focus) {
  asking?.abort();
  asking = new AbortController();
  const preview = document.getElementById("preview");
  preview?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(at, { signal: asking.signal });
    if (!answer.ok && answer.status !== 422) throw new Error(String(answer.status));
    put(new DOMParser().parseFromString(await answer.text(), "text/html"));
    history.replaceState(null, "", at);
    if (focus) (document.getElementById(focus) ?? document.getElementById("preview-head"))?.focus();
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") return;
    location.assign(at);
  }
}

/** @param {Document} answer */
function put(answer) {
  for (const fresh of answer.querySelectorAll("#preview, [id^=live-]")) {
    const old = document.getElementById(fresh.id);
    if (!old) continue;
    old.replaceWith(fresh);
    fresh.closest(".field")?.classList.toggle("bad", Boolean(fresh.querySelector(".err")));
  }
}
