// @ts-check

const BUSY_AT_MOST = 10000;

/** Forms show that they are busy, ignore a second click, and accept dropped files. */
export function startForms() {
  for (const form of document.querySelectorAll("form[data-busy]")) {
    form.addEventListener("submit", () => startWork(form));
  }
  // A page restored from the browser's memory is not busy any more.
  addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach(endWork));
  for (const drop of document.querySelectorAll(".drop")) startDrop(drop);
}

/**
 * Shows the text of data-busy and a progress bar. A form that returns a file does not leave the page, so it counts as
 * done after a while.
 * @param {Element} form
 */
function startWork(form) {
  form.setAttribute("aria-busy", "true");
  const notice = document.createElement("div");
  notice.className = "busy";
  notice.setAttribute("role", "status");
  notice.textContent = `${form.getAttribute("data-busy")} …`;
  const bar = document.createElement("progress");
  bar.className = "progress";
  bar.setAttribute("aria-hidden", "true");
  notice.append(bar);
  form.append(notice);
  setTimeout(() => endWork(form), BUSY_AT_MOST);
}

/** @param {Element} form */
function endWork(form) {
  form.removeAttribute("aria-busy");
  form.querySelector(":scope > .busy")?.remove();
}

/** @param {Element} drop the sheet round a file field */
function startDrop(drop) {
  const input = drop.querySelector("input[type=file]");
  if (!(input instanceof HTMLInputElement)) return;
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (!(event instanceof DragEvent) || !event.dataTransfer?.files.length) return;
    input.files = event.dataTransfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
