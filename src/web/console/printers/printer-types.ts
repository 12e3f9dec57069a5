import { type Message, msg } from "../../../domain/message.ts";
import { listPrinterTypes } from "../../api/console/printing.ts";
import { t } from "../../i18n/translate.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

/** A language that printers speak. */
export interface PrinterTypeName {
  readonly oid: number;
  readonly name: string;
}

/** The languages, as the server lists them. */
export const usePrinterTypes = (): LiveQuery<readonly PrinterTypeName[]> => useLiveQuery(listPrinterTypes());

/** What people call a language, with whose printers speak it. */
export function printerTypeText(name: string): string {
  const words = WORDS[name];
  return words === undefined ? name : t(words);
}

/** The same by its id. */
export function typeNamed(types: readonly PrinterTypeName[] | null, oid: number): string {
  const found = types?.find((type) => type.oid === oid);
  return found === undefined ? "–" : printerTypeText(found.name);
}

const WORDS: Readonly<Record<string, Message>> = {
  zpl: msg("ZPL (Zebra)"),
  tspl: msg("TSPL (TSC)"),
  epl: msg("EPL (Eltron, older Zebra)"),
  escpos: msg("ESC/POS (Epson and others, receipts)"),
  star: msg("Star (receipts)"),
};
