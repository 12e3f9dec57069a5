import type { Screen } from "../../router/lazy-screens.ts";
import { LabelsScreen } from "../locations/labels.tsx";
import { LocationsScreen } from "../locations/locations.tsx";
import { SheetScreen } from "../locations/sheet.tsx";

export const SCREENS: readonly Screen[] = [
  { path: "/locations", needs: "user", may: "work", show: LocationsScreen },
  { path: "/locations/:id", needs: "user", may: "work", show: LocationsScreen },
  { path: "/locations/:id/labels", needs: "user", may: "work", show: LabelsScreen },
  { path: "/locations/:id/sheet", needs: "user", may: "work", show: SheetScreen },
];
