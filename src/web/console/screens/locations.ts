import type { Screen } from "../../router/lazy-screens.ts";
import { LabelsScreen } from "../locations/labels.tsx";
import { LocationsScreen } from "../locations/locations.tsx";
import { SheetScreen } from "../locations/sheet.tsx";

export const SCREENS: readonly Screen[] = [
  { path: "/locations", may: "work", show: LocationsScreen },
  { path: "/locations/:id", may: "work", show: LocationsScreen },
  { path: "/locations/:id/labels", may: "work", show: LabelsScreen },
  { path: "/locations/:id/sheet", may: "work", show: SheetScreen },
];
