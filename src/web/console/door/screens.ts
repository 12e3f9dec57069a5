import type { Screen } from "../../app/screens.ts";
import { StartScreen } from "../start/start.tsx";
import { LoginScreen } from "./login.tsx";
import { MeScreen } from "./me.tsx";

/** The way in. */
export const SCREENS: readonly Screen[] = [
  { path: "/login", needs: "nobody", show: LoginScreen },
  { path: "/start", needs: "nobody", show: StartScreen },
  { path: "/me", needs: "user", show: MeScreen },
];
