import type { Screen } from "../../router/lazy-screens.ts";
import { ImportExportScreen } from "../import-export/exports.tsx";
import { ImportScreen } from "../import-export/wizard/import.tsx";

/** The screens of imports and exports. */
export const SCREENS: readonly Screen[] = [
  { path: "/exchange", may: "manage", show: ImportExportScreen },
  { path: "/exchange/:id", may: "administer", show: ImportScreen },
];
