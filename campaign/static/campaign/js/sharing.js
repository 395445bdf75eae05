// @ts-check

const TOAST_STAYS = 4000;

/**
 * A button with data-copy="id" copies the text of that field. It is hidden if the browser cannot copy.
 */
export function startSharing() {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const field = document.getElementById(button.getAttribute("data-copy") ?? "");
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !navigator.clipboard)
      continue;
    button.removeAttribute("hidden");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(field.value);
        toast("Copied.");
      } catch {
        field.select();
        toast("The browser does not allow copying. The text is selected: copy it by hand.");
      }
    });
  }
}

/**
 * Shows a text at the bottom of the page for a moment.
 * @param {string} text
 */
function toast(text) {
  const region = document.getElementById("toasts");
  if (!region) return;
  const sheet = document.createElement("p");
  sheet.className = "toast";
  sheet.textContent = text;
  region.replaceChildren(sheet);
  setTimeout(() => sheet.remove(), TOAST_STAYS);
}
