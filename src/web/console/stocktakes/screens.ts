import type { Screen } from "../../router/screen.ts";
import { CloseScreen } from "./close/close.tsx";
import { ResultsScreen } from "./decide/results.tsx";
import { ListScreen } from "./list.tsx";
import { NewScreen } from "./prepare/new.tsx";
import { OperationsScreen } from "./progress/operations.tsx";
import { SheetsScreen } from "./sheets/sheets.tsx";
import { StocktakeScreen } from "./stocktake.tsx";

/** Stocktakes, from the first plan to the signed report. */
export const SCREENS: readonly Screen[] = [
  { path: "/stocktakes", needs: "user", show: ListScreen },
  { path: "/stocktakes/new", needs: "user", may: "manage", show: NewScreen },
  { path: "/stocktakes/:id", needs: "user", show: StocktakeScreen },
  { path: "/stocktakes/:id/results", needs: "user", may: "manage", show: ResultsScreen },
  { path: "/stocktakes/:id/waiting", needs: "user", may: "manage", show: OperationsScreen },
  { path: "/stocktakes/:id/sheets", needs: "user", show: SheetsScreen },
  { path: "/stocktakes/:id/close", needs: "user", may: "manage", show: CloseScreen },
];
