import { sql } from "kysely";
import { z } from "zod";
import { type Cursor, cursorText, readCursor } from "../http/endpoint/cursor.ts";
import { type Piece, parsedRows } from "../storage/database/json.ts";
import type { Flag } from "../storage/database/schema/columns.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { articleJson, articlesNamed } from "./store.ts";

// What changed of the articles, in the order of the transactions that did it. A change that is committed while one is read
// has a higher number than all that are there, so it is behind the cursor, never before it.

/** The position in that order after which it goes on. */
type After = { tenantId: number; change: number; oid: number; most: number };

const rowsOf = (tenantId: number) =>
  sqlite
    .selectFrom("article as a")
    .select(["a.oid", "a.change", "a.deleted"])
    .where("a.tenantId", "=", tenantId);
/** Those whose rows are gone, as deleted ones. */
const goneOf = (tenantId: number) =>
  sqlite
    .selectFrom("articleGone as g")
    .select(["g.oid", "g.change", sql.lit<Flag>(1).as("deleted")])
    .where("g.tenantId", "=", tenantId);

/** In two halves, each of them a range of the index: one transaction may have changed a million. */
const following = statement((p: After) =>
  sqlite
    .selectFrom(
      rowsOf(p.tenantId)
        .where("a.change", "=", p.change)
        .where("a.oid", ">", p.oid)
        .unionAll(rowsOf(p.tenantId).where("a.change", ">", p.change))
        .unionAll(goneOf(p.tenantId).where("g.change", "=", p.change).where("g.oid", ">", p.oid))
        .unionAll(goneOf(p.tenantId).where("g.change", ">", p.change))
        .orderBy("change")
        .orderBy("oid")
        .limit(p.most)
        .as("n"),
    )
    .select(sql`json_array(n.oid, n.change, n.deleted)`.as("json")),
);
const Following = z.array(z.tuple([z.int(), z.int(), z.int()]));

const named = statement((p: { tenantId: number; oids: string }) =>
  articlesNamed(p).select(articleJson().as("json")),
);

/**
 * At most `limit` changes of a tenant's articles since the cursor, as the bytes of ArticleChanges. Without a cursor, or with
 * one of another time line, all articles from the beginning. Throws Invalid on what is no cursor.
 */
export async function changesSince(
  { reader, timeline, versions }: Storage,
  tenantId: number,
  since: string,
  limit: number,
): Promise<{ pieces: Piece[] }> {
  // Known before anything is read: what is committed up to here is on the pages up to here.
  const newest = versions.of(tenantId, ["article"]);
  const given = readCursor(since, timeline, newest);
  const from = given === null ? { change: 0, oid: 0 } : { change: given.change + 1, oid: given.oid };
  const found = Following.parse(
    parsedRows(await reader.rows(following.bound({ tenantId, ...from, most: limit + 1 }))),
  );
  const page = found.slice(0, limit);
  const hasMore = found.length > limit;
  const [lastOid, lastChange] = page.at(-1) ?? [0, 0];
  const next: Cursor = hasMore
    ? { change: lastChange - 1, oid: lastOid }
    : { change: Math.max(newest, lastChange), oid: 0 };
  const oids = JSON.stringify(page.filter(([, , deleted]) => deleted === 0).map(([oid]) => oid));
  // One that is changed again just now comes as it is now, and once more later.
  const articles = await reader.rows(named.bound({ tenantId, oids }));
  const isWhole = given === null;
  const deleted = isWhole ? [] : page.filter(([, , isDeleted]) => isDeleted === 1).map(([oid]) => oid);
  const head = `{"cursor":"${cursorText(next, timeline)}","isWhole":${isWhole},"hasMore":${hasMore},"articles":[`;
  return {
    pieces: [Buffer.from(head), ...articles.pieces, Buffer.from(`],"deleted":${JSON.stringify(deleted)}}`)],
  };
}
