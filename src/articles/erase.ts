import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement, type Tx, withoutIndex } from "../storage/database/statement.ts";
import { deleteListed } from "../storage/database/table-statements.ts";

const insertDeleted = statement((p: { tenantId: number; oids: string; change: number }) =>
  sqlite
    .insertInto("deletedArticle")
    .columns(["tenantId", "change", "oid"])
    .expression((eb) =>
      eb
        .selectFrom("article as a")
        .where(withoutIndex("a.tenantId"), "=", p.tenantId)
        .where("a.oid", "in", numbersIn(p.oids))
        .select((of) => ["a.tenantId", of.val(p.change).as("change"), "a.oid"]),
    ),
);
const remove = deleteListed("article", "oid");

/** Removes the rows of articles, and lists them as deleted for clients that follow changes. Nothing may refer to them. */
export function eraseArticles(tx: Tx, tenantId: number, articleIds: readonly number[]): void {
  const articles = { tenantId, oids: JSON.stringify(articleIds) };
  insertDeleted.run(tx, { ...articles, change: tx.change });
  remove.run(tx, articles);
}
