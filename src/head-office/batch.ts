import { type Page, type PagePart, readPage } from "../change-feed/pages.ts";
import type { FedTable } from "../storage/database/feed-triggers.ts";
import { parsedRows } from "../storage/database/json.ts";
import type { Storage } from "../storage/storage.ts";
import { changedRecords, kindsIn, loadedRecords, removedRecords } from "./store.ts";
import { DELIVERED } from "./tables.ts";

/** Records that one transaction of the head office gets. */
const MAX_RECORDS = 5000;

/** Records of one table. */
export interface BatchPart {
  readonly table: FedTable;
  /** The records to insert or replace, as a JSON array. */
  readonly records: string;
  /** The ids of those to delete. */
  readonly removed: readonly number[];
}

/** A page of the feed in the form of the head office. */
export type Batch = Omit<Page<unknown>, "parts"> & { readonly parts: readonly BatchPart[] };

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
