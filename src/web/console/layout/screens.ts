import { lazyScreens } from "../../router/lazy-screens.ts";
import { SCREENS as door } from "../login/screens.ts";

/** The console's screens: each part is fetched when it is opened. */
export const office = lazyScreens(door, [
  { paths: ["overview"], load: () => import("../overview/screens.ts") },
  { paths: ["stocktakes"], load: () => import("../stocktakes/screens.ts") },
  { paths: ["articles"], load: () => import("../articles/screens.ts") },
  { paths: ["locations"], load: () => import("../locations/screens.ts") },
  { paths: ["requests"], load: () => import("../requests/screens.ts") },
  { paths: ["exchange"], load: () => import("../import-export/screens.ts") },
  { paths: ["jobs"], load: () => import("../jobs/screens.ts") },
  { paths: ["printers"], load: () => import("../printers/screens.ts") },
  { paths: ["lists"], load: () => import("../lists/screens.ts") },
  { paths: ["people"], load: () => import("../users/screens.ts") },
  { paths: ["system"], load: () => import("../system/screens.ts") },
]);
