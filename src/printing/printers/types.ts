import type { PrinterType } from "../languages/language.ts";

/** The printer types, a global catalogue: the languages that printers speak (decisions, Printing). */
export const PRINTER_TYPES: readonly { readonly oid: number; readonly name: PrinterType }[] = [
  { oid: 1, name: "escpos" },
  { oid: 2, name: "star" },
  { oid: 3, name: "zpl" },
  { oid: 4, name: "tspl" },
  { oid: 5, name: "epl" },
];

/** The language of a printer type, or null when there is no such type. */
export function printerTypeOf(oid: number): PrinterType | null {
  return PRINTER_TYPES.find((type) => type.oid === oid)?.name ?? null;
}

/** The id of a language in the catalogue. */
export function typeIdOf(name: PrinterType): number {
  const found = PRINTER_TYPES.find((type) => type.name === name);
  if (found === undefined) throw new RangeError(`there is no printer type ${name}`);
  return found.oid;
}
