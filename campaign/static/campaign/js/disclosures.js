// @ts-check

const FLOATING = "details.menu[open], td details.why[open], th details.why[open], .figures details.why[open]";

/** Closes sheets and menus that float over the page on Escape and on a click elsewhere. */
export function startDisclosures() {
  // In Safari on a phone, a tap outside all buttons and links is a pointer event, but not a click.
  for (const kind of ["click", "pointerdown"]) document.addEventListener(kind, closeOthers);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const details of document.querySelectorAll(FLOATING)) {
      const hasFocus = details.contains(document.activeElement);
      details.removeAttribute("open");
      if (hasFocus) details.querySelector("summary")?.focus();
    }
  });
  foldToFit();
  rememberFolds();
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
  const folds = document.querySelectorAll(narrow ? ".filters details" : ".rulebook-contents details");
  for (const details of folds) details.toggleAttribute("open", !narrow);
}

/** A fold with data-remember stays as the reader left it, on every page of this browser. What a script folds to make
 * room, with data-folded, is not remembered. */
function rememberFolds() {
  for (const fold of document.querySelectorAll("details[data-remember]")) {
    if (!(fold instanceof HTMLDetailsElement)) continue;
    const name = `fold-${fold.dataset.remember}`;
    try {
      const kept = localStorage.getItem(name);
      if (kept) fold.open = kept === "open";
      // The event of a fold that was opened here comes after this task.
      setTimeout(() =>
        fold.addEventListener("toggle", () => {
          if (!fold.dataset.folded) localStorage.setItem(name, fold.open ? "open" : "closed");
          delete fold.dataset.folded;
        }),
      );
    } catch {
      // A browser without storage: the fold starts as the page says.
    }
  }
}

/** Opens the disclosures around the element that the address names. */
function openTarget() {
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let at = target; at; at = at.parentElement) if (at instanceof HTMLDetailsElement) at.open = true;
  target?.scrollIntoView();
}
