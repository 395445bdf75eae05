// @ts-check
// The builder by keyboard. The keys are listed on the page.
import { openActions, openPaste, remove } from "./builder_dialogs.js";
import { add, edit, focusOn } from "./builder_inline.js";
import { BELOW, itemOf, items } from "./builder_tree.js";

const ALT = /** @type {Record<string, string>} */ ({ ArrowUp: "up", ArrowDown: "down", ArrowLeft: "out", ArrowRight: "in" });

/**
 * @param {HTMLElement} root
 * @param {(fields: Record<string, string>) => Promise<void>} doIt
 */
export function startKeys(root, doIt) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    doIt({ act: key === "y" || event.shiftKey ? "redo" : "undo" });
  });

  root.addEventListener("keydown", (event) => {
    if (typing(event.target) || event.ctrlKey || event.metaKey) return;
    const at = itemOf(/** @type {Element} */ (event.target));
    const on = /** @type {Element} */ (event.target);
    if (!at || !on.matches(".nm, [data-add]")) return;
    const element = at.dataset.id ?? "";
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowUp: () => step(at, -1),
      ArrowDown: () => step(at, 1),
      Home: () => focusOn(items()[0]?.dataset.id ?? ""),
      End: () => focusOn(items().at(-1)?.dataset.id ?? ""),
      F2: () => edit(at),
      n: () => (event.shiftKey ? addInside(at) : addBehind(at)),
      p: () => openPaste(BELOW[at.dataset.level ?? ""] ? element : (at.parentElement?.dataset.id ?? "")),
      d: () => doIt({ act: "duplicate", element }),
      m: () => openActions(at),
      Delete: () => remove(at, doIt),
    });
    if (on.matches(".nm")) acts.Enter = () => edit(at);
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = event.altKey ? ALT[key] && (() => doIt({ act: "step", element, way: ALT[key] })) : acts[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** @param {HTMLLIElement} at @param {number} by */
function step(at, by) {
  const all = items();
  focusOn(all[all.indexOf(at) + by]?.dataset.id ?? "");
}

/** @param {HTMLLIElement} at */
function addBehind(at) {
  const list = at.parentElement;
  add(at.dataset.level ?? "", list?.dataset.id ?? "", at.dataset.id);
}

/** A unit holds nothing: there it is added behind. @param {HTMLLIElement} at */
function addInside(at) {
  const below = BELOW[at.dataset.level ?? ""];
  if (below) add(below, at.dataset.id ?? "");
  else addBehind(at);
}

/** @param {EventTarget | null} target */
function typing(target) {
  return target instanceof Element && target.closest("input, select, textarea, dialog") !== null;
}
