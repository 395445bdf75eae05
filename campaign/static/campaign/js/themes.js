// @ts-check

/** Buttons with data-set-theme choose the theme on this device: "light", "dark", or "" for the system's. */
export function startThemes() {
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (
    document.querySelectorAll("[data-set-theme]")
  );
  const root = document.documentElement;

  /** Marks the button of the present theme. */
  function mark() {
    for (const button of buttons) {
      button.setAttribute("aria-pressed", String((root.dataset.theme ?? "") === button.dataset.setTheme));
    }
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      const theme = button.dataset.setTheme ?? "";
      if (theme) root.dataset.theme = theme;
      else delete root.dataset.theme;
      try {
        localStorage.setItem("theme", theme);
      } catch {
        // No access to storage: the choice is for this page only.
      }
      mark();
    });
  }
  mark();
}
