/** Shows `#/ui` in this browser: `localStorage.setItem("tallybox development", "1")`. */
export function isDevelopment(): boolean {
  try {
    return localStorage.getItem("tallybox development") === "1";
  } catch {
    return false;
  }
}
