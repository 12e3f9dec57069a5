import type { Printer, PrintFormat } from "../api/types/endpoints.d.ts";
import { type Condition, isStopped } from "./conditions.ts";

/** A format without its template, which may be half a megabyte. */
export type FormatName = Omit<PrintFormat, "template">;
export type PrinterName = Pick<Printer, "oid" | "name" | "printerTypeId" | "isActive">;

/** What is printed last is printed next: a format, and a printer that fits it and is switched on. */
export interface Choice {
  readonly format: FormatName | null;
  readonly printer: PrinterName | null;
}

/** The printers that take labels of this format. */
export function printersFor(
  printers: readonly PrinterName[],
  format: FormatName | null,
): readonly PrinterName[] {
  return printers.filter(
    ({ isActive, printerTypeId }) => isActive && format !== null && printerTypeId === format.printerTypeId,
  );
}

/** What is chosen of what there is: as wanted where it still fits, else the first format that some printer takes. */
export function choose(
  formats: readonly FormatName[],
  printers: readonly PrinterName[],
  wanted: { readonly printerId: number | null; readonly labelFormatId: number | null },
): Choice {
  const usable = formats.filter((format) => printersFor(printers, format).length > 0);
  const format = usable.find(({ oid }) => oid === wanted.labelFormatId) ?? usable[0] ?? null;
  const fitting = printersFor(printers, format);
  const printer = fitting.find(({ oid }) => oid === wanted.printerId) ?? fitting[0] ?? null;
  return { format, printer };
}

/**
 * The printer to start with: the one used last, unless it is known not to print; else the first that is ready. One that has not
 * reported yet counts as ready, so that the choice only ever moves down the list.
 */
export function preferredPrinter(
  printers: readonly PrinterName[],
  lastId: number | null,
  conditions: ReadonlyMap<number, Condition>,
): PrinterName | null {
  const prints = ({ oid }: PrinterName) => {
    const condition = conditions.get(oid);
    return condition === undefined || condition === "ready" || condition === "busy";
  };
  const mayPrint = ({ oid }: PrinterName) => {
    const condition = conditions.get(oid);
    return condition === undefined || !isStopped(condition);
  };
  const last = printers.find(({ oid }) => oid === lastId);
  if (last !== undefined && mayPrint(last)) return last;
  return printers.find(prints) ?? printers.find(mayPrint) ?? last ?? printers[0] ?? null;
}
