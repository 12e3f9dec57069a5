import type { Faults, PrintedLabel, VirtualPrinter } from "./printer.ts";
import { rasterOf } from "./raster-labels.ts";

/** A printer on the page. */
export interface PagePrinter {
  readonly oid: number;
  readonly name: string;
  readonly printer: VirtualPrinter;
}

const LANGUAGES = { zpl: "ZPL", tspl: "TSPL", epl: "EPL", escpos: "ESC/POS", star: "Star" } as const;
const MAX_LABELS = 40;
const MAX_TEXT = 2000;

/** The state of the page as JSON: the printers, and their last labels, the newest first. */
export function pageState(printers: readonly PagePrinter[]): object {
  const labels = printers
    .flatMap((each) => jobsOf(each.printer).map((label) => ({ each, label })))
    .sort((a, b) => b.label.printedAt.getTime() - a.label.printedAt.getTime())
    .slice(0, MAX_LABELS);
  return {
    printers: printers.map(printerJson),
    labels: labels.map(({ each, label }) => labelJson(each, label)),
  };
}

function printerJson({ oid, name, printer }: PagePrinter): object {
  return {
    oid,
    name,
    language: LANGUAGES[printer.language],
    address: `${printer.address}:${printer.port}`,
    state: stateOf(printer),
    isHealthy: [...FAULT_CONTROLS.values()].every(({ isOn }) => !isOn(printer)),
    labelsOut: printer.labelsOut,
    faults: [...FAULT_CONTROLS].map(([id, { label, isOn }]) => ({ id, label, isOn: isOn(printer) })),
  };
}

/** The state of a printer in one line. */
function stateOf(printer: VirtualPrinter): string {
  const { labelsWaiting: waiting } = printer;
  const faults = [...FAULT_CONTROLS.values()].filter(({ isOn }) => isOn(printer)).map(({ label }) => label);
  const unprinted = `${waiting} ${waiting === 1 ? "label" : "labels"} to come out`;
  if (faults.length === 0) return waiting > 0 ? `Printing, ${unprinted}` : "Ready";
  return [...faults, ...(waiting > 0 ? [unprinted] : [])].join(" · ");
}

/** The last copy of each label: the copies before it look the same. */
function jobsOf({ labels }: VirtualPrinter): PrintedLabel[] {
  return labels
    .filter(({ bytes }, index) => labels[index + 1]?.bytes !== bytes)
    .slice(-MAX_LABELS)
    .toReversed();
}

function labelJson({ oid, name, printer }: PagePrinter, label: PrintedLabel): object {
  return {
    // The number of the first copy: the same for all copies.
    id: `${oid}-${label.number - label.copy + 1}`,
    picture: `printers/${oid}/labels/${label.number}`,
    printer: name,
    copy: label.copy,
    copies: label.copies,
    printedAt: label.printedAt.toISOString(),
    text: textOf(printer, label),
  };
}

/** The commands of a label; nothing for the dots of a drawn one. */
function textOf({ language }: VirtualPrinter, { bytes }: PrintedLabel): string {
  if (rasterOf(language, bytes) !== null) return "";
  return bytes
    .toString("utf8")
    .replaceAll(/[^\P{Cc}\n]/gu, "")
    .slice(0, MAX_TEXT);
}

/** Bytes of a job before a reset: fewer than any label of the demo has. */
const RESET_AFTER_BYTES = 64;

interface FaultControl {
  readonly label: string;
  readonly isOn: (printer: VirtualPrinter) => boolean;
  readonly set: (printer: VirtualPrinter, isOn: boolean) => Promise<void>;
}

/** The buttons of the page, by name, in their order. */
export const FAULT_CONTROLS: ReadonlyMap<string, FaultControl> = new Map([
  ["paperOut", fault("Paper out", "paperOut")],
  ["headOpen", fault("Head open", "headOpen")],
  ["paused", fault("Paused", "paused")],
  ["stall", fault("Stalled", "stall")],
  [
    "reset",
    {
      label: "Resets mid-job",
      isOn: ({ faults }) => faults.resetAfter !== null,
      set: async (printer, isOn) => printer.setFaults({ resetAfter: isOn ? RESET_AFTER_BYTES : null }),
    },
  ],
  ["silent", fault("No status replies", "silent")],
  [
    "off",
    {
      label: "Switched off",
      isOn: ({ isOff }) => isOff,
      set: async (printer, isOn) => {
        if (isOn) printer.turnOff();
        else if (printer.isOff) await printer.turnOn();
      },
    },
  ],
]);

function fault(label: string, name: "paperOut" | "headOpen" | "paused" | "stall" | "silent"): FaultControl {
  return {
    label,
    isOn: ({ faults }) => faults[name],
    set: async (printer, isOn) => printer.setFaults({ [name]: isOn } satisfies Partial<Faults>),
  };
}
