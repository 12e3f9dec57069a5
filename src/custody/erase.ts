import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement, type Tx, withoutIndex } from "../storage/database/statement.ts";

type Params = { tenantId: number; articles: string };

const steps = [
  statement((p: Params) =>
    sqlite
      .deleteFrom("custodyOperation")
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where("articleId", "in", numbersIn(p.articles)),
  ),
  statement((p: Params) =>
    sqlite
      .deleteFrom("custody")
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where("articleId", "in", numbersIn(p.articles)),
  ),
];

/** Removes the custodies of these articles, with the operations of terminals. */
export function eraseCustodies(tx: Tx, tenantId: number, articleIds: readonly number[]): void {
  for (const step of steps) step.run(tx, { tenantId, articles: JSON.stringify(articleIds) });
}
