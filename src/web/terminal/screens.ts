import { lazyScreens } from "../router/lazy-screens.ts";
import { SCREENS as access } from "./screens/start.ts";

/**
 * The terminal's screens. The door comes first, so that a cheap phone shows it soon; all else follows at once and by itself,
 * in this order, because there may be no network when it is wanted.
 */
export const terminal = lazyScreens(access, [
  { paths: ["count", "unsent", "moved"], load: () => import("./screens/counting.ts") },
  {
    paths: ["find", "article", "photo", "place", "mine", "propose"],
    load: () => import("./screens/articles.ts"),
  },
  { paths: ["login"], load: () => import("./screens/login.ts") },
  { paths: ["pair"], load: () => import("./screens/pair.ts") },
  { paths: ["more", "settings", "about"], load: () => import("./screens/settings.ts") },
]);
