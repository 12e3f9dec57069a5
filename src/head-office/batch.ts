import { type Page, type PagePart, readPage } from "../change-feed/pages.ts";
import type { FedTable } from "../storage/database/fed-tables.ts";
import { parsedRows } from "../storage/database/json.ts";
import type { Storage } from "../storage/storage.ts";
import { changedRecords, copiedLines, kindsIn, removedRecords } from "./store.ts";
import { DELIVERED } from "./tables.ts";

/** Records that one transaction of the head office gets. */
const MAX_RECORDS = 5000;

/** Records of one table. */
export type BatchPart =
  /** Records that the head office does not have yet, as lines of COPY's text format. */
  | { readonly kind: "copy"; readonly table: FedTable; readonly lines: readonly Buffer[] }
  /** Records to insert or replace, as a JSON array, and the ids of those to delete. */
  | {
      readonly kind: "changes";
      readonly table: FedTable;
      readonly records: string;
      readonly removed: readonly number[];
    };

/** A page of the feed in the form of the head office. */
export type Batch = Omit<Page<unknown>, "parts"> & { readonly parts: readonly BatchPart[] };

/** Reads what comes after `since`, for a site (UUID). Every commit in it is on the disk of the site. */
export async function readBatch(
  storage: Storage,
  site: string,
  tenantId: number,
  since: string,
): Promise<Batch> {
  const request = { tenantId, tables: DELIVERED, since, maxChanges: MAX_RECORDS };
  const page = await readPage(storage, request, (part) => readPart(storage, site, tenantId, part));
  await storage.durable();
  return { ...page, parts: page.parts.flat() };
}

async function readPart(
  { reader }: Storage,
  site: string,
  tenantId: number,
  part: PagePart,
): Promise<BatchPart[]> {
  if (!("range" in part)) {
    const { table, oid, last } = part;
    const { pieces } = await reader.rows(
      queryOf(copiedLines, table).bound({ site, tenantId, oid, last }),
      "\n",
    );
    return [{ kind: "copy", table, lines: pieces.map(withoutNul) }];
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
      kind: "changes",
      table,
      records: withoutEscapedNul(`[${Buffer.concat(records.pieces)}]`),
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

/** The same in JSON: `\\u0000`, but not after a backslash, which is the text `\\u0000` itself. */
const withoutEscapedNul = (json: string) =>
  json.includes("\\u0000") ? json.replaceAll(/(?<!\\)((?:\\\\)*)\\u0000/g, "$1\\ufffd") : json;

const NUL = 0;
/** PostgreSQL has no text with NUL, which imports of the first releases accepted. */
function withoutNul(piece: Buffer): Buffer {
  return piece.includes(NUL) ? Buffer.from(piece.toString().replaceAll("\0", "\ufffd")) : piece;
}
