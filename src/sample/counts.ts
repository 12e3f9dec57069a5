import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { namedObject } from "../http/endpoint/named-object.ts";
import type { SampleTable } from "../storage/database/schema.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import { hasSample, sampleOids, type TenantKey } from "./records.ts";
import { dependentInventories } from "./remove.ts";

const quantity = () => z.int().nonnegative();

/** The numbers of sample records. */
export const SampleData = namedObject("SampleData", {
  isThere: z.boolean(),
  articles: quantity(),
  locations: quantity(),
  categories: quantity(),
  types: quantity(),
  formats: quantity(),
  inventories: quantity(),
  onTop: z
    .object({
      inventories: quantity(),
      counts: quantity(),
      photos: quantity(),
      printRequests: quantity(),
      requests: quantity().describe("transfers and disposal requests"),
    })
    .describe("records created with the sample data, which are removed with them"),
});
export type SampleData = z.output<typeof SampleData>;

const count = (rows: RawBuilder<unknown>) => sql<number>`(SELECT count(*) FROM ${rows})`;
/** The number of sample records in a table, without deleted ones. */
const living = (tenantId: number, table: SampleTable, hasDeleted: boolean) =>
  count(
    sql`${sql.table(table)} WHERE oid IN ${sampleOids(tenantId, table)} ${hasDeleted ? sql`AND deleted = 0` : sql``}`,
  );

const own = statement((p: TenantKey) =>
  sqlite.selectNoFrom([
    living(p.tenantId, "article", true).as("articles"),
    living(p.tenantId, "location", true).as("locations"),
    living(p.tenantId, "articleCategory", false).as("categories"),
    living(p.tenantId, "articleType", false).as("types"),
    living(p.tenantId, "printFormat", true).as("formats"),
    living(p.tenantId, "inventory", false).as("inventories"),
  ]),
);

const onTop = statement((p: TenantKey) => {
  const articles = sampleOids(p.tenantId, "article");
  const inventories = dependentInventories(p.tenantId);
  return sqlite.selectNoFrom([
    count(
      sql`inventory WHERE oid IN ${inventories} AND oid NOT IN ${sampleOids(p.tenantId, "inventory")}`,
    ).as("inventories"),
    count(sql`countOperation WHERE inventoryId IN ${inventories}`).as("counts"),
    count(
      sql`photo WHERE deleted = 0 AND (articleId IN ${articles}
        OR inventoryItemId IN (SELECT oid FROM inventoryItem WHERE inventoryId IN ${inventories})
        OR countOperationId IN (SELECT oid FROM countOperation WHERE inventoryId IN ${inventories}))`,
    ).as("photos"),
    count(
      sql`printRequest WHERE tenantId = ${p.tenantId}
        AND (articleId IN ${articles} OR locationId IN ${sampleOids(p.tenantId, "location")}
          OR labelFormatId IN ${sampleOids(p.tenantId, "printFormat")})`,
    ).as("printRequests"),
    sql<number>`${count(
      sql`articleTransfer WHERE state <> 'deleted' AND (articleId IN ${articles}
        OR targetLocationId IN ${sampleOids(p.tenantId, "location")})`,
    )} + ${count(sql`disposalProposal WHERE articleId IN ${articles}`)}`.as("requests"),
  ]);
});

/** Counts the tenant's sample records and their dependents. */
export function readSampleData(db: Db, tenantId: number): SampleData {
  const [counted, made] = [own.first(db, { tenantId }), onTop.first(db, { tenantId })];
  if (counted === null || made === null) throw new Error("the query for counts returned no row");
  return { isThere: hasSample(db, tenantId), ...counted, onTop: made };
}
