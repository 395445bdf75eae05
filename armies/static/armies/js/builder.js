// @ts-check
// The builder: sends each edit, brings the page up to date with the answer, and offers the way back.
import { follow } from "../../campaign/js/live.js";
import { fetchAgain } from "../../campaign/js/retry.js";
import { startDialogs } from "./builder_dialogs.js";
import { startDragging } from "./builder_drag.js";
import { startInline } from "./builder_inline.js";
import { startKeys } from "./builder_keys.js";
import { item, items, patchRows, patchTree } from "./builder_tree.js";

/**
 * @typedef {{version: number, rules: string, words: string, element: string, tree?: string, base?: number,
 *   changes?: import("./builder_tree.js").Changes, faults: string, dock: string, undo: string, redo: string, entries?: {by: string, words: string}[], rows?: string[],
 *   clashes?: string[]}} Answer
 * @typedef {{field: string, sentence: string}} Fault
 */

const TOAST_STAYS = 8000;
const LOOK_AGAIN = 60000;
const TYPING = 500; // milliseconds until the page looks again whether something is being typed
const SIGNED_OUT = "The server asks you to sign in again. Do so in another tab, then try once more: nothing is lost here.";
const NO_ANSWER = "The server does not answer. Nothing was changed; try again.";

const root = /** @type {HTMLElement} */ (document.getElementById("builder"));
const steps = /** @type {HTMLFormElement} */ (document.getElementById("steps"));
const region = /** @type {HTMLElement} */ (document.getElementById("toasts"));
const address = root.dataset.address ?? "";
let version = Number(root.dataset.version);
let rules = root.dataset.rules ?? "";
let behind = false;
let queue = Promise.resolve();

/**
 * Sends one edit after those that are on their way.
 * @param {Record<string, string>} fields
 * @returns {Promise<Fault[]>} what is wrong with it; none where it was made
 */
export function send(fields) {
  const sent = queue.then(() => post(fields));
  queue = sent.then(
    () => undefined,
    () => undefined,
  );
  return sent;
}

/**
 * @param {Record<string, string>} fields
 * @returns {Promise<Fault[]>}
 */
async function post(fields) {
  const body = new FormData(steps);
  for (const [name, value] of Object.entries({ ...fields, version: String(version) })) body.set(name, value);
  // Signing in again in another tab makes a new token, and this page goes on with that one.
  const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  if (token) body.set("csrfmiddlewaretoken", token[1]);
  let response;
  try {
    response = await fetchAgain(address, { method: "POST", body, headers: { Accept: "application/json" } }, toast);
  } catch {
    return told(NO_ANSWER);
  }
  if (response.status === 429) return told(await response.text());
  if (response.redirected || !response.headers.get("Content-Type")?.startsWith("application/json"))
    return told(response.status < 400 || response.status === 403 ? SIGNED_OUT : NO_ANSWER);
  const answer = await response.json();
  if (response.status === 422) return answer.faults;
  if (response.status === 409) {
    show(answer);
    ask(answer, fields);
    return [];
  }
  if (!show(answer)) await reload();
  document.getElementById("conflict")?.setAttribute("hidden", "");
  if (answer.words) toast(answer.words, fields.act === "undo" ? "redo" : "undo");
  mark(answer.element);
  return [];
}

/** Sends an edit that has no form of its own, and says why where it was refused. @param {Record<string, string>} fields */
async function doIt(fields) {
  for (const fault of await send(fields)) toast(fault.sentence);
}

/** @param {string} sentence */
function told(sentence) {
  toast(sentence);
  return [{ field: "", sentence }];
}

/**
 * Brings the page up to date.
 * @param {Answer} answer
 * @returns {boolean} false where the answer tells of changes to another state than the page shows
 */
function show(answer) {
  const tree = /** @type {HTMLElement} */ (document.getElementById("tree"));
  if (answer.tree !== undefined) patchTree(tree, answer.tree);
  else if (answer.base !== version || answer.rules !== rules) return false;
  else if (answer.changes && !patchRows(tree, answer.changes)) return false;
  version = answer.version;
  rules = answer.rules;
  put("faults", answer.faults);
  put("dock", answer.dock);
  for (const [act, words] of [["undo", answer.undo], ["redo", answer.redo]]) {
    const button = /** @type {HTMLButtonElement} */ (steps.querySelector(`[value=${act}]`));
    button.disabled = !words;
    button.title = words;
  }
  const field = /** @type {HTMLInputElement} */ (steps.elements.namedItem("version"));
  field.setAttribute("value", String(version));
  return true;
}

/** Asks for the army as it is now and shows all of it. @returns {Promise<boolean>} whether anything was new */
async function reload() {
  const asked = new URL(address, location.href);
  asked.searchParams.set("seen", `${version}.${rules}`);
  const response = await fetchAgain(asked.href, { headers: { Accept: "application/json" } });
  if (response.status === 204 || !response.ok || response.redirected) return false;
  const answer = await response.json();
  if (answer.version === version && answer.rules === rules) return false;
  return show(answer);
}

/**
 * @param {string} id
 * @param {string} markup
 */
function put(id, markup) {
  const place = document.getElementById(id);
  if (place) place.innerHTML = markup;
}

