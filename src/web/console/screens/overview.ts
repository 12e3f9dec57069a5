import type { Screen } from "../../router/lazy-screens.ts";
import { OverviewScreen } from "../overview/overview.tsx";

/** The start screen. */
export const SCREENS: readonly Screen[] = [{ path: "/overview", show: OverviewScreen }];
