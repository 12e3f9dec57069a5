import { type Expression, type Kysely, sql } from "kysely";
import { z } from "zod";
import { Conflict, type FieldError } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { ARTICLE } from "../records/article.ts";
import { DISPOSAL_PROPOSAL } from "../records/article-parts.ts";
import type { ReferringTable } from "../records/catalogue-references.ts";
import { type CatalogueName, ofEachCatalogue } from "../records/catalogues.ts";
import { columnsTo, type RecordDeclaration } from "../records/record.ts";
import { INVENTORY_ITEM } from "../records/stocktake.ts";
import { jsonObject } from "../storage/database/json.ts";
import type { Reader } from "../storage/database/reader.ts";
import { type Db, sqlite, statement } from "../storage/database/statement.ts";
import type { CatalogueUses } from "./shapes.ts";

const Counted = z.object({
  articles: z.int(),
  deletedArticles: z.int(),
  inventoryItems: z.int(),
  disposalProposals: z.int(),
});
/** Numbers of records that refer to a catalogue record. Deleted articles keep their references. */
export type Uses = z.output<typeof Counted>;

/** The records that refer to lists, and what their number is in `Uses`. */
const USERS = {
  article: { declaration: ARTICLE, counted: "articles" },
  inventoryItem: { declaration: INVENTORY_ITEM, counted: "inventoryItems" },
  disposalProposal: { declaration: DISPOSAL_PROPOSAL, counted: "disposalProposals" },
} as const satisfies Readonly<
  Record<ReferringTable<"reference">, { declaration: RecordDeclaration; counted: keyof Uses }>
>;
type UsingTable = keyof typeof USERS;

/** The tables whose records refer to lists. */
export const USING_TABLES = Object.keys(USERS) as readonly UsingTable[];

/** The same without types of columns, which the declarations name. */
const anyTable = sqlite as unknown as Kysely<Record<string, Record<string, unknown>>>;

/** The rows of a table that use a record; null: the table does not refer to the list. */
function rowsUsing(table: UsingTable, catalogue: CatalogueName, oid: number | Expression<number>) {
  const columns = columnsTo(USERS[table].declaration, catalogue);
  if (columns.length === 0) return null;
  return anyTable.selectFrom(table).where(({ eb, or }) => or(columns.map((column) => eb(column, "=", oid))));
}

const count = (rows: ReturnType<typeof rowsUsing> = null) =>
  rows === null ? sql.lit(0) : sql<number>`${rows.select(sql`count(*)`.as("rows"))}`;

type OtherUses = Omit<Uses, "articles" | "deletedArticles">;

/** The numbers of records other than articles that use a record. */
function otherUses(catalogue: CatalogueName, oid: number | Expression<number>) {
  const numbers = USING_TABLES.filter((table) => table !== "article").map((table) => [
    USERS[table].counted,
    count(rowsUsing(table, catalogue, oid)),
  ]);
  return Object.fromEntries(numbers) as Record<keyof OtherUses, Expression<number>>;
}

const uses = ofEachCatalogue((catalogue) =>
  statement(({ oid }: { oid: number }) => {
    const articles = rowsUsing("article", catalogue, oid);
    return sqlite.selectNoFrom(
      jsonObject<Uses>({
        articles: count(articles),
        deletedArticles: count(articles?.where("deleted", "=", 1)),
        ...otherUses(catalogue, oid),
      }).as("json"),
    );
  }),
);

/** The tenant's articles with each record of the list that they use. */
function articlesWithRecords(catalogue: CatalogueName, tenantId: number) {
  const ofTenant = anyTable.selectFrom("article").where("tenantId", "=", tenantId);
  const [first, ...others] = columnsTo(ARTICLE, catalogue).map((column) =>
    ofTenant.where(column, "is not", null).select([sql.ref(column).as("id"), "oid", "deleted"]),
  );
  const none = ofTenant.where(sql<boolean>`0`).select([sql`NULL`.as("id"), "oid", "deleted"]);
  return others.reduce((all, one) => all.union(one), first ?? none);
}

/**
 * The uses of all records that a tenant sees, by oid. Counts only the tenant's articles, in one pass, because other tenants
 * use global records too.
 */
export const usesOfAll = ofEachCatalogue((catalogue) =>
  statement((p: { tenantId: number }) =>
    sqlite
      .selectFrom(`${catalogue} as c`)
      .leftJoin(
        anyTable
          .selectFrom(articlesWithRecords(catalogue, p.tenantId).as("a"))
          .groupBy("a.id")
          .select(({ fn, ref }) => [
            ref("a.id").as("id"),
            fn.countAll<number>().as("articles"),
            fn.sum<number>("a.deleted").as("deleted"),
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
          ...otherUses(catalogue, sql.ref("c.oid")),
        }).as("json"),
      ),
  ),
);

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
