// Sheets of self-adhesive labels for office printers, and single labels of rolls. Lengths in millimetres.

/** Where the labels of a sheet are. */
export interface LabelSheet {
  /** Names the sheet in the API. */
  readonly name: string;
  /** The maker's numbers of sheets with these measures. */
  readonly products: readonly string[];
  readonly page: { readonly width: number; readonly height: number };
  readonly label: { readonly width: number; readonly height: number };
  readonly columns: number;
  readonly rows: number;
  /** From the edge of the page to the first label. */
  readonly left: number;
  readonly top: number;
  /** From one label to the next, edge to the same edge. */
  readonly pitchX: number;
  readonly pitchY: number;
}

const A4 = { width: 210, height: 297 };
const LETTER = { width: 215.9, height: 279.4 };

type Pair = readonly [number, number];

/** A sheet whose labels are in the middle of the page. `gap`: between two labels. */
function centred(
  page: LabelSheet["page"],
  products: readonly [string, ...string[]],
  [width, height]: Pair,
  [columns, rows]: Pair,
  [gapX, gapY]: Pair = [0, 0],
): LabelSheet {
  const [pitchX, pitchY] = [rounded(width + gapX), rounded(height + gapY)];
  const left = rounded((page.width - columns * pitchX + gapX) / 2);
  const top = rounded((page.height - rows * pitchY + gapY) / 2);
  const place = { columns, rows, left, top, pitchX, pitchY };
  return { name: products[0], products, page, label: { width, height }, ...place };
}

const rounded = (mm: number) => Math.round(mm * 1000) / 1000;

/** A roll: each label is a page. */
function roll(width: number, height: number): LabelSheet {
  const size = { width, height };
  return { ...centred(size, [`roll-${width}x${height}`], [width, height], [1, 1]), products: [] };
}

/** The sheets by name; the first is the default. Measures of Avery's products (Zweckform in Central Europe). */
export const LABEL_SHEETS: readonly [LabelSheet, ...LabelSheet[]] = [
  centred(A4, ["L7160", "J8160", "L6060"], [63.5, 38.1], [3, 7], [2.54, 0]),
  centred(A4, ["L7159", "J8159"], [63.5, 33.9], [3, 8], [2.54, 0]),
  centred(A4, ["L7161", "J8161"], [63.5, 46.6], [3, 6], [2.54, 0]),
  centred(A4, ["L7162", "J8162"], [99.1, 33.9], [2, 8], [2.5, 0]),
  centred(A4, ["L7163", "J8163"], [99.1, 38.1], [2, 7], [2.5, 0]),
  centred(A4, ["L7165", "J8165"], [99.1, 67.7], [2, 4], [2.5, 0]),
  centred(A4, ["L7173"], [99.1, 57], [2, 5], [2.5, 0]),
  centred(A4, ["L7651", "J8651"], [38.1, 21.2], [5, 13], [2.5, 0]),
  centred(A4, ["L4732", "L6032"], [35.6, 16.9], [5, 16], [2.5, 0]),
  centred(A4, ["3474"], [70, 37], [3, 8]),
  centred(A4, ["3425"], [105, 57], [2, 5]),
  centred(A4, ["3483"], [105, 148], [2, 2]),
  centred(A4, ["50x25"], [50, 25], [4, 11]),
  centred(LETTER, ["5160", "5260", "8160"], [66.675, 25.4], [3, 10], [3.175, 0]),
  centred(LETTER, ["5161", "8161"], [101.6, 25.4], [2, 10], [4.763, 0]),
  centred(LETTER, ["5163", "8163"], [101.6, 50.8], [2, 5], [4.763, 0]),
  centred(LETTER, ["5164", "8164"], [101.6, 84.667], [2, 3], [4.763, 0]),
  roll(50, 25),
  roll(70, 37),
  roll(99.1, 38.1),
  roll(105, 57),
  roll(105, 148),
];

/** The sheet with this name; null: none. */
export function sheetNamed(name: string): LabelSheet | null {
  return LABEL_SHEETS.find((sheet) => sheet.name === name) ?? null;
}

/** The number of labels on a sheet. */
export const labelsOn = ({ columns, rows }: LabelSheet): number => columns * rows;

/** The upper left corner of a label of a sheet, in millimetres from that of the page. `index` from 0, row by row. */
export function cornerOf(sheet: LabelSheet, index: number): { readonly x: number; readonly y: number } {
  const { left, top, pitchX, pitchY, columns } = sheet;
  return { x: left + (index % columns) * pitchX, y: top + Math.floor(index / columns) * pitchY };
}

/** The code types of labels on sheets. */
export const SHEET_CODES = ["qr", "code128", "datamatrix"] as const;
export type SheetCode = (typeof SHEET_CODES)[number];

/** Labels of one file at most. */
export const MAX_SHEET_LABELS = 10_000;
