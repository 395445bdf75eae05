// @ts-check
// Keeps a page of a campaign in step: when something changes, it fetches the page again and takes over its parts.
import { follow } from "./live.js";

const QUIET = () => {};
const page = /** @type {HTMLElement | null} */ (document.querySelector("[data-live]"));
let loads = 0;

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
 * @param {boolean} [all] take over every part
 */
export async function takeOver(address, all = false) {
  const number = ++loads;
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (!response.ok) return location.assign(address);
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  if (number !== loads) return;
  if (tabs(fresh) !== tabs(document)) return location.assign(address);
  const focused = document.activeElement?.id;
  if (title(fresh) !== title(document)) document.querySelector(".messages")?.remove();
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

// A page that answers a form has the address of the form: data-page is then the page's own.
if (page) {
  const address = page.dataset.live ?? "";
  follow({
    stream: `${address}/live`,
    poll: `${address}/since`,
    viewer: "",
    after: () => Number(page.dataset.n),
    onNews: () => takeOver(page.dataset.page ?? location.href),
    onReload: () => location.reload(),
    onMode: QUIET,
  });
}
