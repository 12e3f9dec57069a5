import type { Screen } from "../../router/screen.ts";
import { ExchangeScreen } from "./exchange.tsx";
import { ImportScreen } from "./import.tsx";

/** The screens of imports and exports. */
export const SCREENS: readonly Screen[] = [
  { path: "/exchange", needs: "user", may: "manage", show: ExchangeScreen },
  { path: "/exchange/:id", needs: "user", may: "administer", show: ImportScreen },
];
