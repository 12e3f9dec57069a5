import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";

/** The printer types: a global catalogue of the printers' languages. The ids are part of the API. */
export const PRINTER_TYPES = [
  { oid: 1, name: "escpos" },
  { oid: 2, name: "star" },
  { oid: 3, name: "zpl" },
  { oid: 4, name: "tspl" },
  { oid: 5, name: "epl" },
] as const;

/** A printer language by its name in the catalogue. */
export type PrinterType = (typeof PRINTER_TYPES)[number]["name"];

/** The language of a stored printer type. Throws RangeError for an unknown id. */
export function printerTypeOf(oid: number): PrinterType {
  return found(({ oid: id }) => id === oid).name;
}

/** The id of a language in the catalogue. Throws RangeError for an unknown name. */
export function typeIdOf(name: PrinterType): number {
  return found((type) => type.name === name).oid;
}

function found(isWanted: (type: (typeof PRINTER_TYPES)[number]) => boolean) {
  const type = PRINTER_TYPES.find(isWanted);
  if (type === undefined) throw new RangeError("there is no such printer type");
  return type;
}

/** Throws Invalid unless the id is in the catalogue. */
export function assertPrinterType(printerTypeId: number): void {
  if (PRINTER_TYPES.some(({ oid }) => oid === printerTypeId)) return;
  throw Invalid.field("printerTypeId", msg("names no printer type"));
}

/** Whether a language is that of receipt printers, which have no copies command: the bytes are repeated. */
export function isReceiptType(type: PrinterType): boolean {
  return type === "escpos" || type === "star";
}

/** Bytes of a receipt and its copies, at most. */
const MAX_REPEATED_BYTES = 32 * 1024 * 1024;

/** Throws Invalid for more copies of a receipt than can be sent at once. */
export function assertRepeats(bytes: number, copies: number): void {
  if (bytes * copies > MAX_REPEATED_BYTES)
    throw Invalid.field("copies", msg("So many copies of so long a label can't be printed at once."));
}
