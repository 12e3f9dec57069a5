import type { Screen } from "../../router/lazy-screens.ts";
import { CustodyScreen } from "../custody/list.tsx";

/** Which person has which article. */
export const SCREENS: readonly Screen[] = [{ path: "/custody", may: "work", show: CustodyScreen }];
