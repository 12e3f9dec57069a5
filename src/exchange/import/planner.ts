import type { Message } from "../../domain/message.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { ImportWriter } from "./import-writer.ts";
import type { ReportIssue, RowKeys } from "./issues.ts";
import type { Column, Field, FileHeaders, NamedList, Row, Values } from "./table-fields.ts";

// What the planner of a kind of table gets and gives. plan.ts runs it.

/** Plans a row without changing data. Reports issues; null: the row has errors. */
export type Planner = (row: Row, report: ReportIssue) => PlannedRow | null;

/** The context of a planner. */
export interface PlanContext {
  readonly db: Db;
  readonly writer: ImportWriter;
  readonly tenantId: number;
  /** The importing user. */
  readonly userId: number;
  readonly created: CreatedRecords;
  readonly keys: RowKeys;
  /** The columns of the kind of table. */
  readonly columns: readonly Column[];
  readonly headers: FileHeaders;
  /** Values of new records whose rows have none. */
  readonly defaults: Values;
  /** The row number of each location that a row of locations has named. */
  readonly rowsOfLocations: Map<number, number>;
  /** The stored records that earlier rows have added: none in a dry run. */
  added(table: NamedTable): ReadonlySet<number>;
}

/** The tables of records that rows refer to by name. */
type NamedTable = "location" | "user" | NamedList;

/** Collects the created records. */
export interface CreatedRecords {
  add(kind: CreatedKind, name: string): void;
  /** Takes one back. */
  remove(kind: CreatedKind, name: string): void;
  /** The number of records of each kind, with the first twenty names. */
  all(): Record<CreatedKind, { count: number; names: string[] }>;
}

/** Kinds of records that an import creates because rows refer to them. */
const CREATED_KINDS = ["locations", "categories", "types", "states", "users"] as const;
export type CreatedKind = (typeof CREATED_KINDS)[number];

/** One value for each kind. */
export function ofEachCreated<T>(make: () => T): Record<CreatedKind, T> {
  return Object.fromEntries(CREATED_KINDS.map((kind) => [kind, make()])) as Record<CreatedKind, T>;
}

/** No records of any kind. */
export const noneCreated: CreatedRecords["all"] = () => ofEachCreated(() => ({ count: 0, names: [] }));

/** A valid row. `write` applies it; no other row may be planned between planning and writing. */
export interface PlannedRow extends RowOutcome {
  /** The unit of its article; null: pieces. Absent: the row is of no article. */
  readonly unit?: string | null;
  write(): void;
}

/** The outcome of a row. */
export interface RowOutcome {
  readonly kind: "create" | "update" | "unchanged";
  /** The key of the record, as text for people. */
  readonly key: string;
  readonly changes: readonly FieldChange[];
}

/** The outcome of a valid row by its changes. */
export function outcomeOf(key: string, isNew: boolean, changes: readonly FieldChange[]): RowOutcome {
  return { kind: isNew ? "create" : changes.length > 0 ? "update" : "unchanged", key, changes };
}

/** A changed field, before and after, as text for people. */
export interface FieldChange {
  readonly field: Field;
  readonly before: ShownValue;
  readonly after: ShownValue;
}

/** A value as text for people; a message: a value of the product, in the language of who reads it. */
export type ShownValue = string | Message | null;
