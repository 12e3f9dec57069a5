import bwip from "bwip-js";

/** What bwip-js gives for a code: the widths of its bars and spaces, or its modules row by row, 1 is dark. */
export type RawCode =
  | { readonly sbs: ArrayLike<number> }
  | { readonly pixs: ArrayLike<number>; readonly pixx: number; readonly pixy: number };

/** The package's types lack this form. */
interface Encoder {
  raw(options: {
    readonly bcid: string;
    readonly text: string;
    readonly eclevel?: string;
    readonly lintreqs?: boolean;
  }): RawCode[];
}

/** Encodes texts as barcodes, without drawing them. Its errors begin with `bwipp.` (bwip-js). */
export const barcodeEncoder = bwip as unknown as Encoder;
