import type { Screen } from "../../router/lazy-screens.ts";
import { RefillScreen } from "../refill/list.tsx";

/** What must be refilled. */
export const SCREENS: readonly Screen[] = [{ path: "/refill", may: "work", show: RefillScreen }];
