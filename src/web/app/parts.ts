import { SCREENS as access } from "../access/screens.ts";
import { makeParts } from "./part-loader.ts";

/**
 * The terminal's screens. The door comes first, so that a cheap phone shows it soon; all else follows at once and by itself,
 * in this order, because there may be no network when it is wanted.
 */
export const terminal = makeParts(access, [
  { paths: ["count", "unsent", "moved"], load: () => import("../count/screens/screens.ts") },
  {
    paths: ["find", "article", "photo", "place", "mine", "propose"],
    load: () => import("../find/screens.ts"),
  },
  { paths: ["login"], load: () => import("../access/login-screens.ts") },
  { paths: ["pair"], load: () => import("../access/pair-screens.ts") },
  { paths: ["more", "settings", "about"], load: () => import("../settings/screens.ts") },
]);
