import { type Expression, sql } from "kysely";
import { z } from "zod";
import { Conflict, type FieldError } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { jsonObject } from "../storage/database/json.ts";
import type { Reader } from "../storage/database/reader.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import type { CatalogueUses } from "./shapes.ts";
import { type CatalogueName, ofEach } from "./store.ts";

const Counted = z.object({
  articles: z.int(),
  deletedArticles: z.int(),
  inventoryItems: z.int(),
  disposalProposals: z.int(),
});
/** Numbers of records that refer to a catalogue record. Deleted articles keep their references. */
export type Uses = z.output<typeof Counted>;

/** The column of `article` that refers to each catalogue. */
export const ARTICLE_COLUMNS = {
  articleCategory: "categoryId",
  articleType: "typeId",
  articleState: "stateId",
  currencyType: "currencyTypeId",
  articleDisposalMethod: "disposalMethodId",
  articleDisposalReason: "disposalReasonId",
} as const;

const uses = ofEach((catalogue) =>
  statement(({ oid }: { oid: number }) => {
    const articles = sqlite.selectFrom("article").where(ARTICLE_COLUMNS[catalogue], "=", oid);
    return sqlite.selectNoFrom(
      jsonObject<Uses>({
        articles: count(articles),
        deletedArticles: count(articles.where("deleted", "=", 1)),
        ...byDisposals(catalogue, oid),
      }).as("json"),
    );
  }),
);

function byDisposals(catalogue: CatalogueName, oid: number | Expression<number>) {
  if (catalogue !== "articleDisposalMethod" && catalogue !== "articleDisposalReason") {
    return { inventoryItems: sql.lit(0), disposalProposals: sql.lit(0) };
  }
  const column = ARTICLE_COLUMNS[catalogue];
  return {
    inventoryItems: count(sqlite.selectFrom("inventoryItem").where(column, "=", oid)),
    disposalProposals: count(sqlite.selectFrom("disposalProposal").where(column, "=", oid)),
  };
}

/**
 * The uses of all records that a tenant sees, by oid. Counts only the tenant's articles, in one pass, because other tenants
 * use global records too.
 */
export const usesOfAll = ofEach((catalogue) => {
  const column = ARTICLE_COLUMNS[catalogue];
  return statement((p: { tenantId: number }) =>
    sqlite
      .selectFrom(`${catalogue} as c`)
      .leftJoin(
        (db) =>
          db
            .selectFrom("article")
            .where("tenantId", "=", p.tenantId)
            .where(column, "is not", null)
            .groupBy(column)
            .select(({ fn, ref }) => [
              ref(column).as("id"),
              fn.countAll<number>().as("articles"),
              fn.sum<number>("deleted").as("deleted"),
            ])
            .as("u"),
        (join) => join.onRef("u.id", "=", "c.oid"),
      )
      .where((eb) => eb.or([eb("c.tenantId", "=", p.tenantId), eb("c.tenantId", "is", null)]))
      .orderBy("c.oid")
      .select(
        jsonObject<CatalogueUses>({
          oid: sql.ref("c.oid"),
          articles: sql<number>`ifnull(u.articles - u.deleted, 0)`,
          deletedArticles: sql<number>`ifnull(u.deleted, 0)`,
          ...byDisposals(catalogue, sql.ref("c.oid")),
        }).as("json"),
      ),
  );
});

interface Rows {
  select(count: ReturnType<typeof countAll>): Expression<unknown>;
}
const countAll = () => sql<number>`count(*)`.as("rows");
const count = (rows: Rows) => sql<number>`${rows.select(countAll())}`;

/** Counts the uses of a record. Fast if there are few. */
export function countUses(db: Db, catalogue: CatalogueName, oid: number): Uses {
  return Counted.parse(JSON.parse(uses[catalogue].first(db, { oid })?.json ?? ""));
}

/** Counts the uses in the reader thread, because a category may have a million articles. */
export async function countUsesInReader(
  reader: Reader,
  catalogue: CatalogueName,
  oid: number,
): Promise<Uses> {
  const { pieces } = await reader.rows(uses[catalogue].bound({ oid }));
  return Counted.parse(JSON.parse(String(Buffer.concat(pieces))));
}

/** Throws Conflict that lists the number of uses by kind, if there are any. */
export function assertUnused({ articles, deletedArticles, inventoryItems, disposalProposals }: Uses): void {
  const errors: FieldError[] = [];
  const note = (path: string, count: number, records: Message) => {
    if (count > 0) errors.push({ path, text: msg("{records}: {count}", { records, count }) });
  };
  note("articles", articles - deletedArticles, msg("articles"));
  note("deletedArticles", deletedArticles, msg("deleted articles"));
  note("inventoryItems", inventoryItems, msg("stocktake items"));
  note("disposalProposals", disposalProposals, msg("disposal requests"));
  if (errors.length === 0) return;
  throw new Conflict(
    msg("This record is in use and can't be deleted ({uses}).", { uses: errors.map(({ text }) => text) }),
    errors,
  );
}
