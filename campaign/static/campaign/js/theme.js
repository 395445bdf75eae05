// @ts-check
// Sets the theme chosen on this device before the first paint. A theme from the profile has precedence.
(() => {
  const root = document.documentElement;
  if (root.dataset.theme) return;
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // No access to storage: use the system's theme.
  }
})();
