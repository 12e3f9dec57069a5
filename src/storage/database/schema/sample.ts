import type { OfTenant } from "./columns.ts";

/** Tables with records of sample data. */
export const SAMPLE_TABLES = [
  "article",
  "location",
  "articleCategory",
  "articleType",
  "printFormat",
  "inventory",
] as const;
export type SampleTable = (typeof SAMPLE_TABLES)[number];

/** A record of a tenant's sample data. */
export interface SampleRecordTable extends OfTenant {
  tableName: SampleTable;
  oid: number;
}
