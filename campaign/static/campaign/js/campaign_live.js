// @ts-check
// Keeps a page of a campaign in step: when something changes, it fetches the page again and takes over its parts.
import { follow } from "./live.js";
import { fetchAgain } from "./retry.js";

const QUIET = () => {};
const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"));
let loads = 0;
/** Taps and forms of this page that are on their way: news waits for their answers. */
let pending = 0;
/** The latest version of the campaign that was told of. */
let newest = 0;

/**
 * The heading of a page, with the turn, and how a battle ended: an earlier message is out of date when it changes.
 * @param {Document} of
 */
const title = (of) =>
  [...of.querySelectorAll("[data-part=head] h1, [data-part=head] .lead, [data-part=ended]")]
    .map((each) => each.textContent)
    .join();

/**
 * How many rows of tabs a page has: one more when the campaign ends and all sides are open.
 * @param {Document} of
 */
const tabs = (of) => of.querySelectorAll(".tabs").length;

/**
 * Fetches a page and takes over its parts; a part with the same key stays, with what is being filled in.
 * @param {string} address
 */
async function takeOver(address) {
  const fresh = await load(address);
  if (fresh) replaceParts(fresh, false);
}

/**
 * Fetches the page of a tap, takes over every part and its address; news waits for it, and a later tap replaces it.
 * @param {string} address
 */
export async function visit(address) {
  pending += 1;
  try {
    const fresh = await load(address);
    if (!fresh) return;
    replaceParts(fresh, true);
    history.replaceState(null, "", address);
  } finally {
    pending -= 1;
    catchUp();
  }
}

/**
 * The page at an address; null if a later one was asked for meanwhile, or if the browser loads it.
 * @param {string} address
 */
async function load(address) {
  const number = ++loads;
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  const fresh = parsed(await response.text());
  if (number !== loads) return null;
  if (response.ok && tabs(fresh) === tabs(document)) return fresh;
  location.assign(address);
  return null;
}

/** The page of an answer. @param {string} text */
const parsed = (text) => new DOMParser().parseFromString(text, "text/html");

/**
 * Puts the parts and the messages of a page in the place of those that are shown.
 * @param {Document} fresh
 * @param {boolean} all also parts with the same key, and the one that is being filled in
 */
function replaceParts(fresh, all) {
  const focused = document.activeElement?.id;
  const messages = fresh.querySelector(".messages");
  if (messages || title(fresh) !== title(document)) document.querySelector(".messages")?.remove();
  if (messages) document.querySelector("main")?.prepend(document.adoptNode(messages));
  for (const part of document.querySelectorAll("[data-part]")) {
    const now = fresh.querySelector(`[data-part="${part.getAttribute("data-part")}"]`);
    const key = part.getAttribute("data-key");
    const isBusy = part.contains(document.activeElement) && document.activeElement?.matches("input, textarea, select");
    if (!now) continue;
    if (!all && (isBusy || (key !== null && key === now.getAttribute("data-key")))) continue;
    part.replaceWith(document.adoptNode(now));
  }
  const next = fresh.querySelector("[data-live]")?.getAttribute("data-n");
  if (page && next) page.dataset.n = next;
  document.dispatchEvent(new Event("campaign-parts"));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/**
 * Sends a form and takes over the page that it leads to; meanwhile the page takes no taps, and news waits.
 * Returns true if the parts were taken over; otherwise the browser loads that page, or sends the form itself.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} button the button that sends it
 */
export async function send(form, button) {
  if (!page || page.inert) return false;
  page.inert = true;
  pending += 1;
  loads += 1;
  const body = new FormData(form, button);
  const headers = { Accept: "text/html", Prefer: "return=representation" };
  try {
    const response = await fetchAgain(form.action, { method: "POST", body, headers });
    const fresh = parsed(await response.text());
    if (!response.ok) throw new Error(String(response.status));
    const address = new URL(response.headers.get("Content-Location") ?? response.url, location.href).href;
    if (!fresh.querySelector("[data-live]") || tabs(fresh) !== tabs(document)) {
      location.assign(address);
      return false;
    }
    document.querySelector(".messages")?.remove();
    replaceParts(fresh, true);
    history.replaceState(null, "", address);
    return true;
  } catch {
    sendAsUsual(form, button);
    return false;
  } finally {
    page.inert = false;
    pending -= 1;
    catchUp();
  }
}

/** Lets the browser send a form, which shows why it could not be sent. @param {HTMLFormElement} form @param {HTMLElement | null} button */
function sendAsUsual(form, button) {
  delete form.dataset.warSend;
  form.requestSubmit(button);
}

/** Takes over what has changed, unless a tap or form is on its way. */
function catchUp() {
  if (page && !pending && newest > Number(page.dataset.n)) takeOver(page.dataset.page ?? location.href);
}

// A page that answers a form has the address of the form: data-page is then the page's own.
if (page) {
  const address = page.dataset.live ?? "";
  follow({
    stream: `${address}/live`,
    poll: `${address}/since`,
    viewer: "",
    after: () => Number(page.dataset.n),
    onNews: (n) => {
      newest = n;
      catchUp();
    },
    onReload: () => location.reload(),
    onMode: QUIET,
  });
}
