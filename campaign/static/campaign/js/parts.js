// @ts-check
// Parts of a page that load when they are opened: the arithmetic of a number, the units of a division. Each is a link
// inside its disclosure; without this file the link leads to a page with the part.

const LINK = ":scope > a[data-sum], :scope > .branch > a[data-branch]";
const NOT_HERE = "This could not be loaded. Try again:";

export function startParts() {
  // The toggle event does not bubble, so listen in the capture phase.
  document.addEventListener("toggle", (event) => fill(event.target), true);
  // A click on the link itself also opens in place, unless it opens a new tab.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-branch]") : null;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    fill(link.closest("details"));
  });
}

/** Loads the target of its link into an open disclosure. @param {EventTarget | null} details */
async function fill(details) {
  if (!(details instanceof HTMLDetailsElement) || !details.open) return;
  const link = details.querySelector(LINK);
  if (!(link instanceof HTMLAnchorElement) || link.hasAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const address = new URL(link.href);
  address.searchParams.set("part", link.hasAttribute("data-sum") ? "sum" : "branch");
  address.hash = "";
  try {
    const response = await fetch(address);
    if (!response.ok || response.redirected) throw new Error(String(response.status));
    const loaded = new DOMParser().parseFromString(await response.text(), "text/html");
    const hasFocus = link === document.activeElement;
    (link.closest(".branch") ?? link).replaceWith(...loaded.body.childNodes);
    if (hasFocus) details.querySelector("summary")?.focus();
  } catch {
    link.removeAttribute("aria-busy");
    if (!link.previousSibling) link.before(NOT_HERE, " ");
  }
}
