import type { Principal } from "../../domain/principal.ts";
import { recordOutgoingEvent } from "../../outgoing-events/outgoing-events.ts";
import { proposeDisposal } from "../../requests/disposal.ts";
import type { Tx } from "../../storage/database/statement.ts";
import type { JobProgram, JobStep } from "../../storage/jobs/job-program.ts";
import { saveCompanyAtClose } from "../frame/frame.ts";
import { getInventory, type InventoryRecord, setState } from "../inventory.ts";
import { type Approval, restoreApproval } from "../items/approve.ts";
import { itemRanges } from "../items/item-ranges.ts";
import type { LifecycleInput } from "../long-work.ts";
import { saveArticleNames, saveLastNames, saveLocationNames } from "../report/names.ts";
import { saveAccuracy, setClosedTime } from "./accuracy.ts";
import { assertClosable, assertNoNewSecondCount, assertSecondCounts } from "./close.ts";
import { articlesOf, type InventoryArticles, MAX_ARTICLES, settleArticles } from "./settle-articles.ts";
import * as store from "./store.ts";

/** Where a close is: `after` is the last article or item of the phase. */
interface ClosePosition {
  readonly phase: "secondCounts" | "names" | "accuracy" | "stock" | "disposals";
  readonly after: number;
  readonly done: number;
  /** The transaction in which the look for second counts began. A position of an earlier program has none. */
  readonly checked?: number;
  /** From the first settlement on, as it was then: stock that moves later withdraws it. A position of an earlier program has none. */
  readonly approval?: Approval;
}

/**
 * Applies locations, quantities and disposal requests of an inventory to the articles, then closes it. Each article is settled
 * as a whole. Throws WrongState where a second count is missing, at first and again before the first settled article, and as
 * `assertClosable` before that. From there on the job can't be cancelled.
 */
export const run: JobProgram<LifecycleInput, ClosePosition, null> = function* ({ tx, input, position }) {
  const { tenantId, inventoryId, principal, to } = input;
  const inventory = getInventory(tx, tenantId, inventoryId);
  tx.setCause(`inventory ${inventoryId}`);
  let current: ClosePosition = position ?? {
    phase: "secondCounts",
    after: 0,
    done: 0,
    checked: tx.change,
  };
  if (current.phase === "secondCounts") {
    for (const _ of assertSecondCounts(tx, inventory)) yield { position: current, done: 0 };
    current = { ...current, phase: "names" };
  }
  if (current.phase === "names") {
    for (const _ of saveLocationNames(tx, inventory, store.locationsOf(tx, inventory.oid)))
      yield { position: current, done: 0 };
    current = { ...current, phase: "accuracy" };
  }
  if (current.phase === "accuracy") {
    for (const _ of saveAccuracy(tx, inventory)) yield { position: current, done: 0 };
    current = { ...current, phase: "stock" };
  }
  if (current.phase === "stock") {
    const settled = yield* settleStock(tx, inventory, current, input.unchangedSince);
    current = { ...settled, phase: "disposals", after: 0 };
  }
  yield* proposeDisposals(tx, inventory, principal, current);
  saveLastNames(tx, inventory);
  saveCompanyAtClose(tx, inventory, input.timeZone);
  setClosedTime.run(tx, { tenantId, inventoryId, closedDT: tx.now });
  if (current.approval !== undefined) restoreApproval(tx, inventory, current.approval);
  if (to !== null) setState(tx, inventory, to, principal.userId);
  recordOutgoingEvent(tx, {
    tenantId,
    type: "inventory.closed",
    dedupeKey: `${inventoryId}`,
    data: { oid: inventoryId, name: inventory.name, closedBy: principal.fullName },
  });
  return null;
};

/** Saves the names of the articles for the report, and settles those whose stock may change. */
function* settleStock(
  tx: Tx,
  inventory: InventoryRecord,
  from: ClosePosition,
  unchangedSince: number | null | undefined,
): Generator<JobStep<ClosePosition>, ClosePosition> {
  let position = from;
  let articles: InventoryArticles = { all: [], changing: new Set() };
  for (const found of articlesOf(tx, inventory, from.after)) {
    articles = found ?? articles;
    yield { position, done: position.done };
  }
  const { all, changing } = articles;
  const total = from.done + changing.size;
  if (position.approval === undefined) {
    const now = getInventory(tx, inventory.tenantId, inventory.oid);
    if (unchangedSince !== undefined) assertClosable(tx, now, unchangedSince);
    if (position.checked !== undefined) assertNoNewSecondCount(tx, now, position.checked);
    const { isApproved, approvedDT, approvedBy } = now;
    position = { ...position, approval: { isApproved, approvedDT, approvedBy } };
  }
  yield { position, done: position.done, total, isFinal: true };
  for (let next = 0; next < all.length; next += MAX_ARTICLES) {
    const some = all.slice(next, next + MAX_ARTICLES);
    saveArticleNames(tx, inventory, some);
    const settled = some.filter((articleId) => changing.has(articleId));
    settleArticles(tx, inventory, settled);
    const { after, done } = position;
    position = { ...position, after: some.at(-1) ?? after, done: done + settled.length };
    yield { position, done: position.done, total };
  }
  return position;
}

/** Requests disposals in the name of the counter. Skips articles with a pending request and disposed articles. */
function* proposeDisposals(
  tx: Tx,
  { tenantId, oid: inventoryId }: InventoryRecord,
  principal: Principal,
  from: ClosePosition,
): Generator<JobStep<ClosePosition>, void> {
  const stepAt = (oid: number) => ({ position: { ...from, after: oid }, done: from.done });
  for (const range of itemRanges(tx, inventoryId, from.after)) {
    for (const { oid, countedBy, ...disposal } of store.disposals.all(tx, range)) {
      const by = { tenantId, userId: countedBy ?? principal.userId };
      proposeDisposal(tx, by, { ...disposal, inventoryItemId: oid });
      yield stepAt(oid);
    }
    yield stepAt(range.end);
  }
}
