import type { Screen } from "../../router/lazy-screens.ts";
import { Devices, PairDevice } from "../settings/devices.tsx";
import { More, Secrets } from "../settings/more.tsx";
import { ScannerScreen } from "../settings/scanner-test.tsx";
import { About, StorageScreen } from "../settings/storage.tsx";

/** Settings of this device. */
export const SCREENS: readonly Screen[] = [
  { path: "/more", show: More, tab: "more" },
  { path: "/settings/pair-device", show: PairDevice, tab: "more" },
  { path: "/settings/devices", show: Devices, tab: "more" },
  { path: "/settings/secrets", show: Secrets, tab: "more" },
  { path: "/settings/storage", isOpen: true, show: StorageScreen, tab: "more" },
  { path: "/settings/scanner", isOpen: true, show: ScannerScreen, tab: "more" },
  { path: "/about", isOpen: true, show: About, tab: "more" },
];
