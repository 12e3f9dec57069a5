import { sql } from "kysely";
import { articlesOf } from "../articles/store.ts";
import type { SampleTable } from "../storage/database/schema/sample.ts";
import { type Db, sqlite, statement, type Tx } from "../storage/database/statement.ts";

// Which records are the sample's: each is noted when it is made, and stays one whatever is done to it.

export type TenantKey = { tenantId: number };

/** The oids of the tenant's sample records of a table. */
export const sampleOids = (tenantId: number, tableName: SampleTable) =>
  sqlite
    .selectFrom("sampleRecord")
    .select("sampleRecord.oid")
    .where("sampleRecord.tenantId", "=", tenantId)
    .where("sampleRecord.tableName", "=", sql.lit(tableName));

const insert = statement((p: TenantKey & { tableName: SampleTable; oid: number }) =>
  sqlite.insertInto("sampleRecord").values({ tenantId: p.tenantId, tableName: p.tableName, oid: p.oid }),
);
const any = statement((p: TenantKey) =>
  sqlite.selectFrom("sampleRecord").select("oid").where("tenantId", "=", p.tenantId).limit(sql.lit(1)),
);
const ownArticle = statement((p: TenantKey) =>
  articlesOf(p.tenantId)
    .where("a.oid", "not in", sampleOids(p.tenantId, "article"))
    .select("a.oid")
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

/** Notes that a record is one of the sample; gives its oid again. */
export function markAsSample(tx: Tx, tenantId: number, tableName: SampleTable, oid: number): number {
  insert.run(tx, { tenantId, tableName, oid });
  return oid;
}

/** True while the tenant has sample data, also where all of it was deleted by hand. */
export function hasSample(db: Db, tenantId: number): boolean {
  return any.first(db, { tenantId }) !== null;
}

/** True when any tenant has an article that is no sample data. */
export function hasAnyOwnArticle(db: Db): boolean {
  return anyOwnArticle.first(db, { deleted: 0 }) !== null;
}

/** True when the tenant has a living article of its own. */
export function hasOwnArticle(db: Db, tenantId: number): boolean {
  return ownArticle.first(db, { tenantId }) !== null;
}
