import { lazyScreens } from "../router/lazy-screens.ts";
import { SCREENS as door } from "./screens/login.ts";

/** The console's screens. Each part is loaded when it is opened. */
export const office = lazyScreens(door, [
  { paths: ["overview"], load: () => import("./screens/overview.ts") },
  { paths: ["stocktakes"], load: () => import("./screens/stocktakes.tsx") },
  { paths: ["articles"], load: () => import("./screens/articles.ts") },
  { paths: ["locations"], load: () => import("./screens/locations.ts") },
  { paths: ["custody"], load: () => import("./screens/custody.ts") },
  { paths: ["requests"], load: () => import("./screens/requests.ts") },
  { paths: ["exchange"], load: () => import("./screens/import-export.ts") },
  { paths: ["jobs"], load: () => import("./screens/jobs.ts") },
  { paths: ["printers"], load: () => import("./screens/printers.ts") },
  { paths: ["lists"], load: () => import("./screens/lists.ts") },
  { paths: ["sites"], load: () => import("./screens/sites.ts") },
  { paths: ["people"], load: () => import("./screens/users.ts") },
  { paths: ["system"], load: () => import("./screens/system.ts") },
  ...(isDevelopment() ? [{ paths: ["ui"], load: () => import("./screens/gallery.ts") }] : []),
]);

/** Shows `#/ui` in this browser: `localStorage.setItem("tallybox development", "1")`. */
function isDevelopment(): boolean {
  try {
    return localStorage.getItem("tallybox development") === "1";
  } catch {
    return false;
  }
}
