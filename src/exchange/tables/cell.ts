/** What a cell of a table holds: text, a number, true or false, or nothing. */
export type Cell = string | number | boolean | null;

/** Rows of cells, in the order of the columns; made as they are asked for where there are many. */
export type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

/** A table to write. */
export interface Table {
  /** The sheet's name in a workbook: 1 to 31 characters, none of `[ ] : * ? / \`; no two alike in one. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: Rows;
}

export interface Column {
  /** What stands in the first row. */
  readonly title: string;
  /** Characters that the column shows in a workbook; 16 without it. */
  readonly width?: number;
}

/**
 * A number as people write it: no exponent, no thousands, a decimal point, and none of the noise beyond the 15 digits that
 * a spreadsheet shows (0.1 + 0.2 is 0.3).
 */
export function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes("e")) return text;
  const [mantissa = "", exponent = ""] = text.split("e");
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(mantissa) ?? [];
  const power = Number(exponent);
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(power, "0");
}
