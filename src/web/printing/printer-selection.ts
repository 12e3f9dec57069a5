import { call } from "../api/call.ts";
import type { Printer, PrintFormat } from "../api/types/endpoints.d.ts";
import type { QueryResult } from "../query/query-state.ts";
import { useQuery } from "../query/use-query.ts";
import { type Condition, isStopped } from "./use-statuses.ts";

/** A format without its template, which may have 512 KB. */
type FormatName = Omit<PrintFormat, "template">;
export type PrinterName = Pick<Printer, "oid" | "name" | "printerTypeId" | "isActive">;

/** The selected format and an active printer that supports it. */
export interface Choice {
  readonly format: FormatName | null;
  readonly printer: PrinterName | null;
}

/** The values with the last choice of each subject. Labels of locations often go to another printer. */
export const CHOICES = { article: "printing", location: "locationPrinting" } as const;

/** What is to be printed, and where; null: not chosen. */
interface Wanted {
  readonly printerId: number | null;
  readonly labelFormatId: number | null;
}
export const NOTHING: Wanted = { printerId: null, labelFormatId: null };

/** The active printers for a format. */
export function printersFor(
  printers: readonly PrinterName[],
  format: FormatName | null,
): readonly PrinterName[] {
  return printers.filter(
    ({ isActive, printerTypeId }) =>
      isActive &&
      format !== null &&
      // A drawn label is for every printer.
      (format.printerTypeId === null || printerTypeId === format.printerTypeId),
  );
}

/** Selects a format and printer: the preferred ones where possible, else the first that fit. */
export function choose(
  formats: readonly FormatName[],
  printers: readonly PrinterName[],
  preferred: Wanted,
): Choice {
  const usable = formats.filter((format) => printersFor(printers, format).length > 0);
  const format = usable.find(({ oid }) => oid === preferred.labelFormatId) ?? usable[0] ?? null;
  const fitting = printersFor(printers, format);
  const printer = fitting.find(({ oid }) => oid === preferred.printerId) ?? fitting[0] ?? null;
  return { format, printer };
}

/**
 * The printer to preselect: the last one, unless it can't print; else the first ready one. A printer without
 * a status counts as ready, so that the selection only moves down the list.
 */
export function preferredPrinter(
  printers: readonly PrinterName[],
  lastId: number | null,
  conditions: ReadonlyMap<number, Condition>,
): PrinterName | null {
  const isReady = ({ oid }: PrinterName) => {
    const condition = conditions.get(oid);
    return condition === undefined || condition === "ready" || condition === "busy";
  };
  const canPrint = ({ oid }: PrinterName) => {
    const condition = conditions.get(oid);
    return condition === undefined || !isStopped(condition);
  };
  const last = printers.find(({ oid }) => oid === lastId);
  if (last !== undefined && canPrint(last)) return last;
  return printers.find(isReady) ?? printers.find(canPrint) ?? last ?? printers[0] ?? null;
}

/** The part of the printers that is stored. */
export const printerNames = (body: readonly PrinterName[]): readonly PrinterName[] =>
  body.map(({ oid, name, printerTypeId, isActive }) => ({ oid, name, printerTypeId, isActive }));
/** The part of the label formats that is stored: not the templates. */
export const formatNames = (body: readonly FormatName[]): readonly FormatName[] =>
  body.map(({ oid, name, printerTypeId, subject }) => ({ oid, name, printerTypeId, subject }));

/** The formats for a subject. One that an earlier version of this program stored has no subject: it is for articles. */
export function formatsFor<F extends Pick<FormatName, "subject">>(
  formats: readonly F[],
  subject: FormatName["subject"],
): readonly F[] {
  return formats.filter((format) => (format.subject === "location") === (subject === "location"));
}

/** Loads the printers. */
export const usePrinters = (): QueryResult<readonly PrinterName[]> =>
  useQuery(call("GET /api/printingprinters"), { pick: printerNames });
/** Loads the label formats. */
export const useFormats = (): QueryResult<readonly FormatName[]> =>
  useQuery(call("GET /api/printingformats"), { pick: formatNames });
