import type { Screen } from "../../router/lazy-screens.ts";
import { OverviewScreen } from "../overview/overview.tsx";

/** The first screen of the day. */
export const SCREENS: readonly Screen[] = [{ path: "/overview", needs: "user", show: OverviewScreen }];
