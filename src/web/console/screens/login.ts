import type { Screen } from "../../router/lazy-screens.ts";
import { LoginScreen } from "../login/login.tsx";

/** The screens that the page loads at its start. */
export const SCREENS: readonly Screen[] = [{ path: "/login", isOpen: true, show: LoginScreen }];
