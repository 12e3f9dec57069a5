import type { Screen } from "../../router/lazy-screens.ts";
import { LoginScreen } from "../login/login.tsx";
import { MeScreen } from "../login/me.tsx";
import { StartScreen } from "../set-up/start.tsx";

/** The screens before the login. */
export const SCREENS: readonly Screen[] = [
  { path: "/login", needs: "nobody", show: LoginScreen },
  { path: "/start", needs: "nobody", show: StartScreen },
  { path: "/me", needs: "user", show: MeScreen },
];
