import { RESOLUTIONS, type Resolution } from "../../domain/label-layout.ts";
import { type Message, msg } from "../../domain/message.ts";
import { isReceiptType, printerTypeOf } from "../languages/printer-types.ts";
import { DOTS_PER_MM, dotsOf, packedSize } from "../raster/bitmap.ts";

/** What a drawn label depends on in a printer. */
export interface DrawingPrinter {
  readonly printerTypeId: number;
  readonly dpi: Resolution;
  readonly printWidthMm: number | null;
}

/** Millimetres that receipt printers with paper of 80 mm print. */
const RECEIPT_WIDTH_MM = 72;

/** The widest label that the printer prints, in millimetres; null: not limited. */
function printWidthOf({ printWidthMm, printerTypeId }: DrawingPrinter): number | null {
  return printWidthMm ?? (isReceiptType(printerTypeOf(printerTypeId)) ? RECEIPT_WIDTH_MM : null);
}

/** The dots across a receipt of the printer; undefined: not limited. */
export function paperOf(printer: DrawingPrinter): number | undefined {
  const width = printWidthOf(printer);
  return width === null ? undefined : dotsOf(width, printer.dpi);
}

/** Why a label of this width is not printed; null: it is. */
export function widthProblem(widthMm: number, printer: DrawingPrinter): Message | null {
  const paper = printWidthOf(printer);
  return paper === null || widthMm <= paper ? null : tooWide(widthMm, paper);
}

/** Why the dots of a packed label do not fit the printer: it may have changed since they were drawn. Null: they fit. */
export function fitProblem(packed: Buffer, printer: DrawingPrinter): Message | null {
  const { width, dotsPerMm } = packedSize(packed);
  const isSame = (dpi: Resolution) => Math.abs(DOTS_PER_MM[dpi] - dotsPerMm) < 0.01;
  const { dpi } = printer;
  if (!isSame(dpi)) {
    const drawn = RESOLUTIONS.find(isSame) ?? Math.round(dotsPerMm * 25.4);
    return msg(
      "The label was drawn for {label} dpi, but the printer has {printer} dpi. Request the label again.",
      {
        label: drawn,
        printer: dpi,
      },
    );
  }
  const paper = printWidthOf(printer);
  if (paper === null || width <= dotsOf(paper, dpi)) return null;
  return tooWide(Number((width / dotsPerMm).toFixed(1)), paper);
}

const tooWide = (label: number, paper: number) =>
  msg("The label is {label} mm wide, but the printer prints {paper} mm.", { label, paper });
