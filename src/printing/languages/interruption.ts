import type { PrinterType } from "./printer-types.ts";

// A connection may end in the middle of a label. The printer takes the next bytes as the rest of it: data of a bitmap, then commands.

/** Bytes of data that one command of a label has, at most. */
export const MAX_DATA_BYTES = 8192;

/** Quits the raster mode, and removes what is not printed yet (Star Line Mode Command Specifications, "ESC * r C", "ESC * r B"). */
const STAR_RASTER_END = Buffer.from("\x1b*rC\x1b*rB", "latin1");
/** Empty lines, which a bitmap takes as dots. */
const LINES = Buffer.alloc(MAX_DATA_BYTES, "\r\n");
/** NUL is white in a bitmap, and nothing between commands. */
const NULS = Buffer.alloc(MAX_DATA_BYTES);

/** They print nothing, and change nothing where the printer has ended the label by itself. */
const ENDINGS: Readonly<Record<PrinterType, Buffer>> = {
  // Cancels the format that is being received, not those that are being printed (ZPL II Programming Guide, "~JX").
  zpl: Buffer.from("~JX", "latin1"),
  // CLS and N of the label remove the unfinished one.
  tspl: LINES,
  epl: LINES,
  // ESC @ of the label removes the unfinished line.
  escpos: NULS,
  star: Buffer.concat([NULS, STAR_RASTER_END]),
};

/** The bytes that end an interrupted drawn label. */
export const endOfInterrupted = (type: PrinterType): Buffer => ENDINGS[type];
