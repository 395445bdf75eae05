// @ts-check
// The tracker of a game on a real table. Every form works without this script; with it, only changed parts are updated,
// entries from another phone show at once, and dice can be tapped.

import { fetchAgain } from "../../campaign/js/retry.js";
import { follow } from "../../campaign/js/live.js";
import { startDice } from "./tracker_dice.js";

/** A refusal of the server, with its sentence. */
class Refused extends Error {}

const table = document.getElementById("table");
if (table) start(table);

/** @param {HTMLElement} root */
function start(root) {
  const address = root.dataset.address ?? "";
  let busy = false;
  let query = location.search;
  let leaving = false;
  let folds = false; // stated facts are folded, so that their odds come to the top
  root.classList.add("scripted");

  /** @param {{version: number, title: string, parts: Record<string, string>}} answer */
  function show(answer) {
    const open = new Set([...root.querySelectorAll("details[data-keep][open]")].map((each) => each.getAttribute("data-keep")));
    const shut = new Set([...root.querySelectorAll("details[data-keep]:not([open])")].map((each) => each.getAttribute("data-keep")));
    const spot = spotOf(document.activeElement);
    const acting = actingOf(root);
    const scrolled = folds ? 0 : document.getElementById("hand")?.scrollTop;
    folds = false;
    root.dataset.version = String(answer.version);
    document.title = answer.title;
    for (const [id, html] of Object.entries(answer.parts)) {
      const part = document.getElementById(id);
      if (part) part.innerHTML = html;
    }
    for (const each of root.querySelectorAll("details[data-keep]")) {
      const key = each.getAttribute("data-keep");
      if (open.has(key)) each.setAttribute("open", "");
      else if (shut.has(key) && !query.includes("at=") && !query.includes("unit=")) each.removeAttribute("open");
    }
    spot?.();
    document.getElementById("hand")?.scrollTo(0, scrolled ?? 0);
    if (actingOf(root) && actingOf(root) !== acting) scrollTo({ top: 0 });
    startDice(root);
    announce();
    if (query.includes("unit=")) uncover(root.querySelector(".t-unit.sel"));
  }

  /**
   * @param {string} url
   * @param {RequestInit} [how]
   */
  async function ask(url, how = {}) {
    const options = { ...how, headers: { Accept: "application/json" } };
    const response = await fetchAgain(url, options, how.method === "POST" ? say : undefined);
    if (response.status === 204) return null;
    if (response.status === 429) throw new Refused(await response.text());
    if (!response.headers.get("content-type")?.includes("json")) throw new Error(String(response.status));
    return response.json();
  }

  /** @param {string} search a question or a unit */
  async function look(search) {
    query = search;
    const answer = await ask(`${address}/now${search ? `${search}&` : "?"}v=`);
    if (answer && query === search) show(answer);
  }

  /**
   * The address holds what is open, so that a reload shows it; going back closes it.
   * @param {string} search
   */
  function goTo(search) {
    const opens = /[?&](ask|unit)=/.test(search);
    if (opens && !history.state?.open) history.pushState({ open: true }, "", `${address}${search}`);
    else if (opens) history.replaceState({ open: true }, "", `${address}${search}`);
    else if (history.state?.open) {
      leaving = true;
      history.back();
    } else history.replaceState(null, "", address);
  }

  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[data-pick]");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    folds = true;
    const { search } = new URL(link.href);
    goTo(search);
    look(search).then(focus).catch(lost);
  });

  addEventListener("popstate", () => {
    if (!leaving) look(location.search).catch(lost);
    leaving = false;
  });

  root.addEventListener("change", (event) => {
    const form = event.target instanceof Element && event.target.closest("form[data-ask]");
    if (!(form instanceof HTMLFormElement)) return;
    folds = event.target.closest("details.t-fact") !== null;
    goTo(queryOf(form));
    look(queryOf(form)).catch(lost);
  });

  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-act]")) return;
    const by = event.submitter;
    if (by?.hasAttribute("data-look")) {
      event.preventDefault();
      goTo(queryOf(form));
      look(queryOf(form)).catch(lost);
      return;
    }
    event.preventDefault();
    if (!busy) send(form, by);
  });

  /**
   * @param {HTMLFormElement} form
   * @param {HTMLElement | null} by
   */
  async function send(form, by) {
    busy = true;
    root.setAttribute("aria-busy", "true");
    const data = new FormData(form, by);
    try {
      const answer = await ask(form.action, { method: "POST", body: data });
      if (answer.said) show(answer);
      else if (data.get("at") && query.includes("unit=")) await look(query);
      else {
        query = "";
        goTo("");
        show(answer);
      }
      if (answer.said) document.querySelector("#rows .notice, #hand .err")?.scrollIntoView({ block: "nearest" });
    } catch (fault) {
      say(fault instanceof Refused ? fault.message : "No connection. Nothing was recorded; try again.");
    } finally {
      busy = false;
      root.removeAttribute("aria-busy");
    }
  }

  /** Shows entries of others, unless facts are being stated or typed here. */
  async function news() {
    if (busy || root.querySelector("form[data-ask], .slot.full + .slot:not(.full), [data-typed]:not([hidden])")) return;
    try {
      const answer = await ask(`${address}/now${query ? `${query}&` : "?"}v=${root.dataset.version}`);
      if (answer && !busy) show(answer);
    } catch {
      // The follower reports a lost connection.
    }
  }

  /** @param {boolean} isAway */
  function away(isAway) {
    const banner = document.getElementById("away");
    if (banner) banner.hidden = !isAway;
  }

  function lost() {
    say("No connection. Try again.");
  }

  follow({
    stream: `${address}/live`,
    poll: `${address}/since`,
    viewer: "table",
    after: () => Number(root.dataset.version),
    onNews: news,
    onReload: () => location.reload(),
    onMode: (mode) => away(mode === "offline"),
  });
  addEventListener("offline", () => away(true));
  addEventListener("online", () => {
    away(false);
    news();
  });

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && "wakeLock" in navigator) stayAwake();
  });
  stayAwake();
  startDice(root);
}

