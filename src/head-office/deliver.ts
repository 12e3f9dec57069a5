import { type RawBuilder, sql } from "kysely";
import type { Client } from "pg";
import { type Page, type PagePart, readPage } from "../change-feed/pages.ts";
import { type EntryRange, entriesOf, jsonRecord, ofTenant, pageRecords } from "../change-feed/queries.ts";
import { foundLocation, movedBeforeCount } from "../inventories/items/second-count-sql.ts";
import { errorCode } from "../platform/error-code.ts";
import type { FedTable } from "../storage/database/feed-triggers.ts";
import { parsedRows } from "../storage/database/json.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { DELIVERED, type OfficeColumn, officeColumns, officeTable } from "./tables.ts";

/** A site, as the head office knows it. */
export interface Site {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** Version of the software. */
  readonly version: string;
  /** The machine that delivers. */
  readonly machine: string;
}

/** Another machine delivers for the same site: a copy of the data folder runs elsewhere. */
export class OtherMachine extends Error {}

/** The login is that of another site. */
export class LoginOfOtherSite extends Error {}

/** The site has another login, or none. */
export class SiteOfOtherLogin extends Error {}

/** A machine may take over a site of which the head office has not heard for this time. */
const SILENT_MINUTES = 10;
/** Rows that one statement removes. */
const REMOVED_ROWS = 50_000;

/**
 * Registers the site, and binds it to this login where logins are limited to their rows. Returns the cursor of its last batch; empty:
 * there was none, or another version has delivered it, which may not know all columns. Rejects with OtherMachine, LoginOfOtherSite and
 * SiteOfOtherLogin.
 */
export async function registerSite(client: Client, { id, name, version, machine }: Site): Promise<string> {
  const values = [id, name, machine, version];
  const isLimited = (await client.query(IS_LIMITED)).rowCount === 1;
  const column = isLimited ? "login" : "last_login";
  try {
    await client.query(
      `INSERT INTO tallybox.site (site, name, cursor, machine, version, is_loading, heard_at, ${column})
       VALUES ($1, $2, '', $3, $4, true, now(), session_user::text) ON CONFLICT (site) DO NOTHING`,
      values,
    );
  } catch (error) {
    throw errorCode(error) === DUPLICATE ? new LoginOfOtherSite() : error;
  }
  const noted = isLimited ? "" : ", last_login = session_user::text";
  const taken = await client.query<{ cursor: string }>(
    `UPDATE tallybox.site SET name = $2, machine = $3, cursor = CASE WHEN version = $4 THEN cursor ELSE '' END,
       version = $4, heard_at = now() ${noted}
     WHERE site = $1 AND (machine = $3 OR heard_at < now() - interval '${SILENT_MINUTES} minutes')
     RETURNING cursor`,
    values,
  );
  const [row] = taken.rows;
  if (row !== undefined) return row.cursor;
  if (!isLimited) throw new OtherMachine();
  const own = await client.query(
    "SELECT 1 FROM tallybox.site WHERE site = $1 AND login = session_user::text",
    [id],
  );
  throw own.rowCount === 0 ? new SiteOfOtherLogin() : new OtherMachine();
}

/** A row: the database limits the rows of this login. */
const IS_LIMITED = `SELECT 1 FROM pg_catalog.pg_class
  WHERE oid = 'tallybox.site'::regclass AND relrowsecurity AND NOT pg_catalog.pg_has_role(relowner, 'USAGE')`;

const DUPLICATE = "23505";

/**
 * Delivers a batch: its records and its cursor in one transaction, so each change counts once. `since` is the cursor before it.
 * Rejects with OtherMachine where the head office has another cursor, and with the error of the database; then nothing is changed.
 */
export async function deliver(client: Client, site: Site, since: string, batch: Batch): Promise<void> {
  await client.query("BEGIN");
  // The first statement locks the site's row: a second machine waits here and then finds another cursor.
  const taken = await client.query(
    `UPDATE tallybox.site SET cursor = $3, name = $5, heard_at = now(), is_loading = $6, ${currentAt(batch)}
     WHERE site = $1 AND cursor = $2 AND machine = $4`,
    [site.id, since, batch.cursor, site.machine, site.name, batch.isCopying],
  );
  if (taken.rowCount !== 1) {
    await client.query("ROLLBACK");
    throw new OtherMachine();
  }
  if (batch.isWhole) for (const table of DELIVERED) await removeAll(client, site.id, table);
  for (const part of batch.parts) await deliverPart(client, site.id, part);
  await client.query("COMMIT");
}

