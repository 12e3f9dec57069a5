import type { Screen } from "../../router/lazy-screens.ts";
import { Devices, PairDevice } from "../settings/devices.tsx";
import { More, Secrets } from "../settings/more.tsx";
import { ScannerScreen } from "../settings/scanner-test.tsx";
import { About, StorageScreen } from "../settings/storage.tsx";

/** Settings of this device. */
export const SCREENS: readonly Screen[] = [
  { path: "/more", needs: "user", show: More, tab: "more" },
  { path: "/settings/pair-device", needs: "user", show: PairDevice, tab: "more" },
  { path: "/settings/devices", needs: "user", show: Devices, tab: "more" },
  { path: "/settings/secrets", needs: "user", show: Secrets, tab: "more" },
  { path: "/settings/storage", needs: "nobody", show: StorageScreen, tab: "more" },
  { path: "/settings/scanner", needs: "nobody", show: ScannerScreen, tab: "more" },
  { path: "/about", needs: "nobody", show: About, tab: "more" },
];
