import type { Screen } from "../../router/screen.ts";
import { OverviewScreen } from "../overview/overview.tsx";

/** The first screen of the day. */
export const SCREENS: readonly Screen[] = [{ path: "/overview", needs: "user", show: OverviewScreen }];
