import { setImmediate } from "node:timers/promises";
import { findByScannedCode } from "../../articles/scan.ts";
import { type Count, withLocation } from "../../domain/counting/fold.ts";
import { DomainError, WrongState } from "../../domain/errors.ts";
import { DECIDED_IN } from "../../domain/item-decisions.ts";
import { msg } from "../../domain/message.ts";
import type { Dependencies } from "../../http/dependencies.ts";
import { hasPhotos, movePhotosToItem } from "../../photos/reassign-photos.ts";
import { repeatedWork } from "../../platform/repeated-work.ts";
import type { TableName } from "../../storage/database/schema.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { assertState, getInventory, type InventoryRecord } from "../inventory.ts";
import { revokeApproval } from "../items/approve.ts";
import { revokeWaiver } from "../rule.ts";
import { refold } from "./refold.ts";
import { assertReferences, ensureItem, resolveSubject } from "./resolve-item.ts";
import * as store from "./store.ts";

/** Late operations that are read at once: about two milliseconds. */
const MAX_READ = 200;

/** An operation with its item and count. */
interface ResolvedOperation {
  readonly operation: store.OperationRecord;
  readonly itemId: number;
  readonly entered: Count;
}

/** The number of late operations of an inventory. */
export function countLate(db: Db, { oid: inventoryId }: InventoryRecord): number {
  return store.lateNumber.first(db, { inventoryId })?.number ?? 0;
}

/**
 * Applies the late operations of an inventory, item by item; yields the number of operations that it has passed since. Operations
 * with an unknown code become `unknown`. Operations that cannot be applied any more (the code is ambiguous now, the disposal
 * method is deleted) stay late. Repeating it goes on. At the end no other late operation is left in this transaction.
 */
export function* lateItems(tx: Tx, inventory: InventoryRecord): Generator<number, void> {
  const { tenantId, oid: inventoryId } = inventory;
  for (let after = 0; ; ) {
    const late = store.lateOperations.all(tx, { tenantId, inventoryId, after, limit: MAX_READ });
    const last = late.at(-1);
    if (last === undefined) return;
    after = last.oid;
    const resolved: ResolvedOperation[] = [];
    for (const operation of late) {
      const current = resolveLate(tx, inventory, operation);
      if (current !== null) resolved.push(current);
      yield current === null ? 1 : 0;
    }
    for (const ofItem of Map.groupBy(resolved, ({ itemId }) => itemId).values()) {
      apply(tx, tenantId, ofItem);
      yield ofItem.length;
    }
  }
}

/** Null: the operation has become unknown, or stays late. */
function resolveLate(
  tx: Tx,
  inventory: InventoryRecord,
  operation: store.OperationRecord,
): ResolvedOperation | null {
  try {
    const current = resolveOperation(tx, inventory, operation);
    if (current === null) store.updateOutcome.run(tx, { ...operation, state: "unknown", change: tx.change });
    return current;
  } catch (error) {
    // It stays in the list of late counts for a Manager.
    if (!(error instanceof DomainError)) throw error;
    return null;
  }
}

/**
 * Applies a late operation, or all operations with an unknown code of which an article is known now, and with other unknown codes of
 * that article. An applied operation is unchanged. Revokes the approvals of the items and of the inventory, and the waiver of second counts. Throws WrongState for a
 * closed inventory or an unknown code, Invalid for deleted references.
 */
export function applyOperation(tx: Tx, inventory: InventoryRecord, operation: store.OperationRecord): void {
  assertState(inventory.inventoryStateId, DECIDED_IN);
  if (operation.state === "applied") return;
  const current = resolveOperation(tx, inventory, operation);
  if (current === null) {
    throw new WrongState(
      msg('Unknown code "{code}". Assign it to an article first.', { code: operation.code ?? "" }),
    );
  }
  const all =
    operation.state === "unknown" && operation.code !== null
      ? [current, ...resolveUnknown(tx, inventory, operation, operation.code)]
      : [current];
  apply(tx, inventory.tenantId, all);
  revokeWaiver(tx, inventory);
  for (const oid of new Set(all.map(({ itemId }) => itemId)))
    revokeApproval(tx, { tenantId: inventory.tenantId, oid, inventoryId: inventory.oid });
}