/**
 * The id of the heading of the Brigade with the initiative.
 * @param {HTMLElement} root
 */
function actingOf(root) {
  return root.querySelector(".t-group.acting h2")?.id ?? "";
}

/**
 * Scrolls a row out from under the bars at the bottom and the top of the screen.
 * @param {Element | null} row
 */
function uncover(row) {
  const [top, hand] = ["top", "hand"].map((id) => document.getElementById(id)?.getBoundingClientRect());
  if (!row || !top || !hand) return;
  const { top: from, bottom: to } = row.getBoundingClientRect();
  const foot = hand.left < row.getBoundingClientRect().right ? hand.top : innerHeight; // beside the rows it covers none
  if (from < top.bottom) scrollBy(0, from - top.bottom);
  else if (to > foot) scrollBy(0, Math.min(to - foot, from - top.bottom));
}

const HELD = "a[href], button, input, select, summary";

/**
 * A function that restores the focus after a part was replaced: on the control at the same position.
 * @param {Element | null} focused
 */
function spotOf(focused) {
  const part = focused?.closest("#top, #rows, #hand, #log");
  if (!focused || !part) return null;
  const place = [...part.querySelectorAll(HELD)].indexOf(focused);
  return () => {
    const control = document.getElementById(part.id)?.querySelectorAll(HELD)[place];
    if (control instanceof HTMLElement) control.focus({ preventScroll: true });
  };
}

let announced = "";

/** Announces the last entry to screen readers. */
function announce() {
  const last = document.querySelector("#log li .what")?.textContent ?? "";
  const status = document.getElementById("told");
  if (status && last !== announced) status.textContent = last;
  announced = last;
}

/** @param {HTMLFormElement} form */
function queryOf(form) {
  const facts = new URLSearchParams({ ask: form.dataset.ask ?? "" });
  for (const [name, value] of new FormData(form)) if (name.startsWith("f.")) facts.set(name, String(value));
  return `?${facts}`;
}

function focus() {
  const target = document.querySelector("#hand [data-focus]");
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/** @param {string} text */
function say(text) {
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.textContent = text;
  document.getElementById("toasts")?.append(toast);
  setTimeout(() => toast.remove(), 5000);
}

function stayAwake() {
  if ("wakeLock" in navigator && !document.hidden) navigator.wakeLock.request("screen").catch(() => {});
}
