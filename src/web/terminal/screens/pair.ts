import type { Screen } from "../../router/lazy-screens.ts";
import { Pair } from "../login/pair.tsx";

/** The pairing of this browser. */
export const SCREENS: readonly Screen[] = [
  { path: "/pair", isOpen: true, show: Pair },
  { path: "/pair/:code", isOpen: true, show: Pair },
];
