import type { TableKind } from "../../domain/table-kinds.ts";
import type { ReadText } from "../../platform/tables/csv-read.ts";
import type { Cause, Choices } from "./causes.ts";
import type { LevelSeparator } from "./cell-texts.ts";
import type { WrongCheckDigits } from "./check-digits.ts";
import type { DoubtfulPrices } from "./doubtful-prices.ts";
import type { ChosenColumns } from "./header.ts";
import type { RowError } from "./issues.ts";
import type { Decision, ImportOptions } from "./options.ts";
import type { PlanResult } from "./plan.ts";
import type { NotTakenResult } from "./product-rows.ts";
import type { ProductId } from "./products/product-file.ts";
import type { Field, FileHeaders, Values } from "./table-fields.ts";

// What the worker of a dry run gets and gives.

/** The functions of the worker. */
export interface CheckProgram {
  check(data: CheckData, report: (done: number) => void): Promise<CheckResult>;
}

/** Input of a dry run. */
export interface CheckData {
  readonly database: string;
  readonly tenantId: number;
  /** The importing user. */
  readonly userId: number;
  readonly kind: TableKind;
  readonly importId: number;
  readonly options: ImportOptions;
  readonly chosen: ChosenColumns;
  readonly defaults: Values;
  /** Descriptors of open files: the upload, and empty files for the valid rows, the rows with errors, and the texts of all rows. */
  readonly upload: number;
  readonly rows: number;
  readonly errorRows: number;
  readonly earlierRows: number;
}

/** The sums of the valid rows, to compare with the totals of the list; null: the file lacks a column for it. */
export interface Sums {
  /** Null also where units differ. */
  readonly quantity: number | null;
  /** By unit, pieces (null) first; none where there are very many. */
  readonly quantities: readonly { readonly unit: string | null; readonly quantity: number }[];
  /** Of the prices, in ten-thousandths. */
  readonly price: number | null;
  /** Of price times quantity, in ten-thousandths. */
  readonly value: number | null;
}

/** Result of a dry run. */
export interface CheckResult {
  /** The product whose file it is; null: an own list. */
  readonly product: ProductId | null;
  /** The separator of the levels of its locations; null: it has none, or is a product's. */
  readonly levels: LevelSeparator | null;
  readonly notTaken: NotTakenResult;
  readonly layout: TableLayout;
  readonly result: PlanResult;
  readonly headers: FileHeaders;
  readonly defaults: Values;
  readonly choices: Choices;
  /** Rows below the header. */
  readonly rows: number;
  /** Rows without errors that are not left out. */
  readonly validRows: number;
  readonly errorRows: number;
  /** Pictures of valid rows. */
  readonly pictures: number;
  readonly wrongCheckDigits: WrongCheckDigits;
  readonly sums: Sums;
  readonly doubtfulPrices: DoubtfulPrices;
  /** Columns of the header row, or of the longest row with errors. */
  readonly errorColumns: number;
  /** Rows left out: by decisions, totals and repeated headers. */
  readonly leftOut: number;
  /** Rows that repeat an earlier row in all cells. */
  readonly repeatedRows: number;
  /** Rows with a name or a code of several lines, which are joined. */
  readonly joinedRows: number;
  readonly errors: readonly RowError[];
  readonly errorCount: number;
  readonly causes: readonly Cause[];
  /** The decisions that belong to the file as it was read. */
  readonly decisions: readonly Decision[];
}

/** The layout of a table as it was read. */
export interface TableLayout {
  /** The names of the sheets; null for CSV. */
  readonly sheets: readonly string[] | null;
  readonly sheet: string | null;
  readonly headerRow: number | null;
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  readonly columns: readonly FileColumn[];
  /** Encoding and separator of a CSV file; null for a workbook. */
  readonly text: ReadText | null;
}

/** A column of the file with its field; null: it is not imported. */
export interface FileColumn {
  /** Index, from 0. */
  readonly column: number;
  readonly letter: string;
  readonly header: string;
  readonly field: Field | null;
  /** The first distinct values; empty for a secret. */
  readonly samples: readonly string[];
}
