import type { PrintedLabel, VirtualPrinter } from "./printer.ts";
import { SWITCHES } from "./switches.ts";

/** A printer on the page. */
export interface ShownPrinter {
  readonly oid: number;
  readonly name: string;
  readonly printer: VirtualPrinter;
}

const LANGUAGES = { zpl: "ZPL", tspl: "TSPL", epl: "EPL", escpos: "ESC/POS", star: "Star" } as const;
const MOST_LABELS = 40;
const MOST_TEXT = 2000;

/** What the page shows now, as JSON: the printers, and their last labels, the newest first. */
export function shownState(printers: readonly ShownPrinter[]): object {
  const labels = printers
    .flatMap((each) => jobsOf(each.printer).map((label) => ({ each, label })))
    .sort((a, b) => b.label.printedAt.getTime() - a.label.printedAt.getTime())
    .slice(0, MOST_LABELS);
  return {
    printers: printers.map(shownPrinter),
    labels: labels.map(({ each, label }) => shownLabel(each, label)),
  };
}

function shownPrinter({ oid, name, printer }: ShownPrinter): object {
  return {
    oid,
    name,
    language: LANGUAGES[printer.language],
    address: `${printer.address}:${printer.port}`,
    state: stateOf(printer),
    isWell: [...SWITCHES.values()].every(({ isOn }) => !isOn(printer)),
    labelsOut: printer.labelsOut,
    switches: [...SWITCHES].map(([id, { label, isOn }]) => ({ id, label, isOn: isOn(printer) })),
  };
}

/** One sentence. */
function stateOf(printer: VirtualPrinter): string {
  const { labelsWaiting: waiting } = printer;
  const troubles = [...SWITCHES.values()].filter(({ isOn }) => isOn(printer)).map(({ label }) => label);
  const waits = `${waiting} ${waiting === 1 ? "label" : "labels"} to come out`;
  if (troubles.length === 0) return waiting > 0 ? `Printing, ${waits}` : "Ready";
  return [...troubles, ...(waiting > 0 ? [waits] : [])].join(" · ");
}

/** The last copy of each label: the copies before it look the same. */
function jobsOf({ labels }: VirtualPrinter): PrintedLabel[] {
  return labels
    .filter(({ bytes }, index) => labels[index + 1]?.bytes !== bytes)
    .slice(-MOST_LABELS)
    .toReversed();
}

function shownLabel({ oid, name }: ShownPrinter, label: PrintedLabel): object {
  return {
    // The first copy's number: stays the same while more come out.
    id: `${oid}-${label.number - label.copy + 1}`,
    picture: `printers/${oid}/labels/${label.number}`,
    printer: name,
    copy: label.copy,
    copies: label.copies,
    printedAt: label.printedAt.toISOString(),
    text: label.bytes
      .toString("utf8")
      .replaceAll(/[^\P{Cc}\n]/gu, "")
      .slice(0, MOST_TEXT),
  };
}
