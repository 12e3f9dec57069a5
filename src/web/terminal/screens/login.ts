import type { Screen } from "../../router/lazy-screens.ts";
import { Login } from "../login/login.tsx";

/** The login on a personal device, with its second step. */
export const SCREENS: readonly Screen[] = [{ path: "/login", isOpen: true, show: Login }];
