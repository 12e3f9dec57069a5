import type { Screen } from "../../router/lazy-screens.ts";
import { Pair } from "../login/pair.tsx";

/** The pairing of this browser. */
export const SCREENS: readonly Screen[] = [
  { path: "/pair", needs: "nobody", show: Pair },
  { path: "/pair/:code", needs: "nobody", show: Pair },
];
