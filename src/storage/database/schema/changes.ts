import type { Generated } from "kysely";

/** A write of a record of the change feed. */
export interface ChangeEntryTable {
  seq: Generated<number>;
  tenantId: number | null;
  kind: number;
  recordId: number;
}
