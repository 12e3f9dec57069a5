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

/** The language of a printer type; null for an unknown id. */
export function printerTypeOf(oid: number): PrinterType | null {
  return PRINTER_TYPES.find((type) => type.oid === oid)?.name ?? null;
}

/** The id of a language in the catalogue. Throws RangeError for an unknown name. */
export function typeIdOf(name: PrinterType): number {
  const found = PRINTER_TYPES.find((type) => type.name === name);
  if (found === undefined) throw new RangeError(`there is no printer type ${name}`);
  return found.oid;
}

/** Throws Invalid unless the id is in the catalogue. */
export function assertPrinterType(printerTypeId: number): void {
  if (printerTypeOf(printerTypeId) !== null) return;
  throw Invalid.field("printerTypeId", msg("names no printer type"));
}
