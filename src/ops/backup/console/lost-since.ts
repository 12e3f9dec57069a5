import { sql } from "kysely";
import { z } from "zod";
import { type Json, jsonObject } from "../../../storage/database/json.ts";
import { type BoundQuery, sqlite, statement } from "../../../storage/database/statement.ts";
import type { Storage } from "../../../storage/storage.ts";

/**
 * What a restore would lose: everything that was written after the last change of the copy, or all data where the copy is of
 * another installation.
 */
export const LostSince = z
  .object({
    fromDT: z.iso
      .datetime()
      .describe(
        "the last change that the copy shares with this server; for a copy of another installation the set-up of this server",
      ),
    toDT: z.iso.datetime().describe("the last change on this server"),
    counts: z.int().describe("counts of stocktakes"),
    articles: z.int().describe("articles that were added, changed, moved or deleted"),
    locations: z.int().describe("locations that were added, changed or deleted"),
    users: z.int().describe("users that were added or changed"),
    stocktakes: z.int().describe("stocktakes that were added or changed their state"),
    requests: z.int().describe("transfer and disposal requests that were made or decided"),
    photos: z.int().describe("photos that were added"),
    labels: z.int().describe("print requests"),
    devices: z.int().describe("devices that were paired: they must be paired again"),
  })
  .meta({ id: "LostSince" });
export type LostSince = z.output<typeof LostSince>;

/** Distinct records of an entity in the audit. */
const audited = (entity: string, at: unknown) =>
  sql<number>`(SELECT count(DISTINCT entityId) FROM auditEntry WHERE at > ${at} AND entity = ${sql.lit(entity)})`;

const lost = statement((p: { at: string }) =>
  sqlite.selectFrom("changeCounter as c").select(({ ref }) => [
    jsonObject<LostSince>({
      fromDT: sql<string>`${p.at}`,
      toDT: ref("c.at"),
      counts: sql<number>`(SELECT count(*) FROM countOperation WHERE receivedDT > ${p.at})`,
      articles: audited("article", p.at),
      locations: audited("location", p.at),
      users: audited("user", p.at),
      stocktakes: sql<number>`(SELECT count(*) FROM (
        SELECT inventoryId FROM inventoryTransition WHERE at > ${p.at}
        UNION SELECT entityId FROM auditEntry WHERE at > ${p.at} AND entity = 'inventory'))`,
      requests: sql<number>`(SELECT count(*) FROM articleTransfer WHERE createdDT > ${p.at} OR decidedDT > ${p.at})
        + (SELECT count(*) FROM disposalProposal WHERE proposalDT > ${p.at} OR decidedDT > ${p.at})`,
      photos: sql<number>`(SELECT count(*) FROM photo WHERE createdDT > ${p.at} AND deleted = 0)`,
      labels: sql<number>`(SELECT count(*) FROM printRequest WHERE createdDT > ${p.at})`,
      devices: sql<number>`(SELECT count(*) FROM deviceToken WHERE createdDT > ${p.at} AND revokedDT IS NULL)`,
    }).as("json"),
  ]),
);

const rowsOf = (table: string) => sql<number>`(SELECT count(*) FROM ${sql.table(table)})`;
const presentIn = (table: string) =>
  sql<number>`(SELECT count(*) FROM ${sql.table(table)} WHERE deleted = 0)`;

/** All data, which a copy of another installation replaces. */
const everything = statement((p: { installedDT: string }) =>
  sqlite.selectFrom("changeCounter as c").select(({ ref }) => [
    jsonObject<LostSince>({
      fromDT: sql<string>`${p.installedDT}`,
      toDT: ref("c.at"),
      counts: rowsOf("countOperation"),
      articles: presentIn("article"),
      locations: presentIn("location"),
      users: rowsOf("user"),
      stocktakes: rowsOf("inventory"),
      requests: sql<number>`${rowsOf("articleTransfer")} + ${rowsOf("disposalProposal")}`,
      photos: presentIn("photo"),
      labels: rowsOf("printRequest"),
      devices: sql<number>`(SELECT count(*) FROM deviceToken WHERE revokedDT IS NULL)`,
    }).as("json"),
  ]),
);

/** Counts what was written after `at` (ISO 8601), in the reader thread. */
export function countLostSince({ reader }: Pick<Storage, "reader">, at: string): Promise<LostSince> {
  return counted(reader, lost.bound({ at }));
}

/** Counts all data of a server that was set up at `installedDT`, in the reader thread. */
export function countEverything(
  { reader }: Pick<Storage, "reader">,
  installedDT: string,
): Promise<LostSince> {
  return counted(reader, everything.bound({ installedDT }));
}

async function counted(reader: Storage["reader"], query: BoundQuery): Promise<LostSince> {
  const { pieces } = await reader.rows(query);
  // SQLite builds the JSON as the query declares it.
  return JSON.parse(Buffer.concat(pieces).toString()) as Json<LostSince> & LostSince;
}
