/** The value of a cell; null: empty. */
export type Cell = string | number | boolean | null;

/** Rows of cells, in column order. */
type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

/** A table to write. */
export interface Table {
  /** The sheet's name, unique in its workbook: 1 to 31 characters, none of `[ ] : * ? / \`. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly rows: Rows;
}

/** A column of a table to write. */
export interface Column {
  /** The header, in the first row. */
  readonly title: string;
  /** Column width in a workbook, in characters; default 16. */
  readonly width?: number;
}

/**
 * Formats a number with a decimal point, without exponent or thousands separators, rounded to the 15 digits that a
 * spreadsheet shows (0.1 + 0.2 is 0.3).
 */
export function plainNumber(value: number): string {
  const text = String(Number(value.toPrecision(15)));
  if (!text.includes("e")) return text;
  const [mantissa = "", exponent = ""] = text.split("e");
  const [, sign = "", integer = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(mantissa) ?? [];
  const power = Number(exponent);
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${integer}${fraction}`;
  return sign + integer + fraction.padEnd(power, "0");
}
