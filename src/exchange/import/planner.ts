import type { Db } from "../../storage/database/statement.ts";
import type { Column } from "./columns.ts";
import type { RowKeys } from "./duplicate-rows.ts";
import type { ImportWriter } from "./import-writer.ts";
import type { ReportIssue } from "./issues.ts";
import type { CreatedRecords, RowOutcome } from "./plan-result.ts";
import type { Field, Row, Values } from "./values.ts";

/** The tables of records that rows refer to by name. */
type NamedTable = "location" | "articleCategory" | "articleType" | "articleState" | "user";

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
  /** The headers of the file, by field. */
  readonly headers: Readonly<Partial<Record<Field, string>>>;
  /** Values of new records whose rows have none. */
  readonly defaults: Values;
  /** The row number of each location that a row of locations has named. */
  readonly rowsOfLocations: Map<number, number>;
  /** The stored records that earlier rows have added: none in a dry run. */
  added(table: NamedTable): ReadonlySet<number>;
}

/** A valid row. `write` applies it; no other row may be planned between planning and writing. */
export interface PlannedRow extends RowOutcome {
  write(): void;
}

/** Plans a row without changing data. Reports issues; null: the row has errors. */
export type Planner = (row: Row, report: ReportIssue) => PlannedRow | null;
