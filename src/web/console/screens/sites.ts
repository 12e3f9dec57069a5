import type { Screen } from "../../router/lazy-screens.ts";
import { SitesScreen } from "../sites/sites.tsx";

/** What the head office knows of all sites. */
export const SCREENS: readonly Screen[] = [{ path: "/sites", may: "manage", show: SitesScreen }];
