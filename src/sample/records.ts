import { sql } from "kysely";
import { SAMPLE_TABLES, type SampleTable } from "../storage/database/schema.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";
import { deleteFrom, replaceInto, selectFrom } from "../storage/database/table-statements.ts";

// Marks of sample records. Each record is marked when it is created, and stays marked after any change. The undo of the job that
// has added them leaves the marks of the records that it removes. Ids are not used again, so these marks have no effect.

/** Key of the records of one tenant. */
export type TenantKey = { tenantId: number };

/** The oids of the tenant's sample records of a table. */
export const sampleOids = (tenantId: number, tableName: SampleTable) =>
  sqlite
    .selectFrom("sampleRecord")
    .select("sampleRecord.oid")
    .where("sampleRecord.tenantId", "=", tenantId)
    .where("sampleRecord.tableName", "=", sql.lit(tableName));

const oids = selectFrom("sampleRecord", ["tenantId", "tableName"], ["oid"]);
const removeAll = deleteFrom("sampleRecord", ["tenantId"]);
const insert = replaceInto("sampleRecord", ["tenantId", "tableName", "oid"]);
const exists = (table: SampleTable) =>
  sql<boolean>`(s.tableName = ${sql.lit(table)} AND EXISTS (SELECT 1 FROM ${sql.table(table)} r WHERE r.oid = s.oid))`;
const any = statement((p: TenantKey) =>
  sqlite
    .selectFrom("sampleRecord as s")
    .select("s.oid")
    .where("s.tenantId", "=", p.tenantId)
    .where(({ or }) => or(SAMPLE_TABLES.map(exists)))
    .limit(sql.lit(1)),
);
const ownArticle = statement((p: TenantKey) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.deleted", "=", sql.lit(0))
    .where("a.oid", "not in", sampleOids(p.tenantId, "article"))
    .select("a.oid")
    .limit(sql.lit(1)),
);

const ownClosedInventory = statement((p: TenantKey) =>
  sqlite
    .selectFrom("inventory as v")
    .where("v.tenantId", "=", p.tenantId)
    .where("v.isClosed", "=", sql.lit(1))
    .where("v.oid", "not in", sampleOids(p.tenantId, "inventory"))
    .select("v.oid")
    .limit(sql.lit(1)),
);
const anyOwnArticle = statement((p: { deleted: 0 }) =>
  sqlite
    .selectFrom("article as a")
    .where("a.deleted", "=", p.deleted)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("sampleRecord as s")
            .select("s.oid")
            .whereRef("s.tenantId", "=", "a.tenantId")
            .where("s.tableName", "=", sql.lit("article"))
            .whereRef("s.oid", "=", "a.oid"),
        ),
      ),
    )
    .select("a.oid")
    .limit(sql.lit(1)),
);

/** Marks a record as sample data, if it is not marked yet. Returns its oid. */
export function markAsSample(tx: Tx, tenantId: number, tableName: SampleTable, oid: number): number {
  insert.run(tx, { tenantId, tableName, oid });
  return oid;
}

/** The ids of the tenant's sample records of a table. */
export function listSampleOids(db: Db, tenantId: number, tableName: SampleTable): number[] {
  return oids.all(db, { tenantId, tableName }).map(({ oid }) => oid);
}

/** Removes all marks of a tenant, when its sample records are gone. */
export function removeMarks(tx: Tx, tenantId: number): void {
  removeAll.run(tx, { tenantId });
}

/** True until the sample data are removed or undone completely, even if all records were deleted individually. */
export function hasSample(db: Db, tenantId: number): boolean {
  return any.first(db, { tenantId }) !== null;
}

/** True if the tenant has a closed stocktake that is not sample data. */
export function hasOwnClosedInventory(db: Db, tenantId: number): boolean {
  return ownClosedInventory.first(db, { tenantId }) !== null;
}

/** True if any tenant has an article that is not sample data. Deleted articles do not count. */
export function hasAnyOwnArticle(db: Db): boolean {
  return anyOwnArticle.first(db, { deleted: 0 }) !== null;
}

/** True if the tenant has an article of its own that is not deleted. */
export function hasOwnArticle(db: Db, tenantId: number): boolean {
  return ownArticle.first(db, { tenantId }) !== null;
}
