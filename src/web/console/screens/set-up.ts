import type { Screen } from "../../router/lazy-screens.ts";
import { RestoreEmptyServer } from "../restore/empty-server.tsx";
import { StartScreen } from "../set-up/start.tsx";
import { JoinScreen } from "../standby/join.tsx";

/** The screens of a server without users. */
export const SCREENS: readonly Screen[] = [
  { path: "/start", isOpen: true, show: StartScreen },
  { path: "/restore", isOpen: true, show: RestoreEmptyServer },
  { path: "/standby", isOpen: true, show: JoinScreen },
];