/** The other operations with the code of this one, or with another of the first unknown codes of its article. */
function resolveUnknown(
  tx: Tx,
  inventory: InventoryRecord,
  { oid }: store.OperationRecord,
  code: string,
): readonly ResolvedOperation[] {
  const articleId = articleOf(tx, inventory.tenantId, code);
  const others = store.unknownCodes
    .all(tx, { inventoryId: inventory.oid, after: "", limit: MAX_CODES })
    .map((other) => other.code)
    .filter((other) => other !== code && articleOf(tx, inventory.tenantId, other) === articleId);
  return [code, ...others]
    .flatMap((one) => store.operationsOfUnknown.all(tx, { inventoryId: inventory.oid, code: one }))
    .filter((operation) => operation.oid !== oid)
    .flatMap((operation) => resolvable(tx, inventory, operation) ?? []);
}

/** Unknown codes of a stocktake that are looked up at once: 20 milliseconds. */
const MAX_CODES = 500;

/** The article of a code; null: none, or several. */
function articleOf(db: Db, tenantId: number, code: string | null): number | null {
  const [articleId = null, another] = findByScannedCode(db, tenantId, code ?? "");
  return another === undefined ? articleId : null;
}

/** Looks up the next unknown codes of a stocktake, in their order. */
export function lookUpUnknown(
  db: Db,
  { tenantId, oid }: Pick<InventoryRecord, "tenantId" | "oid">,
  after: string,
) {
  const codes = store.unknownCodes
    .all(db, { inventoryId: oid, after, limit: MAX_CODES })
    .map(({ code }) => code);
  const known = codes.filter((code) => articleOf(db, tenantId, code) !== null);
  return {
    /** Those of which an article is known now. */
    known,
    /** Where to go on; null: there are no more. */
    last: codes.length < MAX_CODES ? null : (codes.at(-1) ?? null),
  };
}

/**
 * Applies the operations with these codes, each at its location. What was taken back stays as it is: it would be an item without
 * pieces. Its photos show what a terminal has counted there as the article.
 */
export function applyCodes(tx: Tx, inventory: InventoryRecord, codes: readonly string[]): void {
  const { tenantId, oid: inventoryId } = inventory;
  for (const code of codes) {
    const operations = store.operationsOfUnknown.all(tx, { inventoryId, code });
    for (const here of Map.groupBy(operations, ({ locationId }) => locationId).values()) {
      if (isTakenBack(here)) {
        movePhotos(tx, inventory, here);
        continue;
      }
      const resolved = here.flatMap((operation) => resolvable(tx, inventory, operation) ?? []);
      apply(tx, tenantId, resolved);
    }
  }
}

/** Moves the photos of operations with one code and location to the item there; where there is none, they stay. */
function movePhotos(tx: Tx, inventory: InventoryRecord, operations: readonly store.OperationRecord[]): void {
  const { tenantId } = inventory;
  for (const operation of operations) {
    const { oid: countOperationId } = operation;
    if (hasPhotos.first(tx, { tenantId, countOperationId }) === null) continue;
    const itemId = orNull(() => resolveSubject(tx, inventory, operation)?.itemId ?? null);
    if (itemId !== null) movePhotosToItem(tx, tenantId, { countOperationId, inventoryItemId: itemId });
  }
}

/** True where additions make up 0 pieces. */
function isTakenBack(operations: readonly store.OperationRecord[]): boolean {
  let pieces = 0;
  for (const { kind, entered } of operations) {
    const { inventoryQuantity: quantity } = store.countIn(entered);
    if (kind !== "add" || typeof quantity !== "number") return false;
    pieces += quantity;
  }
  return pieces === 0;
}

/** Null: it cannot be applied, and stays for a Manager. */
function resolvable(
  tx: Tx,
  inventory: InventoryRecord,
  operation: store.OperationRecord,
): ResolvedOperation | null {
  return orNull(() => resolveOperation(tx, inventory, operation));
}

