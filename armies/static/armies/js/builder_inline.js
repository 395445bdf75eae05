// @ts-check
// Editing and adding in place: a row turns into a small form, Enter saves it, Escape leaves it, the arrows up and
// down save it and go on to the same field of the row above or below.
import { following } from "./builder_names.js";
import { children, factsOf, item, itemOf, items, nameOf } from "./builder_tree.js";

/** @typedef {{field: string, sentence: string}} Fault */
/** @typedef {(fields: Record<string, string>) => Promise<Fault[]>} Send */

/** @type {Send} */
let send;
const GUNS = ["foot_artillery", "horse_artillery"];

/**
 * @param {HTMLElement} root
 * @param {Send} sender
 */
export function startInline(root, sender) {
  send = sender;
  root.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const adding = event.target.closest("[data-add]");
    if (adding instanceof HTMLElement) {
      event.preventDefault();
      add(adding.dataset.add ?? "", adding.dataset.parent ?? "");
      return;
    }
    const name = event.target.closest(".nm");
    const at = itemOf(name);
    if (name && at) {
      event.preventDefault();
      edit(at);
    }
  });
}

/**
 * Turns a row into a form.
 * @param {HTMLLIElement} at
 * @param {string} [field] that has the focus; the name without it
 */
export function edit(at, field) {
  const known = factsOf(at);
  const form = formFor(at.dataset.level ?? "", known);
  at.classList.add("open");
  at.querySelector(":scope > .node")?.after(form);
  const close = () => at.classList.remove("open");
  const save = async () => {
    const fields = changed(form, known);
    if (!Object.keys(fields).length) return [];
    return send({ act: "change", element: at.dataset.id ?? "", level: at.dataset.level ?? "", ...fields });
  };
  start(form, close, save, () => focusOn(at.dataset.id ?? ""));
  goOn(form, at, save, close);
  focusField(form, field);
}

/**
 * Lets a form save and open that of the next row or the one before, at the same field.
 * @param {HTMLFormElement} form
 * @param {HTMLLIElement} at
 * @param {() => Promise<Fault[]>} save
 * @param {() => void} close
 */
function goOn(form, at, save, close) {
  const alike = items().filter((other) => other.dataset.level === at.dataset.level);
  const place = alike.indexOf(at);
  let field = "name";
  /** @param {number} by */
  async function go(by) {
    const to = alike[place + by];
    if (to && (await finish(form, save, close))) edit(to, field);
  }
  const next = /** @type {HTMLButtonElement} */ (form.querySelector("[data-next]"));
  next.hidden = place + 1 >= alike.length;
  next.addEventListener("click", () => go(1));
  form.addEventListener("focusin", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) field = event.target.name;
  });
  form.addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by || !(event.target instanceof HTMLInputElement) || event.altKey) return;
    event.preventDefault();
    go(by);
  });
}

/** @param {HTMLFormElement} form @param {string} [wanted] */
function focusField(form, wanted = "name") {
  const other = { men: "guns", guns: "men" }[wanted] ?? "name";
  for (const name of [wanted, other, "name"]) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.closest("[hidden]")) continue;
    field.focus();
    if (field instanceof HTMLInputElement) field.select();
    break;
  }
  form.scrollIntoView({ block: "nearest" });
}

/**
 * Opens a form for a new element at the end of a formation, or behind ``behind``; saving opens the next one.
 * @param {string} level
 * @param {string} parent
 * @param {string} [behind]
 */
export function add(level, parent, behind) {
  const list = document.querySelector(`#tree ul[data-id="${parent}"]`);
  if (!list) return;
  const beside = children(list).filter((at) => at.dataset.level === level);
  const before = behind ? item(behind) : beside.at(-1);
  const known = before ? factsOf(before) : {};
  const proposed = before ? following(nameOf(before), children(list).map(nameOf)) : "";
  const form = formFor(level, level === "unit" ? { ...known, name: proposed } : {});
  const place = document.createElement("li");
  place.className = "editing";
  place.append(form);
  if (behind && before) before.after(place);
  else list.insertBefore(place, list.querySelector(":scope > .adds"));
  const last = before?.dataset.id ?? parent;
  const position = behind && before ? { position: String(children(list).indexOf(before) + 1) } : {};
  const there = new Set(children(list));
  const close = () => {
    place.remove();
    if (beside.length) focusOn(last);
    else addLink(parent, level)?.focus();
  };
  start(form, close, async () => send({ act: "add", level, parent, ...position, ...filled(form) }), () => {
    const made = children(list).find((at) => !there.has(at))?.dataset.id ?? "";
    if (level !== "unit") return (addLink(made) ?? { focus: () => focusOn(made) }).focus();
    add(level, parent, behind ? made : undefined);
    const stop = document.querySelector("#tree form.inline [data-cancel]");
    if (stop) stop.textContent = "Stop adding";
  });
  focusField(form);
}

