import type { Screen } from "../../app/screens.ts";
import { OverviewScreen } from "./overview.tsx";

/** The first screen of the day. */
export const SCREENS: readonly Screen[] = [{ path: "/overview", needs: "user", show: OverviewScreen }];