function orNull<T>(resolve: () => T | null): T | null {
  try {
    return resolve();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return null;
  }
}

/** Null: unknown code. Throws Invalid if it cannot be applied. */
function resolveOperation(
  tx: Tx,
  inventory: InventoryRecord,
  operation: store.OperationRecord,
): ResolvedOperation | null {
  const entered = store.countIn(operation.entered);
  assertReferences(tx, inventory, operation, entered);
  const resolution = resolveSubject(tx, inventory, operation);
  return (
    resolution && {
      operation,
      itemId: ensureItem(tx, inventory, resolution),
      entered: withLocation(entered, resolution.locationId),
    }
  );
}

function apply(tx: Tx, tenantId: number, resolved: readonly ResolvedOperation[]): void {
  for (const [itemId, ofItem] of Map.groupBy(resolved, (current) => current.itemId)) {
    refold(
      tx,
      tenantId,
      itemId,
      // It is visible from now on.
      ofItem.map(({ operation, entered }) => ({ ...operation, entered, change: tx.change })),
    );
  }
  for (const { operation, itemId, entered } of resolved) {
    store.updateOutcome.run(tx, {
      tenantId,
      oid: operation.oid,
      state: "applied",
      itemId,
      entered: JSON.stringify(entered),
      change: tx.change,
    });
    movePhotosToItem(tx, tenantId, { countOperationId: operation.oid, inventoryItemId: itemId });
  }
}

// A code that no article has is counted all the same. When an article gets it, its counts in running stocktakes are applied.

/** A code becomes known with these, or its stocktake goes on after a pause. */
const TABLES: readonly TableName[] = ["article", "additionalCode", "inventory"];

/** Applies the counts of codes that become known. */
interface LateArticles {
  stop(): Promise<void>;
}

/**
 * Starts it. A write by which an article gets a code applies the counts of this code in its own transaction: they were unknown, and
 * later ones are known. The codes beyond the first 500 of a stocktake, and what jobs add, are looked up later, in small transactions,
 * also after a restart.
 */
export function watchLateArticles({ storage, log }: Pick<Dependencies, "storage" | "log">): LateArticles {
  /** Some codes were not looked up by the last write. */
  let isMore = false;

  const lookUpAll = async ({ tenantId, oid }: { tenantId: number; oid: number }) => {
    for (let after: string | null = ""; after !== null && !lookUp.isStopping(); ) {
      const { known, last } = lookUpUnknown(storage.db, { tenantId, oid }, after);
      if (known.length > 0) await storage.write(tenantId, (tx) => applyIfRunning(tx, tenantId, oid, known));
      // Other requests go between the pages.
      else await setImmediate();
      after = last;
    }
  };
  const lookUp = repeatedWork(
    async () => {
      for (const inventory of store.allRunningWithUnknown.all(storage.db, {})) await lookUpAll(inventory);
    },
    // The next article that gets a code, or the next start, looks again.
    (error) => log.error({ err: error }, "the counts of late articles were not applied"),
  );
  const removeBefore = storage.beforeChange(TABLES, ({ tx, tenantId }) => {
    if (tenantId === null) return;
    for (const { oid } of store.runningWithUnknown.all(tx, { tenantId })) {
      const inventory = getInventory(tx, tenantId, oid);
      const { known, last } = lookUpUnknown(tx, inventory, "");
      applyCodes(tx, inventory, known);
      isMore ||= last !== null;
    }
  });
  const removeAfter = storage.onChange(TABLES, (written) => {
    if (!isMore && !written.has("job")) return;
    isMore = false;
    lookUp.ask();
  });
  lookUp.ask();
  return {
    async stop() {
      removeBefore();
      removeAfter();
      await lookUp.stop();
    },
  };
}

function applyIfRunning(tx: Tx, tenantId: number, oid: number, codes: readonly string[]): void {
  // It may have been finished since.
  if (store.runningWithUnknown.all(tx, { tenantId }).every((inventory) => inventory.oid !== oid)) return;
  applyCodes(tx, getInventory(tx, tenantId, oid), codes);
}
