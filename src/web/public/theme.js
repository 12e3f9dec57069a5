// Runs before the first paint, so that a dark screen never starts white. src/web/ui/theme.tsx stores the chosen theme here.
(() => {
  var chosen = null;
  try {
    chosen = window.localStorage.getItem("tallybox theme");
  } catch (_error) {
    // Without storage the system's theme applies.
  }
  if (chosen !== "light" && chosen !== "dark") {
    chosen = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  document.documentElement.setAttribute("data-theme", chosen);
})();
