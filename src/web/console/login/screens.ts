import type { Screen } from "../../router/screen.ts";
import { StartScreen } from "../onboarding/start.tsx";
import { LoginScreen } from "./login.tsx";
import { MeScreen } from "./me.tsx";

/** The way in. */
export const SCREENS: readonly Screen[] = [
  { path: "/login", needs: "nobody", show: LoginScreen },
  { path: "/start", needs: "nobody", show: StartScreen },
  { path: "/me", needs: "user", show: MeScreen },
];
