import { type Answer, useQuery } from "../query/use-query.ts";
import type { FormatName, PrinterName } from "./choice.ts";

/** Where they are read. */
export const PRINTERS_PATH = "/api/printingprinters";
export const FORMATS_PATH = "/api/printingformats";

const printerNames = (body: readonly PrinterName[]): readonly PrinterName[] =>
  body.map(({ oid, name, printerTypeId, isActive }) => ({ oid, name, printerTypeId, isActive }));
const formatNames = (body: readonly FormatName[]): readonly FormatName[] =>
  body.map(({ oid, name, printerTypeId }) => ({ oid, name, printerTypeId }));

/** Where they are read, and what is kept of them. */
export const PRINTING_PATHS: readonly (readonly [path: string, pick: (body: unknown) => unknown])[] = [
  [PRINTERS_PATH, (body) => printerNames(body as readonly PrinterName[])],
  [FORMATS_PATH, (body) => formatNames(body as readonly FormatName[])],
];

export const usePrinters = (): Answer<readonly PrinterName[]> =>
  useQuery<readonly PrinterName[]>(PRINTERS_PATH, { pick: printerNames });
export const useFormats = (): Answer<readonly FormatName[]> =>
  useQuery<readonly FormatName[]>(FORMATS_PATH, { pick: formatNames });
