import { type Answer, useQuery } from "../query/use-query.ts";
import type { FormatName, PrinterName } from "./choice.ts";

/** Paths of printers and formats. */
export const PRINTERS_PATH = "/api/printingprinters";
export const FORMATS_PATH = "/api/printingformats";

const printerNames = (body: readonly PrinterName[]): readonly PrinterName[] =>
  body.map(({ oid, name, printerTypeId, isActive }) => ({ oid, name, printerTypeId, isActive }));
const formatNames = (body: readonly FormatName[]): readonly FormatName[] =>
  body.map(({ oid, name, printerTypeId }) => ({ oid, name, printerTypeId }));

/** Paths to prefetch, with the part of the body to store. */
export const PRINTING_PATHS: readonly (readonly [path: string, pick: (body: unknown) => unknown])[] = [
  [PRINTERS_PATH, (body) => printerNames(body as readonly PrinterName[])],
  [FORMATS_PATH, (body) => formatNames(body as readonly FormatName[])],
];

/** Loads the printers. */
export const usePrinters = (): Answer<readonly PrinterName[]> =>
  useQuery<readonly PrinterName[]>(PRINTERS_PATH, { pick: printerNames });
/** Loads the label formats. */
export const useFormats = (): Answer<readonly FormatName[]> =>
  useQuery<readonly FormatName[]>(FORMATS_PATH, { pick: formatNames });
