import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { PrinterType } from "../languages/printer-types.ts";
import { rowBytes } from "./bitmap.ts";
import { eplLabel, tsplLabel, zplLabel } from "./label-commands.ts";
import { packedSize, type RasterLabel, unpackRaster } from "./packed.ts";
import { escposReceipt, starReceipt } from "./receipt-commands.ts";

/** The bytes of a label, to be sent `repeats` times. */
export interface WireLabel {
  readonly data: Buffer;
  readonly repeats: number;
}

/** The commands that print copies of a label in each language. Those of receipts print one. */
const COMMANDS: Readonly<Record<PrinterType, (label: RasterLabel, copies: number) => Buffer>> = {
  zpl: zplLabel,
  tspl: tsplLabel,
  epl: eplLabel,
  escpos: escposReceipt,
  star: starReceipt,
};

/** Receipts have no copies command: the bytes are repeated, up to so many. */
const MAX_REPEATED_BYTES = 32 * 1024 * 1024;
const isReceipt = (type: PrinterType | null) => type === "escpos" || type === "star";

/** The bytes of a packed label for a printer. Throws Invalid as `checkCopies`: the type may have changed since. */
export function rasterCommands(type: PrinterType | null, packed: Buffer, copies: number): WireLabel {
  if (type === null) throw new RangeError("a printer has no type");
  checkCopies(type, packed, copies);
  return { data: COMMANDS[type](unpackRaster(packed), copies), repeats: isReceipt(type) ? copies : 1 };
}

/** Throws Invalid for more copies than can be sent at once. */
export function checkCopies(type: PrinterType | null, packed: Buffer, copies: number): void {
  const { width, height } = packedSize(packed);
  if (!isReceipt(type) || rowBytes(width) * height * copies <= MAX_REPEATED_BYTES) return;
  throw Invalid.field("copies", msg("So many copies of so long a label can't be printed at once."));
}
