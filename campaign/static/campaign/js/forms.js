// @ts-check

const SAID_AT_MOST = 10000;

/** Forms say that they are at work, take no second click, and take files that are dropped on them. */
export function startForms() {
  for (const form of document.querySelectorAll("form[data-busy]")) {
    form.addEventListener("submit", () => startWork(form));
  }
  // A page that comes back from the browser's memory is not at work any more.
  addEventListener("pageshow", () => document.querySelectorAll("form[aria-busy]").forEach(endWork));
  for (const drop of document.querySelectorAll(".drop")) startDrop(drop);
}

/**
 * Shows the words of data-busy and a bar without end. A form that gives a file leaves the page standing, so
 * after a while it counts as done.
 * @param {Element} form
 */
function startWork(form) {
  form.setAttribute("aria-busy", "true");
  const said = document.createElement("div");
  said.className = "busy";
  said.setAttribute("role", "status");
  said.textContent = `${form.getAttribute("data-busy")} …`;
  const bar = document.createElement("progress");
  bar.className = "progress";
  bar.setAttribute("aria-hidden", "true");
  said.append(bar);
  form.append(said);
  setTimeout(() => endWork(form), SAID_AT_MOST);
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
