// @ts-check

/**
 * A link with data-dialog="id" opens that dialog instead of the page it links to. Without script the link still works.
 * Buttons inside the dialog close it through form method="dialog".
 */
export function startDialogs() {
  for (const opener of document.querySelectorAll("[data-dialog]")) {
    const dialog = document.getElementById(opener.getAttribute("data-dialog") ?? "");
    if (!(dialog instanceof HTMLDialogElement)) continue;
    opener.addEventListener("click", (event) => {
      event.preventDefault();
      dialog.showModal();
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
  }
}
