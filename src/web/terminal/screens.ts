import { lazyScreens } from "../router/lazy-screens.ts";
import { SCREENS as access } from "./login/screens.ts";

/**
 * The terminal's screens. The door comes first, so that a cheap phone shows it soon; all else follows at once and by itself,
 * in this order, because there may be no network when it is wanted.
 */
export const terminal = lazyScreens(access, [
  { paths: ["count", "unsent", "moved"], load: () => import("./counting/screens/screens.ts") },
  {
    paths: ["find", "article", "photo", "place", "mine", "propose"],
    load: () => import("./articles/screens.ts"),
  },
  { paths: ["login"], load: () => import("./login/login-screens.ts") },
  { paths: ["pair"], load: () => import("./login/pair-screens.ts") },
  { paths: ["more", "settings", "about"], load: () => import("./settings/screens.ts") },
]);
