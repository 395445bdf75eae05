// @ts-check
// What opens over the tree: the actions of a row, moving it, pasting rows, changing many units at once.
import { add, edit, focusOn } from "./builder_inline.js";
import { BELOW, HOLDS, children, item, itemOf, items, listOf, nameOf } from "./builder_tree.js";

/** @typedef {{field: string, sentence: string}} Fault */

/** @type {HTMLLIElement | null} */
let chosen = null;

/** @param {string} id */
const dialog = (id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));

/**
 * @param {HTMLElement} root
 * @param {import("./builder_inline.js").Send} send
 * @param {(fields: Record<string, string>) => Promise<void>} doIt
 */
export function startDialogs(root, send, doIt) {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const many = event.target.closest("a[data-bulk]");
    if (many) {
      event.preventDefault();
      openBulk(null);
    }
    if (event.target.closest("[data-close]")) event.target.closest("dialog")?.close();
  });
  // Each listens itself: of a tap on a dialog that does not, Safari on a phone makes no click.
  for (const each of document.querySelectorAll("dialog"))
    each.addEventListener("click", (event) => event.target === each && each.close());
  root.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const at = itemOf(event.target);
    const pasting = event.target.closest("[data-paste]");
    if (pasting instanceof HTMLElement) {
      event.preventDefault();
      openPaste(pasting.dataset.paste ?? "");
    } else if (event.target.closest(".more") && at) {
      event.preventDefault();
      openActions(at);
    }
  });

  const element = () => chosen?.dataset.id ?? "";
  /** Does it and comes back to the row. @param {Record<string, string>} fields */
  async function again(fields) {
    await doIt(fields);
    focusOn(element());
  }
  const acts = /** @type {Record<string, () => unknown>} */ ({
    edit: () => chosen && edit(chosen),
    add: () => add(BELOW[chosen?.dataset.level ?? ""], element()),
    paste: () => openPaste(element()),
    up: () => again({ act: "step", way: "up", element: element() }),
    down: () => again({ act: "step", way: "down", element: element() }),
    move: () => chosen && openMove(chosen),
    duplicate: () => again({ act: "duplicate", element: element() }),
    bulk: () => openBulk(chosen),
    delete: () => chosen && remove(chosen, doIt),
  });
  dialog("actions").addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
    const act = acts[button?.getAttribute("data-do") ?? ""];
    if (!act) return;
    dialog("actions").close();
    act();
  });
  for (const name of ["move", "paste", "bulk"]) {
    const form = /** @type {HTMLFormElement} */ (dialog(name).querySelector("form[method=post]"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const fields = Object.fromEntries([...new FormData(form)].map(([key, value]) => [key, String(value)]));
      const faults = await send({ ...fields, act: name, ...(name === "paste" ? { parent: form.dataset.parent ?? "" } : { element: element() }) });
      showFaults(form, faults);
      if (faults.length) return;
      dialog(name).close();
      if (chosen && name !== "paste") focusOn(element());
    });
  }
}

/** @param {HTMLLIElement} at */
export function openActions(at) {
  chosen = at;
  const sheet = dialog("actions");
  const level = at.dataset.level ?? "";
  /** @type {HTMLElement} */ (sheet.querySelector("h2")).textContent = nameOf(at);
  /** @type {HTMLAnchorElement} */ (sheet.querySelector("[data-do=page]")).href =
    /** @type {HTMLAnchorElement} */ (at.querySelector(".nm")).href;
  for (const name of ["add", "paste", "bulk"]) sheet.querySelector(`[data-do=${name}]`)?.toggleAttribute("hidden", level === "unit");
  const adds = sheet.querySelector("[data-do=add] span");
  if (adds && BELOW[level]) adds.textContent = `Add a ${BELOW[level]}`;
  sheet.showModal();
}

/** @param {HTMLLIElement} at */
function openMove(at) {
  const sheet = dialog("move");
  /** @type {HTMLElement} */ (sheet.querySelector("h2")).textContent = `Move ${nameOf(at)}`;
  const [parents, places] = /** @type {HTMLSelectElement[]} */ ([...sheet.querySelectorAll("select")]);
  const level = at.dataset.level ?? "";
  const options = HOLDS[""].includes(level) ? [new Option("The army itself", "")] : [];
  for (const other of items()) {
    if (!HOLDS[other.dataset.level ?? ""].includes(level) || at.contains(other)) continue;
    const depth = "\u00a0\u00a0".repeat(["corps", "division", "brigade"].indexOf(other.dataset.level ?? ""));
    options.push(new Option(depth + nameOf(other), other.dataset.id));
  }
  parents.replaceChildren(...options);
  parents.value = at.parentElement?.dataset.id ?? "";
  parents.onchange = () => fillPlaces(places, parents.value, at);
  fillPlaces(places, parents.value, at);
  sheet.showModal();
}

/**
 * @param {HTMLSelectElement} places
 * @param {string} parent
 * @param {HTMLLIElement} at
 */
function fillPlaces(places, parent, at) {
  const list = parent ? listOf(/** @type {Element} */ (item(parent))) : document.querySelector("#tree > ul");
  const beside = list ? children(list).filter((other) => other !== at) : [];
  places.replaceChildren(
    new Option("first", "0"),
    ...beside.map((other, index) => new Option(`behind ${nameOf(other)}`, String(index + 1))),
  );
  places.value = String(beside.length);
}

/**
 * Deletes an element and goes on to the row that takes its place.
 * @param {HTMLLIElement} at
 * @param {(fields: Record<string, string>) => Promise<void>} doIt
 */
export async function remove(at, doIt) {
  const all = items();
  const next = all.find((other, index) => index > all.indexOf(at) && !at.contains(other)) ?? all[all.indexOf(at) - 1];
  await doIt({ act: "delete", element: at.dataset.id ?? "" });
  const there = next?.isConnected ? next.querySelector(".nm") : document.querySelector("#tree [data-add]");
  if (there instanceof HTMLElement) there.focus();
}

/** @param {string} parent */
export function openPaste(parent) {
  const sheet = dialog("paste");
  const form = /** @type {HTMLFormElement} */ (sheet.querySelector("form[method=post]"));
  form.dataset.parent = parent;
  const at = parent ? item(parent) : null;
  /** @type {HTMLElement} */ (sheet.querySelector("h2")).textContent = at ? `Paste into ${nameOf(at)}` : "Paste into the army";
  form.reset();
  showFaults(form, []);
  sheet.showModal();
  sheet.querySelector("textarea")?.focus();
}

/** @param {HTMLLIElement | null} at */
function openBulk(at) {
  chosen = at;
  const sheet = dialog("bulk");
  /** @type {HTMLElement} */ (sheet.querySelector("h2")).textContent = at ? `Units of ${nameOf(at)}` : "All units of the army";
  const form = /** @type {HTMLFormElement} */ (sheet.querySelector("form[method=post]"));
  form.reset();
  showFaults(form, []);
  sheet.showModal();
}

/**
 * @param {HTMLFormElement} form
 * @param {Fault[]} faults
 */
function showFaults(form, faults) {
  form.querySelector(".errs")?.replaceChildren(
    ...faults.map((fault) => {
      const line = document.createElement("p");
      line.className = "err";
      line.textContent = fault.sentence;
      return line;
    }),
  );
}
