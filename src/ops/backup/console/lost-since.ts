import { sql } from "kysely";
import { z } from "zod";
import { namedObject } from "../../../http/endpoint/named-object.ts";
import { AUDITED, PARTS } from "../../../storage/database/audit-triggers.ts";
import { type Json, jsonObject } from "../../../storage/database/json.ts";
import type { TableName } from "../../../storage/database/schema.ts";
import { type BoundQuery, sqlite, statement } from "../../../storage/database/statement.ts";
import type { Storage } from "../../../storage/storage.ts";
import type { CommonState } from "./common-until.ts";
import { LOST_BY_TABLE, LOST_KINDS, type LostKind, type LostTable } from "./lost-tables.ts";

const KINDS = Object.keys(LOST_KINDS) as LostKind[];
const TABLES = Object.entries(LOST_BY_TABLE).flatMap(([table, lost]) =>
  typeof lost === "string" ? [] : [{ table: table as TableName, ...lost }],
);

/** Builds one value a kind. */
const ofEach = <T>(make: (kind: LostKind) => T) =>
  Object.fromEntries(KINDS.map((kind) => [kind, make(kind)])) as Record<LostKind, T>;

/**
 * What a restore would lose: everything that was written after the last change of the copy, or all data where the copy is of
 * another installation.
 */
export const LostSince = namedObject("LostSince", {
  fromDT: z.iso
    .datetime()
    .describe(
      "the last change that the copy shares with this server; for a copy of another installation the set-up of this server",
    ),
  toDT: z.iso.datetime().describe("the last change on this server"),
  ...ofEach((kind) => z.int().describe(LOST_KINDS[kind])),
});
export type LostSince = z.output<typeof LostSince>;

/** The entity of a table in the audit. */
function entityOf(table: TableName): string {
  const found = [...AUDITED, ...PARTS].find((one) => one.table === table);
  if (found === undefined) throw new Error(`${table} is not audited`);
  return found.entity;
}

/** The rows of a table after the last one of a time: the newest first, so that the older ones are not read. */
const newerThan = (table: TableName, column: string, at: string) =>
  sql`oid > ifnull((SELECT oid FROM ${sql.table(table)} WHERE ${sql.ref(column)} <= ${at} ORDER BY oid DESC LIMIT 1), 0)`;

/** Entities and ids that were written in a table since. */
function writtenIn(
  { table, written, as = [`'${table}'`, "oid"] }: LostTable & { table: TableName },
  p: CommonState,
) {
  const named = sql.raw(`${as[0]} AS entity, ${as[1]} AS id`);
  switch (written.by) {
    case "audit":
      return sql`SELECT entity, entityId FROM auditEntry WHERE ${newerThan("auditEntry", "at", p.at)}
        AND entity = ${sql.lit(entityOf(table))}`;
    case "event":
      return sql`SELECT 'event', oid FROM securityEvent WHERE lastAt > ${p.at} AND outcome = 'success'
        AND kind IN (${sql.join(written.kinds.map((kind) => sql.lit(kind)))})`;
    case "change":
      return sql`SELECT ${named} FROM ${sql.table(table)} WHERE change > ${p.change}`;
    case "time":
      return sql`SELECT ${named} FROM ${sql.table(table)} WHERE ${newerThan(table, written.column, p.at)}`;
  }
}

const lost = statement((p: CommonState) =>
  sqlite.selectFrom("changeCounter as c").select(({ ref }) => [
    jsonObject<LostSince>({
      fromDT: sql<string>`${p.at}`,
      toDT: ref("c.at"),
      ...ofEach((kind) => {
        const tables = TABLES.filter((table) => table.kind === kind);
        const terms = tables.map((table) => writtenIn(table, p));
        return sql<number>`(SELECT count(*) FROM (SELECT DISTINCT * FROM (${sql.join(terms, sql` UNION ALL `)})))`;
      }),
    }).as("json"),
  ]),
);

/** All data, which a copy of another installation replaces. */
const everything = statement((p: { installedDT: string }) =>
  sqlite.selectFrom("changeCounter as c").select(({ ref }) => [
    jsonObject<LostSince>({
      fromDT: sql<string>`${p.installedDT}`,
      toDT: ref("c.at"),
      ...ofEach((kind) => {
        const terms = TABLES.filter((table) => table.kind === kind).flatMap(({ table, present }) =>
          present === undefined
            ? []
            : [sql`(SELECT count(*) FROM ${sql.table(table)} WHERE ${sql.raw(present)})`],
        );
        return sql<number>`(${sql.join(terms, sql` + `)})`;
      }),
    }).as("json"),
  ]),
);

/** Counts what was written after the state that both have, in the reader thread. */
export function countLostSince({ reader }: Pick<Storage, "reader">, common: CommonState): Promise<LostSince> {
  return counted(reader, lost.bound(common));
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
