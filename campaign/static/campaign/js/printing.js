// @ts-check
// The print page: shows the preview of the choices at once. Without this file a button shows it.

const WAIT = 250;
const TOKEN = "csrfmiddlewaretoken";
const TRIES = 3;
const PAUSE = 2000;

const form = document.querySelector("form[data-print]");
if (form instanceof HTMLFormElement) start(form);

/** @param {HTMLFormElement} chosen */
function start(chosen) {
  for (const button of chosen.querySelectorAll("[data-without-script]")) button.remove();
  // These events do not bubble. Pictures that have failed before this file was run are seen to now.
  document.addEventListener("error", (event) => failed(event.target), true);
  document.addEventListener("load", (event) => loaded(event.target), true);
  for (const picture of document.images) if (picture.complete && !picture.naturalWidth) failed(picture);
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
 * Says beside a picture of a sheet that it could not be loaded, and asks for it again a few times: the server may be busy.
 * @param {EventTarget | null} picture
 */
function failed(picture) {
  if (!(picture instanceof HTMLImageElement) || !picture.closest("#preview")) return;
  const sheet = picture.closest("li");
  const link = picture.closest("a");
  if (!sheet || !link) return;
  const button = notice(sheet, link, "This picture could not be loaded.", () => load(picture));
  button.setAttribute("aria-label", `Try again: ${picture.alt}`);
  link.hidden = true;
  const tries = Number(picture.dataset.tries ?? 0) + 1;
  picture.dataset.tries = String(tries);
  if (tries <= TRIES) window.setTimeout(() => link.hidden && load(picture), PAUSE * tries);
}

/** @param {HTMLImageElement} picture */
function load(picture) {
  picture.loading = "eager"; // a hidden picture is not loaded lazily
  picture.src = picture.src;
}

/** Shows a picture that has been loaded after all. @param {EventTarget | null} picture */
function loaded(picture) {
  const link = picture instanceof HTMLImageElement && picture.closest("a");
  if (!link || !link.hidden) return;
  const old = link.closest("li")?.querySelector(".print-fault");
  const hadFocus = old?.contains(document.activeElement);
  old?.remove();
  link.hidden = false;
  if (hadFocus) link.focus();
}

/**
 * Puts a sentence and a button behind an element, once.
 * @param {Element} within
 * @param {Element} before
 * @param {string} sentence
 * @param {() => void} again
 * @returns {HTMLButtonElement} the button
 */
function notice(within, before, sentence, again) {
  const old = within.querySelector(":scope > .print-fault button");
  if (old instanceof HTMLButtonElement) return old;
  const block = document.createElement("div");
  const words = document.createElement("p");
  const button = document.createElement("button");
  block.className = "notice e print-fault";
  words.textContent = sentence;
  button.type = "button";
  button.className = "btn";
  button.textContent = "Try again";
  button.addEventListener("click", again);
  block.append(words, button);
  before.after(block);
  return button;
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
let latest = new URL(location.href);

/**
 * Replaces the preview and the error of each field; the fields stay unchanged.
 * @param {URL} at
 * @param {string} [focus] the id of the element to focus afterwards
 */
async function show(at, focus) {
  latest = at;
  asking?.abort();
  asking = new AbortController();
  const preview = document.getElementById("preview");
  preview?.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(at, { signal: asking.signal });
    if (answer.status >= 500) throw new Error(String(answer.status));
    if (!answer.ok && answer.status !== 422) return location.assign(at);
    put(new DOMParser().parseFromString(await answer.text(), "text/html"));
    history.replaceState(null, "", at);
    if (focus) (document.getElementById(focus) ?? document.getElementById("preview-head"))?.focus();
  } catch (fault) {
    if (fault instanceof DOMException && fault.name === "AbortError") return;
    const head = document.getElementById("preview-head");
    preview?.removeAttribute("aria-busy");
    if (preview && head) notice(preview, head, "The preview could not be loaded.", () => show(latest, focus));
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
