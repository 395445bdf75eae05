// @ts-check
// Painting a board: strokes of a brush by tap, by dragging or with the keys, undone and redone in the page, saved by one
// form. What a brush does is the server's; here a stroke is only shown where it was laid. An open table is drawn upon
// (tracing.js), and the server shows each stroke there.
import { boardOf } from "./board.js";
import { Setting } from "./setting.js";
import { Tracing } from "./tracing.js";
import { Trying } from "./trying.js";

const SVG = "http://www.w3.org/2000/svg";
const KEEP = "painting view";

/** @typedef {import("./setting.js").Stroke} Stroke */

const form = /** @type {HTMLFormElement} */ (document.getElementById("paint"));
const frame = /** @type {HTMLElement} */ (document.querySelector("[data-board]"));
if (form && frame) start();

function start() {
  const board = boardOf(frame);
  /** @param {string} name */
  const part = (name) => /** @type {HTMLElement} */ (form.querySelector(`[data-paint=${name}]`));
  /** @param {string} name */
  const field = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  const drag = /** @type {HTMLInputElement} */ (part("drag"));
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "strokes");
  board.svg.append(layer);
  /** @type {Stroke[]} */
  let strokes = [];
  /** @type {Stroke[]} */
  let undone = [];
  /** @type {Stroke | null} */
  let laying = null;
  let leaving = false;
  /** The pointer that paints, and how it went down. @type {PointerEvent | null} */
  let pointer = null;
  let spent = false;
  /** Whether a pointer is being handed over to the board. */
  let handing = false;

  try {
    strokes = JSON.parse(field("strokes").value || "[]");
  } catch {
    strokes = [];
  }

  const trying = new Trying(board, form);
  const tracing = board.isOpen ? new Tracing(board, form, trying, lay, () => strokes) : null;
  const setting = new Setting(board, form, trying, lay, () => strokes);
  if (tracing) setting.meant = (area) => tracing.meant(area);

  /** @returns {HTMLInputElement | null} */
  const brush = () => form.querySelector("input[name=brush]:checked");

  /** @param {Stroke} stroke */
  function draw(stroke) {
    const input = form.querySelector(`input[name=brush][value="${CSS.escape(stroke.brush)}"]`);
    // A block is shown where it stands then.
    if (input?.hasAttribute("data-block")) return;
    for (const key of stroke.areas) {
      const outline = board.area(key)?.getAttribute("d");
      if (!outline) continue;
      const path = document.createElementNS(SVG, "path");
      path.setAttribute("class", input?.getAttribute("data-look") ?? "of-none");
      path.setAttribute("d", outline);
      layer.append(path);
    }
  }

  function show() {
    layer.replaceChildren();
    if (!tracing) for (const stroke of strokes) draw(stroke);
    field("strokes").value = strokes.length ? JSON.stringify(strokes) : "";
    /** @type {HTMLButtonElement} */ (part("undo")).disabled = !strokes.length;
    /** @type {HTMLButtonElement} */ (part("redo")).disabled = !undone.length;
    /** @type {HTMLButtonElement} */ (part("save")).disabled = !strokes.length;
    const many = strokes.length === 1 ? "1 stroke" : `${strokes.length} strokes`;
    part("says").textContent = strokes.length ? `${many} to be saved.` : "Nothing to be saved.";
  }

  /** A new stroke of the chosen brush; null where it asks for a name first. @returns {Stroke | null} */
  function begin() {
    const chosen = brush();
    if (!chosen) return null;
    return { brush: chosen.value, areas: [], text: chosen.dataset.asks ? field("text").value.trim() : "" };
  }

  /** @param {Stroke | null} stroke */
  function end(stroke) {
    if (!stroke?.areas.length) return;
    lay(stroke);
    board.say(`${stroke.areas.join(", ")} painted`);
  }

  /** @param {Stroke} stroke */
  function lay(stroke) {
    strokes.push(stroke);
    undone = [];
    show();
  }

  /** Adds the patch of ground under a pixel of the window to a stroke. @param {Stroke} stroke @param {number} x @param {number} y */
  function touch(stroke, x, y) {
    for (const each of document.elementsFromPoint(x, y)) {
      const key = each.closest(".areas [data-key]")?.getAttribute("data-key");
      if (!key || !board.svg.contains(each)) continue;
      if (!stroke.areas.includes(key)) {
        stroke.areas.push(key);
        draw({ ...stroke, areas: [key] });
      }
      return;
    }
  }

  /** Whether the server shows what a stroke does. @param {Stroke} stroke */
  const sets = (stroke) => tracing !== null || [...setting.brushes.values()].some((one) => one.value === stroke.brush);

  function undo() {
    const last = strokes.pop();
    if (last) undone.push(last);
    show();
    if (last && sets(last)) void setting.show();
  }

  function redo() {
    const next = undone.pop();
    if (next) strokes.push(next);
    show();
    if (next && sets(next)) void setting.show();
  }

  /** @param {PointerEvent} event */
  function press(event) {
    if (handing || tracing) return;
    spent = false;
    if (event.button > 0 || !drag.checked) return;
    // A block in a set place is taken up, and so is the ring about it; with one in hand the ground is where it goes.
    const held = event.target instanceof Element ? event.target.closest(".block.loose, .ring") : null;
    if (setting.chosen || held) return;
    if (pointer && event.pointerType === "touch") {
      // A second finger moves the ground with the first: the stroke is off, and the board hears of both.
      const first = pointer;
      pointer = laying = null;
      show();
      handing = true;
      board.frame.dispatchEvent(new PointerEvent("pointerdown", first));
      handing = false;
      return;
    }
    if (event.pointerType === "touch" && !event.isPrimary) return;
    laying = begin();
    if (!laying) return;
    pointer = event;
    event.stopPropagation();
    touch(laying, event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (laying && event.pointerId === pointer?.pointerId) touch(laying, event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  function lift(event) {
    if (event.pointerId !== pointer?.pointerId) return;
    if (event.type === "pointerup") end(laying);
    else show();
    pointer = laying = null;
    spent = true;
  }

  board.frame.addEventListener("pointerdown", press, { capture: true });
  addEventListener("pointermove", move);
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", lift);
  board.frame.addEventListener(
    "click",
    (event) => {
      if (spent && event.detail) event.stopPropagation();
      spent = false;
    },
    { capture: true },
  );
  frame.addEventListener("board:area", (event) => {
    const { area } = /** @type {CustomEvent} */ (event).detail;
    if (setting.chosen) return void setting.set(setting.meant(area));
    if (tracing) return;
    const stroke = begin();
    stroke?.areas.push(area);
    end(stroke);
  });
  part("undo").addEventListener("click", undo);
  part("redo").addEventListener("click", redo);
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLInputElement && event.target.type === "text") return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) undo();
    else if (key === "y" || key === "z") redo();
    else return;
    event.preventDefault();
  });
  form.addEventListener("submit", () => {
    leaving = true;
    const { x, y, scale } = board.view;
    sessionStorage.setItem(KEEP, JSON.stringify({ path: location.pathname, x, y, scale }));
  });
  addEventListener("beforeunload", (event) => {
    if (strokes.length && !leaving) event.preventDefault();
  });

  const kept = JSON.parse(sessionStorage.getItem(KEEP) ?? "null");
  sessionStorage.removeItem(KEEP);
  if (kept?.path && location.pathname.replace(/\/\w+$/, "") === kept.path.replace(/\/\w+$/, "")) {
    Object.assign(board.view, { x: kept.x, y: kept.y, scale: kept.scale });
    board.view.change();
  }
  form.querySelector("[data-scripted]")?.removeAttribute("hidden");
  show();
  if (strokes.some(sets)) void setting.show();
}
