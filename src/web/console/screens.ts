import { lazyScreens } from "../router/lazy-screens.ts";
import { loadShell } from "./layout/lazy-shell.ts";
import { SCREENS as LOGIN } from "./screens/login.ts";

const SET_UP = ["start", "restore", "standby"];
/** The first segments of the paths that need no login. */
export const OPEN_PATHS: readonly string[] = ["login", ...SET_UP];

/** The console's screens. Each part is loaded when it is opened. */
export const office = lazyScreens(LOGIN, [
  { paths: SET_UP, load: () => import("./screens/set-up.ts") },
  ...[
    { paths: ["overview"], texts: "overview" as const, load: () => import("./screens/overview.ts") },
    { paths: ["stocktakes"], load: () => import("./screens/stocktakes.tsx") },
    { paths: ["articles"], load: () => import("./screens/articles.ts") },
    { paths: ["locations"], load: () => import("./screens/locations.ts") },
    { paths: ["custody"], load: () => import("./screens/custody.ts") },
    { paths: ["refill"], load: () => import("./screens/refill.ts") },
    { paths: ["requests"], load: () => import("./screens/requests.ts") },
    { paths: ["exchange"], load: () => import("./screens/import-export.ts") },
    { paths: ["jobs"], load: () => import("./screens/jobs.ts") },
    { paths: ["printers"], load: () => import("./screens/printers.ts") },
    { paths: ["lists"], load: () => import("./screens/lists.ts") },
    { paths: ["sites"], load: () => import("./screens/sites.ts") },
    { paths: ["people", "me"], load: () => import("./screens/users.ts") },
    { paths: ["system"], load: () => import("./screens/system.ts") },
  ].map((part) => ({ ...part, load: withShell(part.load) })),
]);

/** Loads a part together with the header and the navigation, so that both appear at once. */
function withShell<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    const [part] = await Promise.all([load(), loadShell()]);
    return part;
  };
}
