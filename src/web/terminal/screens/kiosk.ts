import type { Screen } from "../../router/lazy-screens.ts";
import { KioskScreen, KioskSettings } from "../custody/kiosk.tsx";

/** Hand-overs and returns by badge, without a login. */
export const SCREENS: readonly Screen[] = [
  { path: "/kiosk", show: KioskSettings },
  { path: "/kiosk/open", isOpen: true, show: KioskScreen },
];
