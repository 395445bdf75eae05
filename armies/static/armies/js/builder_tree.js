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
 * What an edit changed: rows by id, without those under them; the ids that stand under a parent one after the other
 * behind another; the ids that are gone; the uppermost list without its rows.
 * @typedef {{rows: Record<string, string>, lists: {parent: string, after: string, ids: string[]}[], gone: string[],
 *   root: string}} Changes
 */

/**
 * Changes those rows and lists that an edit changed.
 * @param {HTMLElement} place
 * @param {Changes} changes
 * @returns {boolean} false where the tree has not what was changed; it must then be asked for as a whole
 */
export function patchRows(place, changes) {
  const held = itemOf(document.activeElement)?.id;
  const root = /** @type {HTMLUListElement} */ (place.firstElementChild);
  /** @type {Map<string, Element>} */
  const fresh = new Map();
  for (const [id, markup] of Object.entries(changes.rows)) {
    const wanted = /** @type {Element} */ (parsed(markup));
    const there = item(id);
    if (there) patchRow(there, wanted);
    else fresh.set(id, wanted);
  }
  patchAdds(root, /** @type {Element} */ (parsed(changes.root)));
  const find = (/** @type {string} */ id) => fresh.get(id) ?? item(id);
  // What stays is put in its place before what held it goes.
  for (const { parent, after, ids } of changes.lists) {
    const holder = parent ? find(parent) : null;
    const list = parent ? holder && listOf(holder) : root;
    if (!list) return false;
    let before = after ? find(after) : null;
    for (const id of ids) {
      const at = find(id);
      if (!at) return false;
      if (before ? before.nextElementSibling !== at : list.firstElementChild !== at) before ? before.after(at) : list.prepend(at);
      before = at;
    }
  }
  for (const id of changes.gone) item(id)?.remove();
  patched(place, held);
  return true;
}

/** @param {string} markup */
function parsed(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content.firstElementChild;
}

/** Says that the tree is another, and gives back the focus. @param {HTMLElement} place @param {string} [held] */
function patched(place, held) {
  place.dispatchEvent(new CustomEvent("patched", { bubbles: true }));
  if (!held || place.contains(document.activeElement)) return;
  const link = document.getElementById(held)?.querySelector(":scope > .node > .nm");
  if (link instanceof HTMLElement) link.focus({ preventScroll: true });
}

/** Changes a row, and not what stands under it. @param {Element} now @param {Element} then */
function patchRow(now, then) {
  const facts = then.getAttribute("data-facts") ?? "";
  if (now.getAttribute("data-facts") !== facts) now.setAttribute("data-facts", facts);
  const [old, fresh] = [now.querySelector(":scope > .node"), then.querySelector(":scope > .node")];
  old?.classList.remove("touched");
  if (old && fresh && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh);
  const [list, wanted] = [listOf(now), listOf(then)];
  if (!list || !wanted) return;
  list.setAttribute("aria-label", wanted.getAttribute("aria-label") ?? "");
  patchAdds(list, wanted);
}

/** Changes what is offered at the end of a list. @param {Element} list @param {Element} wanted */
function patchAdds(list, wanted) {
  const [old, fresh] = [list.querySelector(":scope > .adds"), wanted.querySelector(":scope > .adds")];
  if (old && fresh && old.outerHTML !== fresh.outerHTML) old.replaceWith(fresh.cloneNode(true));
}

/**
 * Makes the tree what ``markup`` says. Rows that did not change stay the same elements, with their focus.
 * @param {HTMLElement} place
 * @param {string} markup
 */
export function patchTree(place, markup) {
  const held = itemOf(document.activeElement)?.id;
  const known = new Map([...place.querySelectorAll("li[data-facts]")].map((at) => [at.id, at]));
  const now = /** @type {Element} */ (place.firstElementChild);
  const then = /** @type {Element} */ (parsed(markup));
  patchList(now, then, known);
  patched(place, held);
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
  patchRow(now, then);
  const [list, wanted] = [listOf(now), listOf(then)];
  if (list && wanted) patchList(list, wanted, known);
}
