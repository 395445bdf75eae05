// @ts-check
// The API page: a search through the operations, a form to try each, and links that open their target.

const SHOWN = 20000;

const page = document.querySelector("[data-api]");
if (page instanceof HTMLElement) {
  startSearch(page);
  for (const form of page.querySelectorAll("[data-try]")) if (form instanceof HTMLFormElement) startTrying(form, page);
  addEventListener("hashchange", openNamed);
  openNamed();
}

/** Opens the operation or type named in the address. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named instanceof HTMLDetailsElement) named.open = true;
}

/** @param {HTMLElement} page */
function startSearch(page) {
  const box = page.querySelector("[data-search]");
  const input = box?.querySelector("input");
  const counter = box?.querySelector("[data-found]");
  if (!box || !input || !counter) return;
  box.removeAttribute("hidden");
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of page.querySelectorAll("[data-group]")) {
      let any = false;
      for (const operation of group.querySelectorAll("[data-words]")) {
        const text = operation.getAttribute("data-words") ?? "";
        const fits = words.every((word) => text.includes(word));
        operation.toggleAttribute("hidden", !fits);
        any ||= fits;
        count += Number(fits);
      }
      group.toggleAttribute("hidden", !any);
    }
    counter.textContent = words.length ? `${count} found.` : "";
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} page
 */
function startTrying(form, page) {
  form.removeAttribute("hidden");
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button?.setAttribute("disabled", "");
    try {
      await show(form, await send(form, page));
    } catch {
      say(form, "No answer", "The server could not be reached.");
    } finally {
      button?.removeAttribute("disabled");
    }
  });
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement} page
 */
function send(form, page) {
  const method = form.dataset.method ?? "GET";
  let address = form.dataset.address ?? "";
  const query = new URLSearchParams();
  /** @type {Record<string, string>} */
  const headers = { Accept: "*/*" };
  let body;
  for (const field of form.querySelectorAll("[data-where]")) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    const where = field.dataset.where;
    if (where === "path") address = address.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
    else if (where === "body") body = field.value;
    else if (!field.value.trim()) continue;
    else if (where === "query") query.append(field.name, field.value.trim());
    else headers[field.name] = field.value.trim();
  }
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const token = page.querySelector("[name=csrfmiddlewaretoken]");
  if (method !== "GET" && token instanceof HTMLInputElement) headers["X-CSRFToken"] = token.value;
  const url = query.size ? `${address}?${query}` : address;
  return fetch(url, { method, headers, body, credentials: "same-origin", cache: "no-store" });
}

/**
 * @param {HTMLFormElement} form
 * @param {Response} answer
 */
async function show(form, answer) {
  const headers = ["ETag", "Location", "Idempotency-Replayed", "Retry-After"]
    .filter((name) => answer.headers.has(name))
    .map((name) => `${name}: ${answer.headers.get(name)}`);
  const head = [`${answer.status} ${answer.statusText}`.trim(), ...headers].join("   ");
  const kind = answer.headers.get("Content-Type") ?? "";
  if (!/json|text/.test(kind)) {
    const size = (await answer.arrayBuffer()).byteLength;
    say(form, head, size ? `${kind}, ${size.toLocaleString("en-GB")} bytes.` : "The answer has no body.");
    return;
  }
  const text = await answer.text();
  say(form, head, kind.includes("json") ? tidy(text) : text);
}

/**
 * JSON with line breaks and indentation.
 * @param {string} text
 */
function tidy(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {string} head
 * @param {string} text
 */
function say(form, head, text) {
  const status = form.querySelector("[data-status]");
  const code = form.querySelector("[data-text]");
  if (status) status.textContent = head;
  if (code) code.textContent = text.length > SHOWN ? `${text.slice(0, SHOWN)}\n… and more` : text;
  form.querySelector("[data-answer]")?.removeAttribute("hidden");
}
