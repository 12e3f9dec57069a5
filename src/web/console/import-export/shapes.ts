import type { TableKind } from "../../../domain/table-kinds.ts";

// What the console reads of the server's responses on imports (GET /api/imports).

/** The state of an import. */
export type ImportState = "checking" | "checked" | "applying" | "applied" | "failed" | "cancelled";

/** An import in a list. */
export interface ImportHead {
  readonly id: number;
  readonly kind: TableKind;
  readonly fileName: string;
  readonly createdDT: string;
  readonly createdBy: string;
  readonly state: ImportState;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly rows: number;
  readonly toCreate: number;
  readonly toUpdate: number;
  readonly unchanged: number;
  readonly errorCount: number;
  /** Grows with each check. */
  readonly revision: number;
}

/** What can be decided for the rows of a cause. */
export type ActionName = "create" | "empty" | "replace" | "leaveOut";

/** A decision without its subject; `to` with `replace` only. */
export interface Decision {
  readonly action: ActionName;
  readonly to?: string;
}

/** A decision for all rows of a cause, or for those with one value. */
export interface CauseDecision extends Decision {
  readonly cause: string;
  readonly value?: string;
}

/** How the file is read and what is decided; what is absent the server finds by itself. */
export interface ImportOptions {
  readonly sheet?: string;
  /** As the spreadsheet numbers rows. */
  readonly headerRow?: number;
  readonly columns?: readonly { readonly column: number; readonly field: string | null }[];
  readonly defaults?: Readonly<Record<string, string>>;
  readonly encoding?: string;
  readonly separator?: string;
  readonly decisions?: readonly CauseDecision[];
}

/** One change of a field. */
export interface CellChange {
  readonly column: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface PreviewRow {
  readonly row: number;
  readonly key: string;
  readonly changes: readonly CellChange[];
}

interface Made {
  readonly count: number;
  readonly names: readonly string[];
}

/** A column of the file. */
export interface FileColumn {
  /** From 0. */
  readonly column: number;
  readonly letter: string;
  readonly header: string;
  /** Null: not imported. */
  readonly field: string | null;
  readonly samples: readonly string[];
}

/** A field that a column may hold. */
export interface ImportField {
  readonly field: string;
  readonly title: string;
  /** New records need it. */
  readonly isRequired: boolean;
  /** The file needs it: records are found by it. */
  readonly isNeeded: boolean;
  /** Names of existing records; null: any text. */
  readonly choices: readonly string[] | null;
}

/** One offending value of a cause. */
export interface CauseValue {
  readonly value: string;
  readonly rows: number;
  readonly suggestions: readonly string[];
  readonly decision?: Decision | null;
}

/** The errors that have one reason. */
export interface Cause {
  readonly id: string;
  readonly field: string | null;
  readonly kind: "missing" | "unknown" | "ambiguous" | "invalid" | "duplicate" | "other";
  readonly message: string;
  readonly rows: number;
  /** The first 20. */
  readonly firstRows: readonly number[];
  /** The first 100. */
  readonly values: readonly CauseValue[];
  readonly valueCount: number;
  readonly actions: readonly ActionName[];
  readonly decision: Decision | null;
  readonly isResolved: boolean;
}

/** An error that no decision resolves yet. */
export interface ImportError {
  readonly row: number;
  readonly column: string | null;
  readonly message: string;
  readonly value: string | null;
  readonly cause: string;
}

/** An import with everything its dry run found. */
export interface ImportDetail extends ImportHead {
  /** Null: a CSV file. */
  readonly sheets: readonly string[] | null;
  readonly sheet: string | null;
  /** Null: none was recognised. */
  readonly headerRow: number | null;
  /** From the top of the file, as they are. */
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  readonly columns: readonly FileColumn[];
  readonly fields: readonly ImportField[];
  /** How the text was read; null: a workbook. */
  readonly text: { readonly encoding: string; readonly separator: string } | null;
  readonly options: ImportOptions;
  readonly causes: readonly Cause[];
  /** The first 10 000. */
  readonly errors: readonly ImportError[];
  readonly errorRows: number;
  readonly validRows: number;
  readonly leftOut: number;
  readonly made: Readonly<Record<string, Made | undefined>>;
  readonly preview: Readonly<Record<"create" | "update" | "unchanged", readonly PreviewRow[]>>;
}
