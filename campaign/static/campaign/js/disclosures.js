// @ts-check

const FLOATING = "details.menu[open], td details.why[open], th details.why[open], .figures details.why[open]";

/** Sheets and menus that float over the page close on Escape and on a click elsewhere, as a person expects. */
export function startDisclosures() {
  // A tap beside everything that can be pressed is no click in Safari on a phone, but a pointer it is.
  for (const kind of ["click", "pointerdown"]) document.addEventListener(kind, closeOthers);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const details of document.querySelectorAll(FLOATING)) {
      const held = details.contains(document.activeElement);
      details.removeAttribute("open");
      if (held) details.querySelector("summary")?.focus();
    }
  });
  foldToFit();
  openTarget();
}

/** @param {Event} event */
function closeOthers({ target }) {
  for (const details of document.querySelectorAll(FLOATING)) {
    if (target instanceof Node && !details.contains(target)) details.removeAttribute("open");
  }
}

/** On a phone the filters of a list start folded; beside a rulebook its contents start open. */
function foldToFit() {
  const narrow = matchMedia("(max-width: 62rem)").matches;
  const found = document.querySelectorAll(narrow ? ".filters details" : ".rulebook-contents details");
  for (const details of found) details.toggleAttribute("open", !narrow);
}

/** A link to an element inside a closed disclosure opens what hides it. */
function openTarget() {
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  target?.scrollIntoView();
}
