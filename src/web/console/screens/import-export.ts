import type { Screen } from "../../router/lazy-screens.ts";
import { ImportExportScreen } from "../import-export/exports.tsx";
import { ImportScreen } from "../import-export/wizard/import.tsx";

/** The screens of imports and exports. */
export const SCREENS: readonly Screen[] = [
  { path: "/exchange", needs: "user", may: "manage", show: ImportExportScreen },
  { path: "/exchange/:id", needs: "user", may: "administer", show: ImportScreen },
];
