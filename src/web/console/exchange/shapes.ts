import type { Kind } from "../../../import/values.ts";

// What is read of the box's answers on imports (GET /api/imports).

/** Where an import stands. */
export type ImportState = "checking" | "checked" | "applying" | "applied" | "failed" | "cancelled";

/** An import in a list. */
export interface ImportHead {
  readonly id: number;
  readonly kind: Kind;
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
}

/** What becomes of a field. */
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

/** An import with all that its dry run has found. */
export interface ImportDetail extends ImportHead {
  /** Of the file, in its order; null: it is left out. */
  readonly columns: readonly { readonly header: string; readonly field: string | null }[];
  readonly fields: readonly { readonly field: string; readonly title: string; readonly isNeeded: boolean }[];
  /** How the text was read; null: it is a workbook. */
  readonly text: { readonly encoding: string; readonly separator: string } | null;
  readonly errors: readonly {
    readonly row: number;
    readonly column: string | null;
    readonly message: string;
  }[];
  readonly made: Readonly<Record<"locations" | "categories" | "types", Made>>;
  readonly preview: Readonly<Record<"create" | "update" | "unchanged", readonly PreviewRow[]>>;
}
