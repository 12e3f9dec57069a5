import { sql } from "kysely";
import { Invalid } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { type Settlement, settlementsOf } from "../../domain/stocktakes/settlement.ts";
import type { Flag } from "../../storage/database/schema.ts";
import { sqlite, statement, type Tx } from "../../storage/database/statement.ts";
import { updateTable } from "../../storage/database/table-statements.ts";
import { assertIdle, assertState, type InventoryRecord } from "../inventory.ts";
import { revokeApproval } from "../items/approve.ts";
import { hasDifference } from "../items/item-sql.ts";
import { assertUnchanged } from "../items/precondition.ts";
import { pieceDifference } from "../items/second-count-sql.ts";

/** How differences are settled, and why there are any. Null: it is taken back. */
interface Explanation {
  readonly settlement: Settlement | null;
  readonly cause: string | null;
}

/**
 * Settles the differences of counted items; another settlement or cause revokes the approval. A change of an item's count takes it back. Throws WrongState unless the inventory is counted or
 * processed, and idle; Invalid (`itemIds`) where an item is not of the inventory, or has no difference, or another one than is settled so; PreconditionFailed where one has a
 * change after `unchangedSince` (null: no condition).
 */
export function explainDifferences(
  tx: Tx,
  inventory: InventoryRecord,
  { userId }: Principal,
  itemIds: readonly number[],
  { settlement, cause }: Explanation,
  unchangedSince: number | null,
): void {
  const { tenantId, oid: inventoryId } = inventory;
  assertIdle(tx, inventory);
  assertState(inventory.inventoryStateId, [State.Finished, State.Processing]);
  const by = settlement === null ? null : { explainedDT: tx.now, explainedBy: userId };
  for (const [index, oid] of itemIds.entries()) {
    const item = difference.first(tx, { tenantId, inventoryId, oid });
    if (item === null) throw Invalid.field(`itemIds.${index}`, msg("is not an item of this stocktake"));
    assertUnchanged(item, unchangedSince);
    if (item.hasDifference === 0) throw Invalid.field(`itemIds.${index}`, msg("has no difference"));
    if (settlement !== null) assertFits(settlement, item, `itemIds.${index}`);
    if (item.settlement === settlement && item.cause === (by && cause)) continue;
    update.run(tx, {
      tenantId,
      oid,
      settlement,
      cause: by && cause,
      explainedDT: by?.explainedDT ?? null,
      explainedBy: by?.explainedBy ?? null,
      change: tx.change,
    });
    revokeApproval(tx, { tenantId, oid, inventoryId });
  }
}

function assertFits(
  settlement: Settlement,
  { pieces, code, name }: { pieces: number | null; code: string | null; name: string },
  path: string,
): void {
  const difference = pieces ?? 0;
  const fitting = settlementsOf([difference]);
  if (fitting.includes(settlement)) return;
  throw Invalid.field(
    path,
    msg("{article} has the difference {difference}, which is settled by one of: {list}", {
      article: code ?? name,
      difference: String(difference),
      list: fitting.join(", "),
    }),
  );
}

const difference = statement((p: { tenantId: number; inventoryId: number; oid: number }) =>
  sqlite
    .selectFrom("inventoryItem as i")
    .innerJoin("article as a", "a.oid", "i.articleId")
    .where("i.oid", "=", p.oid)
    .where(sql.ref("i.inventoryId"), "=", p.inventoryId)
    .where(sql.ref("i.tenantId"), "=", p.tenantId)
    .select([
      "i.change",
      "i.settlement",
      "i.cause",
      sql<Flag>`${hasDifference()}`.as("hasDifference"),
      pieceDifference().as("pieces"),
      "a.code",
      "a.name",
    ]),
);
const update = updateTable("inventoryItem", {
  set: ["settlement", "cause", "explainedDT", "explainedBy", "change"],
  where: ["oid", "tenantId"],
});
