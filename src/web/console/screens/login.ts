import type { Screen } from "../../router/lazy-screens.ts";
import { LoginScreen } from "../login/login.tsx";
import { MeScreen } from "../login/me.tsx";
import { RestoreEmptyServer } from "../restore/empty-server.tsx";
import { StartScreen } from "../set-up/start.tsx";
import { JoinScreen } from "../standby/join.tsx";

/** The screens before the login. */
export const SCREENS: readonly Screen[] = [
  { path: "/login", needs: "nobody", show: LoginScreen },
  { path: "/start", needs: "nobody", show: StartScreen },
  { path: "/restore", needs: "nobody", show: RestoreEmptyServer },
  { path: "/standby", needs: "nobody", show: JoinScreen },
  { path: "/me", needs: "user", show: MeScreen },
];
