// @ts-check
// The tree of the page: finding its rows, and changing only those rows that an answer changed.

/** Which levels may stand under which; the server has the last word. */
export const HOLDS = /** @type {Record<string, string[]>} */ ({
  "": ["corps", "division", "brigade", "unit"],
  corps: ["division", "brigade", "unit"],
  division: ["brigade", "unit"],
  brigade: ["unit"],
  unit: [],
});
export const BELOW = /** @type {Record<string, string>} */ ({
  "": "corps",
  corps: "division",
  division: "brigade",
  brigade: "unit",
});

/** The item of an element. @param {string} id */
export function item(id) {
  return /** @type {HTMLLIElement | null} */ (document.getElementById(`e-${id}`));
}

/** Every item in printed order. */
export function items() {
  return /** @type {HTMLLIElement[]} */ ([...document.querySelectorAll("#tree li[data-facts]")]);
}

/** The item that holds an element of the page. @param {Element | null} at */
export function itemOf(at) {
  return /** @type {HTMLLIElement | null} */ (at?.closest("#tree li[data-facts]") ?? null);
}

/** The name of an item's element. @param {Element} at */
export function nameOf(at) {
  return at.querySelector(":scope > .node > .nm")?.firstChild?.textContent ?? "";
}

/** The list of those under an item. @param {Element} at */
export function listOf(at) {
  return /** @type {HTMLUListElement | null} */ (at.querySelector(":scope > ul"));
}

/** The items directly under a list. @param {Element} list */
export function children(list) {
  return /** @type {HTMLLIElement[]} */ ([...list.children].filter((at) => at.hasAttribute("data-facts")));
}

/** The facts that are edited in place. @param {HTMLElement} at */
export function factsOf(at) {
  return /** @type {Record<string, any>} */ (JSON.parse(at.dataset.facts ?? "{}"));
}

/**
 * Makes the tree what ``markup`` says. Rows that did not change stay the same elements, with their focus.
 * @param {HTMLElement} place
 * @param {string} markup
 */
export function patchTree(place, markup) {
  const held = itemOf(document.activeElement)?.id;
  const template = document.createElement("template");
  template.innerHTML = markup;
  const known = new Map([...place.querySelectorAll("li[data-facts]")].map((at) => [at.id, at]));
  const now = /** @type {Element} */ (place.firstElementChild);
  const then = /** @type {Element} */ (template.content.firstElementChild);
  patchList(now, then, known);
  place.dispatchEvent(new CustomEvent("patched", { bubbles: true }));
  if (held && !place.contains(document.activeElement)) {
    const link = document.getElementById(held)?.querySelector(":scope > .node > .nm");
    if (link instanceof HTMLElement) link.focus({ preventScroll: true });
  }
}

/**
 * @param {Element} now
 * @param {Element} then
 * @param {Map<string, Element>} known
 */
function patchList(now, then, known) {
  let before = now.firstElementChild;
  for (const wanted of [...then.children]) {
    while (before?.matches(".editing, .sortable-fallback")) before = before.nextElementSibling;
    const there = wanted.id ? known.get(wanted.id) : null;
    if (!there) {
      if (!wanted.id && before && before.outerHTML === wanted.outerHTML) before = before.nextElementSibling;
      else now.insertBefore(wanted, before);
      continue;
    }
    if (there === before) before = before.nextElementSibling;
    else now.insertBefore(there, before);
    patchItem(there, wanted, known);
  }
  while (before) {
    const next = before.nextElementSibling;
    if (!before.matches(".editing")) before.remove();
    before = next;
  }
}

/**
 * @param {Element} now
 * @param {Element} then
 * @param {Map<string, Element>} known
 */
function patchItem(now, then, known) {
  const facts = then.getAttribute("data-facts") ?? "";
  if (now.getAttribute("data-facts") !== facts) now.setAttribute("data-facts", facts);
  const [old, fresh] = [now.querySelector(":scope > .node"), then.querySelector(":scope > .node")];
  old?.classList.remove("touched");
  if (old && fresh && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
  const [list, wanted] = [listOf(now), listOf(then)];
  if (!list || !wanted) return;
  list.setAttribute("aria-label", wanted.getAttribute("aria-label") ?? "");
  patchList(list, wanted, known);
}
