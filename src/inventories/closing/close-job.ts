import { settle } from "../../domain/closing/settle.ts";
import type { Principal } from "../../domain/principal.ts";
import { proposeDisposal } from "../../requests/disposal.ts";
import { setQuantity, stockOf } from "../../stock/stock.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { JobProgram, JobStep } from "../../storage/jobs/job-program.ts";
import { type InventoryRecord, inventoryOf, setState } from "../inventory.ts";
import { itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";
import { saveArticleNames, saveOtherNames } from "../report/names.ts";
import * as store from "./store.ts";

/** Where a close is: `after` is the last item or article of the phase. */
interface ClosePosition {
  readonly phase: "names" | "stock" | "disposals";
  readonly after: number;
  readonly done: number;
}

/**
 * Applies locations, quantities and disposal requests of an inventory to the articles, then closes it. Each article is settled
 * as a whole. From the first settled article on the job can't be cancelled.
 */
export const run: JobProgram<LifecycleInput, ClosePosition, null> = function* ({ tx, input, position }) {
  const { tenantId, inventoryId, principal, to } = input;
  const inventory = inventoryOf(tx, tenantId, inventoryId);
  tx.setCause(`inventory ${inventoryId}`);
  let current: ClosePosition = position ?? { phase: "names", after: 0, done: 0 };
  if (current.phase === "names") {
    for (const { items: _, ...range } of itemRanges(tx, inventoryId, current.after)) {
      saveArticleNames(tx, tenantId, range);
      current = { ...current, after: range.end };
      yield { position: current, done: 0 };
    }
    saveOtherNames(tx, inventory);
    current = { phase: "stock", after: 0, done: 0 };
    yield { position: current, done: 0, isFinal: true };
  }
  if (current.phase === "stock") {
    const { done } = yield* settleStock(tx, inventory, current);
    current = { phase: "disposals", after: 0, done };
  }
  yield* proposeDisposals(tx, inventory, principal, current);
  if (to !== null) setState(tx, inventory, to, principal.userId);
  return null;
};

function* settleStock(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  from: ClosePosition,
): Generator<JobStep<ClosePosition>, ClosePosition> {
  let position = from;
  const articles = store.articles.all(tx, { tenantId, inventoryId, after: from.after });
  const total = from.done + articles.length;
  for (const { articleId } of articles) {
    // First, so that the movement does not mark the items of this inventory.
    store.setSettled.run(tx, { tenantId, oid: inventoryId, articleId });
    settleArticle(tx, tenantId, inventoryId, articleId);
    position = { phase: "stock", after: articleId, done: position.done + 1 };
    yield { position, done: position.done, total };
  }
  return position;
}

function settleArticle(tx: Tx, tenantId: number, inventoryId: number, articleId: number): void {
  const article = { tenantId, articleId };
  const recorded = new Map(stockOf(tx, article).map(({ locationId, quantity }) => [locationId, quantity]));
  const items = store.itemsOfArticle.all(tx, { tenantId, inventoryId, articleId });
  for (const [locationId, quantity] of settle(items, recorded)) {
    if (quantity !== recorded.get(locationId)) setQuantity(tx, { ...article, locationId }, quantity);
  }
}

/** Requests disposals in the name of the counter. Skips articles with a pending request and disposed articles. */
function* proposeDisposals(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  principal: Principal,
  { after, done }: ClosePosition,
): Generator<JobStep<ClosePosition>, void> {
  for (const { oid, countedBy, ...disposal } of store.disposals.all(tx, { tenantId, inventoryId, after })) {
    const by = { tenantId, userId: countedBy ?? principal.userId };
    proposeDisposal(tx, by, { ...disposal, inventoryItemId: oid });
    yield { position: { phase: "disposals", after: oid, done }, done };
  }
}