/** Removes all rows of a table, in statements that each take a moment. */
async function removeAll(client: Client, site: string, table: FedTable): Promise<void> {
  const name = officeTable(table);
  const text = `DELETE FROM ${name} WHERE site = $1 AND oid IN
    (SELECT oid FROM ${name} WHERE site = $1 ORDER BY oid LIMIT ${REMOVED_ROWS})`;
  while ((await client.query(text, [site])).rowCount === REMOVED_ROWS);
}

/** The time of the site's records. Citus permits no now() in a CASE. */
function currentAt({ hasMore, isCopying }: Batch): string {
  if (!hasMore) return "current_at = now()";
  return `current_at = ${isCopying ? "NULL" : "current_at"}`;
}

async function deliverPart(
  client: Client,
  site: string,
  { table, records, removed }: BatchPart,
): Promise<void> {
  if (records !== "[]") await client.query(upsertOf(table), [site, records]);
  if (removed.length > 0)
    await client.query(`DELETE FROM ${officeTable(table)} WHERE site = $1 AND oid = ANY($2::bigint[])`, [
      site,
      removed,
    ]);
}

/** Inserts or replaces the records of the JSON array `$2`. */
function upsertOf(table: FedTable): string {
  const columns = officeColumns(table);
  const names = columns.map(({ name }) => name);
  const isTime = ({ type }: OfficeColumn) => type === "timestamptz";
  // PostgreSQL has no year 0, which earlier versions of the site accepted.
  const values = columns.map((column) => {
    const value = `x."${column.property}"`;
    return isTime(column) ? `CASE WHEN ${value} >= '0001' THEN ${value}::timestamptz END` : value;
  });
  const types = columns.map((column) => `"${column.property}" ${isTime(column) ? "text" : column.type}`);
  const updates = names.filter((name) => name !== "oid").map((name) => `${name} = excluded.${name}`);
  return `INSERT INTO ${officeTable(table)} (site, ${names.join(", ")})
    SELECT $1::uuid, ${values.join(", ")} FROM json_to_recordset($2::json) AS x(${types.join(", ")})
    ON CONFLICT (site, oid) DO UPDATE SET ${updates.join(", ")}`;
}

/** Entries of the feed that one transaction of the head office gets: with an item come those that depend on it. */
const MAX_RECORDS = 5000;

/** Records of one table. */
interface BatchPart {
  readonly table: FedTable;
  /** The records to insert or replace, as a JSON array. */
  readonly records: string;
  /** The ids of those to delete. */
  readonly removed: readonly number[];
}

/** A page of the feed in the form of the head office. */
type Batch = Omit<Page<unknown>, "parts"> & { readonly parts: readonly BatchPart[] };

/** Reads what comes after `since`. Every commit in it is on the disk of the site. */
export async function readBatch(storage: Storage, tenantId: number, since: string): Promise<Batch> {
  const request = { tenantId, tables: DELIVERED, since, maxChanges: MAX_RECORDS };
  const page = await readPage(storage, request, (part) => readPart(storage, tenantId, part));
  await storage.durable();
  return { ...page, parts: page.parts.flat() };
}

async function readPart({ reader }: Storage, tenantId: number, part: PagePart): Promise<BatchPart[]> {
  if (!("range" in part)) {
    const { table, oid, last } = part;
    const { pieces } = await reader.rows(queryOf(loadedRecords, table).bound({ tenantId, oid, last }));
    return [{ table, records: jsonArray(pieces), removed: [] }];
  }
  const kinds = parsedRows(await reader.rows(kindsIn.bound(part.range)));
  const parts: BatchPart[] = [];
  for (const table of DELIVERED) {
    if (!Array.isArray(kinds) || !kinds.includes(table.kind)) continue;
    const range = { ...part.range, kinds: `[${table.kind}]` };
    // In this order: a record that is deleted in between is in both, and then deleted.
    const records = await reader.rows(queryOf(changedRecords, table).bound(range));
    const removed = await reader.rows(queryOf(removedRecords, table).bound(range));
    parts.push({
      table,
      records: jsonArray(records.pieces),
      removed: (parsedRows(removed) as unknown[]).map(Number),
    });
  }
  return parts;
}

