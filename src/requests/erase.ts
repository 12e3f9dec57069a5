import { numbersIn } from "../storage/database/json.ts";
import { sqlite, statement, type Tx, withoutIndex } from "../storage/database/statement.ts";

interface Subjects {
  readonly articleIds: readonly number[];
  readonly locationIds: readonly number[];
  readonly inventoryIds: readonly number[];
}
type Params = { tenantId: number; articles: string; locations: string; inventories: string; change: number };

const steps = [
  statement((p: Params) =>
    sqlite
      .deleteFrom("disposalProposal")
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where("articleId", "in", numbersIn(p.articles)),
  ),
  statement((p: Params) =>
    sqlite
      .deleteFrom("articleTransfer")
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where((eb) =>
        eb.or([
          eb("articleId", "in", numbersIn(p.articles)),
          eb("targetLocationId", "in", numbersIn(p.locations)),
        ]),
      ),
  ),
  // The proposal of another article, counted in one of the inventories, stays without its item.
  statement((p: Params) =>
    sqlite
      .updateTable("disposalProposal")
      .set({ inventoryItemId: null, change: p.change })
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where("inventoryItemId", "in", (eb) =>
        eb
          .selectFrom("inventoryItem as i")
          .select("i.oid")
          .where("i.inventoryId", "in", numbersIn(p.inventories)),
      ),
  ),
  // The transfer of another article from one of the locations stays without its origin.
  statement((p: Params) =>
    sqlite
      .updateTable("articleTransfer")
      .set({ fromLocationId: null, change: p.change })
      .where("tenantId", "=", p.tenantId)
      .where("fromLocationId", "in", numbersIn(p.locations)),
  ),
];

/**
 * Removes the requests for these articles and the transfers to these locations. Other requests lose their references to the
 * locations and to items of the inventories.
 */
export function eraseRequests(tx: Tx, tenantId: number, of: Subjects): void {
  const subjects = {
    articles: JSON.stringify(of.articleIds),
    locations: JSON.stringify(of.locationIds),
    inventories: JSON.stringify(of.inventoryIds),
  };
  for (const step of steps) step.run(tx, { tenantId, change: tx.change, ...subjects });
}
