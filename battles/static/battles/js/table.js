// @ts-check
// The books of a game on a real table. Every form works without this file; with it only the parts that change are
// made anew, a second phone's notes show by themselves, and dice are tapped.

const ASK = 2000;
const ASK_HIDDEN = 20000;

const table = document.getElementById("table");
if (table) start(table);

/** @param {HTMLElement} root */
function start(root) {
  const address = root.dataset.address ?? "";
  let busy = false;
  let query = location.search;

  /** @param {{version: number, title: string, parts: Record<string, string>}} answer */
  function show(answer) {
    const open = new Set([...root.querySelectorAll("details[data-keep][open]")].map((each) => each.getAttribute("data-keep")));
    const shut = new Set([...root.querySelectorAll("details[data-keep]:not([open])")].map((each) => each.getAttribute("data-keep")));
    const spot = spotOf(document.activeElement);
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
    startDice(root);
    tell();
  }

  /**
   * @param {string} url
   * @param {RequestInit} [how]
   */
  async function ask(url, how = {}) {
    const response = await fetch(url, { ...how, headers: { Accept: "application/json" }, credentials: "same-origin" });
    if (response.status === 204) return null;
    if (!response.headers.get("content-type")?.includes("json")) throw new Error(String(response.status));
    return response.json();
  }

  /** @param {string} search what is opened: a question or a unit */
  async function look(search, push = true) {
    query = search;
    if (push) history.pushState(null, "", `${address}${search}`);
    const answer = await ask(`${address}/now${search ? `${search}&` : "?"}v=`);
    if (answer) show(answer);
  }

  root.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[data-pick]");
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    look(new URL(link.href).search).then(focus).catch(() => location.assign(link.href));
  });

  addEventListener("popstate", () => look(location.search, false).catch(() => location.reload()));

  root.addEventListener("change", (event) => {
    const form = event.target instanceof Element && event.target.closest("form[data-ask]");
    if (form instanceof HTMLFormElement) look(asked(form), false).catch(() => {});
  });

  root.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches("[data-act]")) return;
    const by = event.submitter;
    if (by?.hasAttribute("data-look")) {
      event.preventDefault();
      look(asked(form), false).catch(() => form.submit());
      return;
    }
    event.preventDefault();
    if (busy) return;
    send(form, by);
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
      const at = String(data.get("at") ?? "");
      query = at && location.search.includes("unit=") ? location.search : "";
      if (!answer.said) history.replaceState(null, "", `${address}${query}`);
      if (query) await look(query, false);
      else show(answer);
      if (answer.said) document.querySelector("#rows .notice, #hand .err")?.scrollIntoView({ block: "nearest" });
    } catch {
      say("There is no connection. Nothing was noted; try again.");
    } finally {
      busy = false;
      root.removeAttribute("aria-busy");
    }
  }

  async function news() {
    try {
      if (!busy && !document.hidden && !root.querySelector("form[data-ask], .slot.full")) {
        const search = location.search ? `${location.search}&` : "?";
        const answer = await ask(`${address}/now${search}v=${root.dataset.version}`);
        if (answer && !busy) show(answer);
      }
    } catch {
      // The next question tells.
    }
    setTimeout(news, document.hidden ? ASK_HIDDEN : ASK);
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && "wakeLock" in navigator) stayAwake();
  });
  stayAwake();
  startDice(root);
  setTimeout(news, ASK);
}

const HELD = "a[href], button, input, select, summary";

/**
 * What puts the focus back where it was, once a part has been made anew: on the control at the same place.
 * @param {Element | null} held
 */
function spotOf(held) {
  const part = held?.closest("#top, #rows, #hand, #log");
  if (!held || !part) return null;
  const place = [...part.querySelectorAll(HELD)].indexOf(held);
  return () => {
    const found = document.getElementById(part.id)?.querySelectorAll(HELD)[place];
    if (found instanceof HTMLElement) found.focus({ preventScroll: true });
  };
}

let told = "";

/** Says the last entry of the record to who does not see it. */
function tell() {
  const last = document.querySelector("#log li .what")?.textContent ?? "";
  const status = document.getElementById("told");
  if (status && last !== told) status.textContent = last;
  told = last;
}

/** @param {HTMLFormElement} form */
function asked(form) {
  const facts = new URLSearchParams({ ask: form.dataset.ask ?? "" });
  for (const [name, value] of new FormData(form)) if (name.startsWith("f.")) facts.set(name, String(value));
  return `?${facts}`;
}

function focus() {
  const found = document.querySelector("#hand [data-focus]");
  if (found instanceof HTMLElement) found.focus({ preventScroll: true });
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

/**
 * Dice are tapped on six large keys; the last one sends them.
 * @param {HTMLElement} root
 */
function startDice(root) {
  const form = root.querySelector("form[data-dice]");
  if (!(form instanceof HTMLFormElement)) return;
  const count = Number(form.dataset.dice);
  const pad = form.querySelector("[data-pad]");
  const slots = form.querySelector("[data-slots]");
  const input = form.elements.namedItem("faces");
  if (!(pad instanceof HTMLElement) || !(slots instanceof HTMLElement) || !(input instanceof HTMLInputElement)) return;
  /** @type {string[]} */
  let thrown = [];
  input.closest(".field")?.setAttribute("hidden", "");
  pad.hidden = slots.hidden = false;
  const draw = () => {
    input.value = thrown.join(" ");
    slots.replaceChildren(
      ...Array.from({ length: count }, (_, place) => {
        const slot = document.createElement("span");
        slot.className = place < thrown.length ? "slot full" : "slot";
        slot.textContent = thrown[place] ?? "";
        return slot;
      }),
    );
  };
  pad.addEventListener("click", (event) => {
    const face = event.target instanceof HTMLElement && event.target.dataset.face;
    if (!face || thrown.length >= count) return;
    thrown.push(face);
    draw();
    if (thrown.length === count) form.requestSubmit(form.querySelector("[value=typed]"));
  });
  slots.addEventListener("click", () => {
    thrown = thrown.slice(0, -1);
    draw();
  });
  draw();
}
