import { msg } from "../domain/message.ts";

/** A barcode of the sample sheet. */
export interface SampleBarcode {
  /** Name of the symbology, as scanners and standards write it. */
  readonly name: string;
  /** Encoder of bwip-js. */
  readonly encoder: string;
  /** What the encoder gets; GS1 element strings with their identifiers in parentheses. */
  readonly text: string;
  /** What a scanner reads, where it differs from `text`: a group separator is shown as `␝`. */
  readonly read?: string;
}

/** Every kind of barcode that the camera and the scanners of the product read. */
export const SAMPLE_BARCODES: readonly SampleBarcode[] = [
  { name: "Code 128", encoder: "code128", text: "INV-000001" },
  { name: "Code 39", encoder: "code39", text: "INV-000001" },
  { name: "EAN-13", encoder: "ean13", text: "4006381333931" },
  { name: "EAN-8", encoder: "ean8", text: "96385074" },
  { name: "QR code", encoder: "qrcode", text: "INV-000001" },
  { name: "Data Matrix", encoder: "datamatrix", text: "INV-000001" },
  {
    name: "GS1-128",
    encoder: "gs1-128",
    text: "(01)09501101530003(17)271231(10)AB-123",
    read: "01095011015300031727123110AB-123",
  },
  {
    name: "GS1 DataMatrix",
    encoder: "gs1datamatrix",
    text: "(01)09501101530003(21)SN1234",
    read: "010950110153000321SN1234",
  },
  {
    name: "GS1 Digital Link (QR code)",
    encoder: "qrcode",
    text: "https://id.gs1.org/01/09501101530003/21/SN1234",
  },
];

/** Name of the sheet among the pages of the manual's part `use`. */
export const BARCODE_SHEET = "barcodes";

/** Texts of the sheet. */
export const BARCODE_SHEET_TEXTS = {
  title: msg("Sample barcodes"),
  intro: msg(
    "Print this page, or hold a terminal to the screen: More → Scanner and sounds shows what was read. A scanner that does not read one of them has that kind switched off.",
  ),
};
