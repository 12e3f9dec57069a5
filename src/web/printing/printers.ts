import { listLabelFormats, listPrinters } from "../api/printing.ts";
import { type QueryResult, useQuery } from "../query/use-query.ts";
import type { FormatName, PrinterName } from "./printer-selection.ts";

/** The part of the printers that is stored. */
export const printerNames = (body: readonly PrinterName[]): readonly PrinterName[] =>
  body.map(({ oid, name, printerTypeId, isActive }) => ({ oid, name, printerTypeId, isActive }));
/** The part of the label formats that is stored: not the templates. */
export const formatNames = (body: readonly FormatName[]): readonly FormatName[] =>
  body.map(({ oid, name, printerTypeId }) => ({ oid, name, printerTypeId }));

/** Loads the printers. */
export const usePrinters = (): QueryResult<readonly PrinterName[]> =>
  useQuery(listPrinters(), { pick: printerNames });
/** Loads the label formats. */
export const useFormats = (): QueryResult<readonly FormatName[]> =>
  useQuery(listLabelFormats(), { pick: formatNames });
