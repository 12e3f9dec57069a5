import type { Screen } from "../../router/lazy-screens.ts";
import { DrawLabelScreen } from "../printers/labels/draw-label.tsx";
import { EditLabelScreen } from "../printers/labels/edit-label.tsx";
import { LabelsScreen } from "../printers/labels/labels.tsx";
import { NewLabelScreen } from "../printers/labels/new-label.tsx";
import { EditPrinterScreen, NewPrinterScreen } from "../printers/printer-screens.tsx";
import { PrintersScreen } from "../printers/printers.tsx";
import { QueueScreen } from "../printers/queue/queue.tsx";
import "../printers/printers.css";

/** Printers, the print queue and labels. */
export const SCREENS: readonly Screen[] = [
  { path: "/printers", may: "work", show: PrintersScreen },
  { path: "/printers/new", may: "administer", show: NewPrinterScreen },
  { path: "/printers/queue", may: "work", show: QueueScreen },
  { path: "/printers/labels", may: "work", show: LabelsScreen },
  { path: "/printers/labels/new", may: "administer", show: NewLabelScreen },
  { path: "/printers/labels/draw", may: "administer", show: DrawLabelScreen },
  { path: "/printers/labels/:id", may: "administer", show: EditLabelScreen },
  { path: "/printers/:id", may: "administer", show: EditPrinterScreen },
];