function queryOf<T>(queries: ReadonlyMap<number, T>, { kind, table }: FedTable): T {
  const query = queries.get(kind);
  if (query === undefined) throw new Error(`${table} is not delivered`);
  return query;
}

/** PostgreSQL has no text with NUL, which imports of the first releases accepted. A backslash before `\\u0000` makes it a text of its own. */
function jsonArray(pieces: readonly Buffer[]): string {
  const json = `[${Buffer.concat(pieces)}]`;
  return json.includes("\\u0000") ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, "$1\\ufffd") : json;
}

// Queries of the site's records in the forms that PostgreSQL reads. They run in the reader thread.

/** The tables of which a range has entries, as numbers. */
const kindsIn = statement((p: EntryRange) =>
  sqlite
    .selectFrom(entriesOf(p).select("e.kind").distinct().orderBy("e.kind").as("n"))
    .select(sql<string>`json(n.kind)`.as("json")),
);

/** The record `r` of a table as a JSON object with all columns of the head office. */
function officeRecord(one: FedTable): RawBuilder<unknown> {
  const record = jsonRecord(one);
  switch (one.table) {
    case "article":
      return sql`json_insert(${record}, '$.codeFolded', r.codeFolded, '$.nameFolded', r.nameFolded)`;
    case "inventoryItem":
      return sql`json_insert(${record}, '$.movedBeforeCount', (SELECT ${movedBeforeCount()}
        FROM ${sql.table("inventoryItem")} AS i WHERE i.oid = r.oid))`;
    default:
      return record;
  }
}

/** The ids of the records that a range's entries change. The figures of an item that was found elsewhere depend on the others of its article. */
function changedIds({ table }: FedTable, p: EntryRange): RawBuilder<unknown> {
  const ids = entriesOf(p).select("e.recordId");
  if (table !== "inventoryItem") return sql`${ids}`;
  const items = sql.table("inventoryItem");
  return sql`SELECT i.oid FROM ${items} AS other JOIN ${items} AS i
    ON i.articleId = other.articleId AND i.inventoryId = other.inventoryId
    WHERE other.oid IN (${ids}) AND (i.oid = other.oid OR ifnull(${foundLocation()}, i.locationId) IS NOT i.locationId)`;
}

/** The records of a range's entries of one table, each as JSON. */
const changed = (one: FedTable) =>
  statement((p: EntryRange) =>
    sqlite
      .selectFrom(
        sql<{ json: string }>`(SELECT ${officeRecord(one)} AS json FROM ${sql.table(one.table)} AS r
          WHERE r.oid IN (${changedIds(one, p)}) AND ${ofTenant(one, p.tenantId)})`.as("n"),
      )
      .select("n.json"),
  );

/** The ids of a range's entries of one table whose records are no longer there. */
const removed = (one: FedTable) =>
  statement((p: EntryRange) =>
    sqlite
      .selectFrom(
        sql<{
          json: string;
        }>`(SELECT DISTINCT json(e.recordId) AS json FROM (${entriesOf(p).select("e.recordId")}) AS e
          WHERE NOT EXISTS (SELECT 1 FROM ${sql.table(one.table)} AS r
            WHERE r.oid = e.recordId AND ${ofTenant(one, p.tenantId)}))`.as("n"),
      )
      .select("n.json"),
  );

const byKind = <T>(query: (one: FedTable) => T): ReadonlyMap<number, T> =>
  new Map(DELIVERED.map((one) => [one.kind, query(one)]));

/** The queries of each table, by its number. */
const changedRecords = byKind(changed);
const removedRecords = byKind(removed);
const loadedRecords = byKind((one) => pageRecords(one, () => officeRecord(one)));
