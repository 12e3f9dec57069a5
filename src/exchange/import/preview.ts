import type { FieldChange, Outcome } from "./plan.ts";
import type { Field } from "./values.ts";

const MOST_ROWS = 20;

/** A row in the preview: what its record is known by, and what becomes of it, by the file's own column names. */
export interface PreviewRow {
  row: number;
  key: string;
  changes: { column: string; before: string | null; after: string | null }[];
}

/** The first rows of each kind of outcome. */
export type Preview = Record<Outcome["kind"], PreviewRow[]>;

/** Collects the first twenty rows of each outcome. */
export function collectPreview(headers: Readonly<Partial<Record<Field, string>>>) {
  const rows = { create: [] as PreviewRow[], update: [] as PreviewRow[], unchanged: [] as PreviewRow[] };
  const named = ({ field, before, after }: FieldChange) => ({
    column: headers[field] ?? field,
    before,
    after,
  });
  return {
    note(row: number, { kind, key, changes }: Outcome): void {
      if (rows[kind].length < MOST_ROWS) rows[kind].push({ row, key, changes: changes.map(named) });
    },
    all: (): Preview => rows,
  };
}
