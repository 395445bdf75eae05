// @ts-check
// Moving by drag, with mouse, pen or finger, across formations. Buttons and keys do the same.
import "./vendor/sortable.min.js";
import { HOLDS, children, nameOf } from "./builder_tree.js";

/**
 * @param {HTMLElement} root
 * @param {import("./builder_inline.js").Send} send
 * @param {(words: string) => void} toast
 */
export function startDragging(root, send, toast) {
  const Sortable = /** @type {any} */ (globalThis).Sortable;
  const started = new WeakSet();
  let dragging = false;
  let left = false;

  // Escape lets go of the row, and it goes back where it was.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !dragging) return;
    event.preventDefault();
    left = true;
    for (const kind of ["pointerup", "mouseup"]) document.dispatchEvent(new MouseEvent(kind, { bubbles: true }));
  });

  /** @param {Event & {item: HTMLElement, from: HTMLElement, to: HTMLElement, oldDraggableIndex: number}} event */
  async function dropped(event) {
    const { item, from, to } = event;
    dragging = false;
    if (left) {
      putBack(event);
      toast(`${nameOf(item)} stays where it was.`);
      return;
    }
    const position = children(to).indexOf(/** @type {HTMLLIElement} */ (item));
    if (from === to && position === event.oldDraggableIndex) return;
    const faults = await send({
      act: "move",
      element: item.dataset.id ?? "",
      parent: to.dataset.id ?? "",
      position: String(position),
    });
    if (!faults.length) return;
    putBack(event);
    toast(`${nameOf(item)} went back: ${faults[0].sentence}`);
  }

  /** @param {Event & {item: HTMLElement, from: HTMLElement, oldDraggableIndex: number}} event */
  function putBack({ item, from, oldDraggableIndex }) {
    const others = children(from).filter((at) => at !== item);
    from.insertBefore(item, others[oldDraggableIndex] ?? from.querySelector(":scope > .adds"));
  }

  /** Makes the lists that are new to the page take and give rows. */
  function start() {
    for (const list of root.querySelectorAll("ul[data-level]")) {
      if (started.has(list)) continue;
      started.add(list);
      const level = /** @type {HTMLElement} */ (list).dataset.level ?? "";
      Sortable.create(list, {
        group: {
          name: "army",
          put: (/** @type {any} */ _to, /** @type {any} */ _from, /** @type {HTMLElement} */ item) =>
            HOLDS[level].includes(item.dataset.level ?? ""),
        },
        handle: ".grip",
        draggable: "li[data-facts]",
        animation: 120,
        forceFallback: true,
        fallbackOnBody: true,
        fallbackTolerance: 4,
        swapThreshold: 0.65,
        invertSwap: true,
        emptyInsertThreshold: 12,
        scrollSensitivity: 80,
        scrollSpeed: 14,
        onStart: () => {
          dragging = true;
          left = false;
        },
        onEnd: dropped,
      });
    }
  }

  start();
  root.addEventListener("patched", start);
}
