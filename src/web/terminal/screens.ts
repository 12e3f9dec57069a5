import { lazyScreens } from "../router/lazy-screens.ts";
import { SCREENS as access } from "./screens/start.ts";

/**
 * The screens of the terminal. The login is in the first download, so that slow phones show it early. The
 * others follow in this order without a request, because they may be needed offline.
 */
export const terminal = lazyScreens(access, [
  { paths: ["count", "unsent", "moved", "tags"], load: () => import("./screens/counting.ts") },
  {
    paths: ["find", "article", "code", "photo", "location", "mine", "propose"],
    load: () => import("./screens/articles.ts"),
  },
  { paths: ["kiosk"], load: () => import("./screens/kiosk.ts") },
  { paths: ["login"], load: () => import("./screens/login.ts") },
  { paths: ["pair"], load: () => import("./screens/pair.ts") },
  { paths: ["more", "settings", "about"], load: () => import("./screens/settings.ts") },
]);