/** Shows for a moment which row an edit made or touched. @param {string} element */
function mark(element) {
  const found = element ? item(element) : null;
  if (!found) return;
  const node = found.querySelector(".node");
  node?.classList.add("touched");
  setTimeout(() => node?.classList.remove("touched"), 1500);
}

/**
 * Someone else saved first: shows their changes and offers to save this edit on top of them.
 * @param {Answer} answer
 * @param {Record<string, string>} fields
 */
function ask(answer, fields) {
  const panel = /** @type {HTMLElement} */ (document.getElementById("conflict"));
  const intro = document.createElement("p");
  const both = answer.clashes ?? [];
  const isStep = both.length > 0 && (fields.act === "undo" || fields.act === "redo");
  intro.textContent = isStep
    ? `Somebody else changed the same thing later. Nothing was ${fields.act === "undo" ? "undone" : "redone"}:`
    : both.length
    ? "You and somebody else changed the same thing. Your change is not saved yet:"
    : "Changed in the meantime by someone else or in another tab. Your change is not saved yet. Changes since then:";
  const list = document.createElement("ul");
  const since = answer.rows?.length ? answer.rows : (answer.entries ?? []).map((entry) => entry.words);
  const rows = both.length ? both : since;
  for (const words of rows.slice(0, 20)) list.append(line(words));
  if (rows.length > 20) list.append(line(`and ${rows.length - 20} more`));
  const acts = document.createElement("div");
  acts.className = "row";
  if (isStep) acts.append(button("Close", "btn", () => (panel.hidden = true)));
  else acts.append(
    button("Save my change now", "btn primary", async () => {
      panel.hidden = true;
      for (const fault of await send(fields)) toast(fault.sentence);
    }),
    button("Cancel", "btn", () => (panel.hidden = true)),
  );
  panel.replaceChildren(intro, list, acts);
  panel.hidden = false;
  panel.querySelector("button")?.focus();
}

/** @param {string} words */
function line(words) {
  const element = document.createElement("li");
  element.textContent = words;
  return element;
}

/**
 * @param {string} words
 * @param {string} kind
 * @param {() => unknown} act
 */
function button(words, kind, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = kind;
  element.textContent = words;
  element.addEventListener("click", act);
  return element;
}

/**
 * Shows above the totals what was done, with a button to undo or redo it.
 * @param {string} words
 * @param {"undo" | "redo"} [back] what the button does; no button if left out
 */
export function toast(words, back) {
  const sheet = document.createElement("div");
  sheet.className = "toast";
  const text = document.createElement("p");
  text.textContent = words;
  sheet.append(text);
  if (back) sheet.append(button(back === "undo" ? "Undo" : "Redo", "btn", () => doIt({ act: back })));
  region.replaceChildren(sheet);
  const leave = () => (sheet.matches(":hover, :focus-within") ? setTimeout(leave, TOAST_STAYS) : sheet.remove());
  setTimeout(leave, TOAST_STAYS);
}

/** Closes the arithmetic that stands open over the dock, but for the one that holds ``kept``. @param {EventTarget | null} kept */
function closeSums(kept) {
  for (const open of document.querySelectorAll(".dock details.why[open]")) {
    if (kept instanceof Node && open.contains(kept)) continue;
    const held = open.contains(document.activeElement);
    open.removeAttribute("open");
    if (held && kept === null) open.querySelector("summary")?.focus();
  }
}

/** True while the user types in the page, which then stays as it is. */
const isBusy = () => document.querySelector("form.inline, dialog[open]") !== null;

/** Shows what others have changed: on news, when the page comes to the front, and now and then for house rules. */
async function refresh() {
  if (document.visibilityState !== "visible" || isBusy()) return;
  try {
    if (await reload()) toast("Brought up to date: it was changed elsewhere.");
    behind = false;
  } catch {
    // No network: the next edit will tell.
  }
}

/** Shows what others have changed after the own edits on their way, and when nothing is being typed. */
async function catchUp() {
  await queue;
  if (!behind) return;
  if (isBusy()) setTimeout(catchUp, TYPING);
  else await refresh();
}

steps.addEventListener("submit", async (event) => {
  event.preventDefault();
  const act = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "undo";
  doIt({ act });
});
document.addEventListener("visibilitychange", refresh);
setInterval(refresh, LOOK_AGAIN);
follow({
  stream: `${address.split("?")[0]}/live`,
  poll: `${address.split("?")[0]}/since`,
  viewer: "editor",
  after: () => version,
  onNews: () => {
    behind = true;
    catchUp();
  },
  onReload: refresh,
  onMode: (mode) => (root.dataset.live = mode),
});
addEventListener("pageshow", (event) => event.persisted && refresh());
document.querySelector(".dock > .wrap")?.append(region);
// A tap beside everything that can be pressed is no click in Safari on a phone, but a pointer it is.
for (const kind of ["click", "pointerdown"]) document.addEventListener(kind, (event) => closeSums(event.target));
document.addEventListener("keydown", (event) => event.key === "Escape" && closeSums(null));
startInline(root, send);
startDialogs(root, send, doIt);
startKeys(root, doIt);
startDragging(root, send, toast);
if (!items().length) /** @type {HTMLElement | null} */ (document.querySelector("#tree [data-add]"))?.focus({ preventScroll: true });