/**
 * The link that adds at the end of a formation.
 * @param {string} parent
 * @param {string} [level]
 * @returns {HTMLElement | null}
 */
function addLink(parent, level) {
  return document.querySelector(`#tree [data-add${level ? `="${level}"` : ""}][data-parent="${parent}"]`);
}

/**
 * @param {string} level
 * @param {Record<string, any>} known
 */
function formFor(level, known) {
  for (const open of document.querySelectorAll("#tree form.inline [data-cancel]")) /** @type {HTMLElement} */ (open).click();
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(`form-${level}`));
  const form = /** @type {HTMLFormElement} */ (template.content.cloneNode(true).firstElementChild);
  for (const [name, value] of Object.entries(known)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value);
    else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = String(value);
  }
  const type = form.elements.namedItem("type");
  if (type instanceof HTMLSelectElement) {
    type.addEventListener("change", () => fit(form, type.value));
    fit(form, type.value);
  }
  return form;
}

/** Asks for men or for guns, as the type has them. @param {HTMLFormElement} form @param {string} type */
function fit(form, type) {
  const guns = GUNS.includes(type);
  for (const label of form.querySelectorAll("[data-for]")) {
    label.toggleAttribute("hidden", (label.getAttribute("data-for") === "guns") !== guns);
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {() => void} close
 * @param {() => Promise<Fault[]>} save
 * @param {() => void} after
 */
function start(form, close, save, after) {
  const leave = () => {
    const id = form.closest(".editing") ? "" : itemOf(form)?.dataset.id;
    form.remove();
    close();
    if (id) focusOn(id);
  };
  form.querySelector("[data-cancel]")?.addEventListener("click", leave);
  form.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") leave();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (await finish(form, save, close)) after();
  });
}

/**
 * Saves a form and takes it away; says what is wrong and keeps it where it was refused.
 * @param {HTMLFormElement} form
 * @param {() => Promise<Fault[]>} save
 * @param {() => void} close
 */
async function finish(form, save, close) {
  if (form.hasAttribute("aria-busy")) return false;
  form.setAttribute("aria-busy", "true");
  const faults = await save();
  form.removeAttribute("aria-busy");
  if (faults.length) {
    showFaults(form, faults);
    return false;
  }
  form.remove();
  close();
  return true;
}

/** @param {HTMLFormElement} form @param {Fault[]} faults */
function showFaults(form, faults) {
  const err = /** @type {HTMLElement} */ (form.querySelector(".err"));
  err.textContent = faults.map((fault) => fault.sentence).join(" ");
  err.hidden = false;
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
  const field = form.elements.namedItem(faults[0].field);
  if (field instanceof HTMLElement) {
    field.setAttribute("aria-invalid", "true");
    field.focus();
  }
}

/** The values of a form whose controls can be seen. @param {HTMLFormElement} form */
function filled(form) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.closest("[hidden]")) continue;
    values[field.name] = field instanceof HTMLInputElement && field.type === "checkbox" ? (field.checked ? "1" : "0") : field.value;
  }
  return values;
}

/** Those values that differ from what was known. @param {HTMLFormElement} form @param {Record<string, any>} known */
function changed(form, known) {
  return Object.fromEntries(
    Object.entries(filled(form)).filter(([name, value]) => {
      const before = known[name];
      return value !== (typeof before === "boolean" ? (before ? "1" : "0") : String(before ?? (name === "reserve" ? "0" : "")));
    }),
  );
}

/** @param {string} id */
export function focusOn(id) {
  const link = item(id)?.querySelector(":scope > .node > .nm");
  if (link instanceof HTMLElement) link.focus();
}
