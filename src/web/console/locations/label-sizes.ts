/** A label, in millimetres. How many of them stand where on an A4 sheet is said by labels.css, under the name. */
export interface LabelSize {
  readonly name: string;
  readonly width: number;
  readonly height: number;
}

/** Common sizes; the first is taken where nothing else is said. */
export const LABEL_SIZES: readonly [LabelSize, ...LabelSize[]] = [
  { name: "70x37", width: 70, height: 37 },
  { name: "50x25", width: 50, height: 25 },
  { name: "99x38", width: 99.1, height: 38.1 },
  { name: "105x57", width: 105, height: 57 },
  { name: "105x148", width: 105, height: 148 },
];

/** A longer code makes bars too thin for a scanner at arm's length. */
const MOST_OF_CODE128 = 24;

/** The code can be said in a Code 128 (plain ASCII, not too long); else it needs a QR code. */
export const fitsCode128 = (code: string) => code.length <= MOST_OF_CODE128 && /^[ -~]+$/.test(code);
