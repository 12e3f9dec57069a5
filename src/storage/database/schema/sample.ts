import type { OfTenant } from "./columns.ts";

/** Tables with records of sample data. */
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
