import type { Screen } from "../../router/screen.ts";
import { CloseScreen } from "../stocktakes/close/close.tsx";
import { ResultsScreen } from "../stocktakes/decide/results.tsx";
import { ListScreen } from "../stocktakes/list.tsx";
import { NewScreen } from "../stocktakes/prepare/new.tsx";
import { OperationsScreen } from "../stocktakes/progress/operations.tsx";
import { StocktakeScreen } from "../stocktakes/record/stocktake.tsx";
import { SheetsScreen } from "../stocktakes/sheets/sheets.tsx";

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
