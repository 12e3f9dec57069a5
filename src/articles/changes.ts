import { sql } from "kysely";
import { z } from "zod";
import { type ChangeSource, pageJson, readChanges } from "../change-feed/follow.ts";
import type { Pack } from "../domain/packs.ts";
import { type Cursor, cursorText, readCursor } from "../http/endpoint/cursor.ts";
import { ARTICLE } from "../records/article.ts";
import { type JsonPieces, jsonObject, parsedRows, terminalProperties } from "../storage/database/json.ts";
import type { Flag } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import type { Storage } from "../storage/storage.ts";
import { codesOfRow } from "./codes/store.ts";
import type { ArticleWithCodes, ArticleWithFields } from "./shapes.ts";
import { articleProperties, articlesByOids } from "./store.ts";

// Changes of articles in transaction order. A change committed during a read has a higher number than all existing ones, so it
// is always after the cursor.

/** The position after which the next page starts. */
type ChangePosition = { tenantId: number; change: number; oid: number; limit: number };

const rowsOf = (tenantId: number) =>
  sqlite
    .selectFrom("article as a")
    .select(["a.oid", "a.change", "a.deleted"])
    .where("a.tenantId", "=", tenantId);
/** Articles whose rows were removed, as deleted ones. */
const removedRowsOf = (tenantId: number) =>
  sqlite
    .selectFrom("deletedArticle as g")
    .select(["g.oid", "g.change", sql.lit<Flag>(1).as("deleted")])
    .where("g.tenantId", "=", tenantId);

/** Each table in two index ranges, because one transaction may have changed a million articles. */
const changesAfter = statement((p: ChangePosition) =>
  sqlite
    .selectFrom(
      rowsOf(p.tenantId)
        .where("a.change", "=", p.change)
        .where("a.oid", ">", p.oid)
        .unionAll(rowsOf(p.tenantId).where("a.change", ">", p.change))
        .unionAll(removedRowsOf(p.tenantId).where("g.change", "=", p.change).where("g.oid", ">", p.oid))
        .unionAll(removedRowsOf(p.tenantId).where("g.change", ">", p.change))
        .orderBy("change")
        .orderBy("oid")
        .limit(p.limit)
        .as("n"),
    )
    .select(sql`json_array(n.oid, n.change, n.deleted)`.as("json")),
);
const ChangeRows = z.array(z.tuple([z.int(), z.int(), z.int()]));

type Listed = { tenantId: number; oids: string };
const withCodes = () => ({ ...articleProperties(), codes: codesOfRow() });
const listItems = statement((p: Listed) =>
  articlesByOids(p).select(jsonObject<ArticleWithCodes>(withCodes()).as("json")),
);
const listItemsWithFields = statement((p: Listed) =>
  articlesByOids(p).select(
    jsonObject<ArticleWithFields>({
      ...withCodes(),
      ...terminalProperties(ARTICLE, "a"),
      fields: sql<Record<string, string> | null>`json(a.customValues)`,
      packs: sql<Pack[] | null>`json(a.packs)`,
    }).as("json"),
  ),
);

/** The articles of a page, and the ids of those that were deleted. */
type Content = Readonly<Record<"articles" | "deleted", readonly Buffer[]>>;

/** At most `limit` changes of a tenant's articles since the cursor, as ArticleChanges. Throws Invalid on a malformed cursor. */
export async function changesSince(
  { reader, timeline, versions }: Storage,
  tenantId: number,
  { since, limit, withFields }: { since: string; limit: number; withFields: boolean },
): Promise<JsonPieces<unknown>> {
  const after = async (from: Pick<ChangePosition, "change" | "oid">, newest: number) => {
    const bound = changesAfter.bound({ tenantId, ...from, limit: limit + 1 });
    const found = ChangeRows.parse(parsedRows(await reader.rows(bound)));
    const page = found.slice(0, limit);
    const hasMore = found.length > limit;
    const [lastOid, lastChange] = page.at(-1) ?? [0, 0];
    const next: Cursor = hasMore
      ? { change: lastChange - 1, oid: lastOid }
      : { change: Math.max(newest, lastChange), oid: 0 };
    const oids = JSON.stringify(page.filter(([, , isDeleted]) => isDeleted === 0).map(([oid]) => oid));
    // An article changed meanwhile is returned in its new state, and once more on a later page.
    const query = withFields ? listItemsWithFields : listItems;
    const { pieces: articles } = await reader.rows(query.bound({ tenantId, oids }));
    const deleted = page.filter(([, , isDeleted]) => isDeleted === 1).map(([oid]) => oid);
    return { next, hasMore, content: { articles, deleted: [Buffer.from(deleted.join(","))] } };
  };
  const source: ChangeSource<Cursor, Content> = {
    newest: () => versions.of(tenantId, ["article"]),
    parse: (cursor, newest) => readCursor(cursor, timeline, newest),
    text: (position) => cursorText(position, timeline),
    follow: ({ change, oid }, newest) => after({ change: change + 1, oid }, newest),
    async begin(newest) {
      const part = await after({ change: 0, oid: 0 }, newest);
      return { ...part, content: { ...part.content, deleted: [] } };
    },
  };
  const { cursor, isWhole, hasMore, content } = await readChanges(source, since);
  return pageJson({ cursor, isWhole, hasMore }, content);
}
