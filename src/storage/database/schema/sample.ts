import type { OfTenant } from "./columns.ts";

// Sample data (migration 13).

/** The tables that sample data has records of its own in. */
export type SampleTable =
  | "location"
  | "articleCategory"
  | "articleType"
  | "article"
  | "printFormat"
  | "inventory";

/** A record of a tenant's sample data. */
export interface SampleRecordTable extends OfTenant {
  tableName: SampleTable;
  oid: number;
}
