import type { Field } from "./values.ts";

/** A changed field, before and after, as text for people. */
export interface FieldChange {
  readonly field: Field;
  readonly before: string | null;
  readonly after: string | null;
}

/** The outcome of a row. */
export interface RowOutcome {
  readonly kind: "create" | "update" | "unchanged";
  /** The key of the record, as text for people. */
  readonly key: string;
  readonly changes: readonly FieldChange[];
}

/** Kinds of records that an import creates because rows refer to them. */
export type CreatedKind = "locations" | "categories" | "types" | "states" | "users";

const MAX_NAMES = 20;
const MAX_ROWS = 20;

/** Collects the created records. */
export interface CreatedRecords {
  add(kind: CreatedKind, name: string): void;
  /** The number of records of each kind, with the first twenty names. */
  all(): Record<CreatedKind, { count: number; names: string[] }>;
}

function noneCreated(): ReturnType<CreatedRecords["all"]> {
  return {
    locations: { count: 0, names: [] },
    categories: { count: 0, names: [] },
    types: { count: 0, names: [] },
    states: { count: 0, names: [] },
    users: { count: 0, names: [] },
  };
}

/** Creates a collection of created records: an empty one, or one that goes on with `created`. */
export function collectCreated(created = noneCreated()): CreatedRecords {
  return {
    add(kind, name) {
      const entry = created[kind];
      entry.count++;
      if (entry.names.length < MAX_NAMES) entry.names.push(name);
    },
    all: () => created,
  };
}

/** A row of the preview: the key of its record and the changes, by the file's headers. */
interface PreviewRow {
  row: number;
  key: string;
  changes: { column: string; before: string | null; after: string | null }[];
}

/** The first rows of each kind of outcome. */
type Preview = Record<RowOutcome["kind"], PreviewRow[]>;

/** Collects the first twenty rows of each outcome. Goes on with `rows`. */
export function collectPreview(
  headers: Readonly<Partial<Record<Field, string>>>,
  rows: Preview = { create: [], update: [], unchanged: [] },
) {
  const toChange = ({ field, before, after }: FieldChange) => ({
    column: headers[field] ?? field,
    before,
    after,
  });
  return {
    add(row: number, { kind, key, changes }: RowOutcome): void {
      if (rows[kind].length < MAX_ROWS) rows[kind].push({ row, key, changes: changes.map(toChange) });
    },
    all: (): Preview => rows,
  };
}

/** What a plan has counted and collected so far; plain JSON. */
export interface PlanState {
  readonly counts: Record<RowOutcome["kind"], number>;
  readonly created: ReturnType<CreatedRecords["all"]>;
  readonly preview: Preview;
}

/** The result of planning or applying the valid rows of a file. */
export interface PlanResult {
  /** Rows that can be or were imported. */
  readonly validRows: number;
  readonly toCreate: number;
  readonly toUpdate: number;
  readonly unchanged: number;
  readonly created: ReturnType<CreatedRecords["all"]>;
  readonly preview: Preview;
}
