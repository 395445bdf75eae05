// @ts-check
// Scenario editor: brush strokes by tap, drag or keys, with undo and redo, saved by one form. The server applies brushes;
// here a stroke is only shown in its place. On an open table terrain_drawing.js draws, and the server shows each stroke.
import { boardOf } from "./board.js";
import { BlockPlacement } from "./block_placement.js";
import { TerrainDrawing } from "./terrain_drawing.js";
import { EditPreview } from "./edit_preview.js";

const SVG = "http://www.w3.org/2000/svg";
const KEEP = "scenario editor view";

/** @typedef {import("./block_placement.js").Stroke} Stroke */

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
  let current = null;
  let leaving = false;
  /** The pointerdown event of the painting pointer. @type {PointerEvent | null} */
  let pointer = null;
  let spent = false;
  /** True while a pointer is passed to the board. */
  let passing = false;

  try {
    strokes = JSON.parse(field("strokes").value || "[]");
  } catch {
    strokes = [];
  }

  const editPreview = new EditPreview(board, form);
  const drawing = board.isOpen ? new TerrainDrawing(board, form, editPreview, addStroke, () => strokes) : null;
  const placement = new BlockPlacement(board, form, editPreview, addStroke, () => strokes);
  if (drawing) placement.snap = (area) => drawing.snap(area);

  /** @returns {HTMLInputElement | null} */
  const brush = () => form.querySelector("input[name=brush]:checked");

  /** @param {Stroke} stroke */
  function draw(stroke) {
    const input = form.querySelector(`input[name=brush][value="${CSS.escape(stroke.brush)}"]`);
    // The server shows blocks.
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
    if (!drawing) for (const stroke of strokes) draw(stroke);
    field("strokes").value = strokes.length ? JSON.stringify(strokes) : "";
    /** @type {HTMLButtonElement} */ (part("undo")).disabled = !strokes.length;
    /** @type {HTMLButtonElement} */ (part("redo")).disabled = !undone.length;
    /** @type {HTMLButtonElement} */ (part("save")).disabled = !strokes.length;
    const many = strokes.length === 1 ? "1 change" : `${strokes.length} changes`;
    part("says").textContent = strokes.length ? `${many} not saved.` : "No unsaved changes.";
  }

  /** A new stroke of the chosen brush; null without a brush. @returns {Stroke | null} */
  function begin() {
    const chosen = brush();
    if (!chosen) return null;
    return { brush: chosen.value, areas: [], text: chosen.dataset.asks ? field("text").value.trim() : "" };
  }

  /** @param {Stroke | null} stroke */
  function end(stroke) {
    if (!stroke?.areas.length) return;
    addStroke(stroke);
    board.say(`${stroke.areas.join(", ")} painted`);
  }

  /** @param {Stroke} stroke */
  function addStroke(stroke) {
    strokes.push(stroke);
    undone = [];
    show();
  }

  /** Adds the area under a pixel of the window to a stroke. @param {Stroke} stroke @param {number} x @param {number} y */
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

  /** True if the server shows the effect of a stroke. @param {Stroke} stroke */
  const isServerDrawn = (stroke) => drawing !== null || [...placement.brushes.values()].some((one) => one.value === stroke.brush);

  function undo() {
    const last = strokes.pop();
    if (last) undone.push(last);
    show();
    if (last && isServerDrawn(last)) void placement.show();
  }

  function redo() {
    const next = undone.pop();
    if (next) strokes.push(next);
    show();
    if (next && isServerDrawn(next)) void placement.show();
  }

  /** @param {PointerEvent} event */
  function press(event) {
    if (passing || drawing) return;
    spent = false;
    if (event.button > 0 || !drag.checked) return;
    // Blocks and the ring are dragged, not painted over; with a selected block a tap places it.
    const target = event.target instanceof Element ? event.target.closest(".block.loose, .ring") : null;
    if (placement.chosen || target) return;
    if (pointer && event.pointerType === "touch") {
      // A second finger pans with the first: cancel the stroke and pass both to the board.
      const first = pointer;
      pointer = current = null;
      show();
      passing = true;
      board.frame.dispatchEvent(new PointerEvent("pointerdown", first));
      passing = false;
      return;
    }
    if (event.pointerType === "touch" && !event.isPrimary) return;
    current = begin();
    if (!current) return;
    pointer = event;
    event.stopPropagation();
    touch(current, event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (current && event.pointerId === pointer?.pointerId) touch(current, event.clientX, event.clientY);
  }

  /** @param {PointerEvent} event */
  function lift(event) {
    if (event.pointerId !== pointer?.pointerId) return;
    if (event.type === "pointerup") end(current);
    else show();
    pointer = current = null;
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
    if (placement.chosen) return void placement.set(placement.snap(area));
    if (drawing) return;
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

  const stored = JSON.parse(sessionStorage.getItem(KEEP) ?? "null");
  sessionStorage.removeItem(KEEP);
  if (stored?.path && location.pathname.replace(/\/\w+$/, "") === stored.path.replace(/\/\w+$/, "")) {
    Object.assign(board.view, { x: stored.x, y: stored.y, scale: stored.scale });
    board.view.change();
  }
  form.querySelector("[data-scripted]")?.removeAttribute("hidden");
  show();
  if (strokes.some(isServerDrawn)) void placement.show();
}
