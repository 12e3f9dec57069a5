import { findUser } from "../../access/users/users.ts";
import { countOf } from "../../domain/counting/count-input.ts";
import { type Operation, withLocation } from "../../domain/counting/fold.ts";
import { DomainError, Invalid } from "../../domain/errors.ts";
import { type Locale, msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { isTerminal } from "../../domain/roles.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { type InventoryRecord, inventoryOf } from "../inventory.ts";
import { authorOf } from "./author.ts";
import { terminalOf } from "./count.ts";
import { type CountPayload, contentHash, type MalformedOperation } from "./count-payload.ts";
import { isLate, timeOf } from "./operation-time.ts";
import { receiptItem, receiptOf, refusedReceipt, type StoredReceipt } from "./receipts.ts";
import { refold } from "./refold.ts";
import { demandReferences, ensureItem, resolveSubject, type Subject } from "./resolve-item.ts";
import type { CountReceipt } from "./shapes.ts";
import * as store from "./store.ts";

/** What is common to operations that came together. Times in milliseconds since 1970. */
export interface Batch {
  readonly inventoryId: number;
  /** The transaction that a cursor of the items names; 0 for one of another time line. Throws Invalid on what is no cursor. */
  readonly changeOf: (cursor: string) => number;
  readonly sentAt: number | null;
  readonly received: number;
  readonly language: Locale;
}

/** An operation that is known by its id. */
interface StoredOperation {
  readonly operationId: string;
  readonly at: string;
  readonly userId: number;
  readonly content: string | null;
  /** Null until what follows for the items is known. */
  receipt: StoredReceipt | null;
}

/** One that has just come. */
interface PendingOperation extends StoredOperation, Operation {
  readonly state: StoredReceipt["result"];
  readonly subject: Subject;
}

type Outcome = { readonly known: StoredOperation; readonly isAgain: boolean } | MalformedOperation;

/**
 * Takes operations of a terminal, each by itself, and gives a receipt for each, in their order. What they say of one item
 * is folded together. Throws NotFound when there is no such inventory.
 */
export function ingestOperations(
  tx: Tx,
  caller: Principal,
  batch: Batch,
  sent: readonly (CountPayload | MalformedOperation)[],
): CountReceipt[] {
  const inventory = inventoryOf(tx, caller.tenantId, batch.inventoryId);
  const fresh = new Map<string, PendingOperation>();
  const outcomes = sent.map((one) => outcomeOf(tx, caller, inventory, batch, fresh, one));
  saveOperations(tx, caller, inventory, batch, [...fresh.values()]);
  return outcomes.map((outcome) =>
    "error" in outcome
      ? refusedReceipt(outcome, batch.language)
      : receiptOf(outcome.known, outcome.isAgain, batch.language),
  );
}

function outcomeOf(
  tx: Tx,
  caller: Principal,
  inventory: InventoryRecord,
  batch: Batch,
  fresh: Map<string, PendingOperation>,
  sent: CountPayload | MalformedOperation,
): Outcome {
  if ("error" in sent) return sent;
  const { operationId } = sent;
  try {
    const earlier = fresh.get(operationId) ?? findStored(tx, inventory.tenantId, operationId);
    if (earlier !== null) {
      assertSame(earlier, sent, inventory);
      return { known: earlier, isAgain: true };
    }
    const known = readCount(tx, caller, inventory, batch, sent);
    fresh.set(operationId, known);
    return { known, isAgain: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { operationId, error: error };
  }
}

function findStored(tx: Tx, tenantId: number, operationId: string): StoredOperation | null {
  const found = store.byOperationId.first(tx, { tenantId, operationId });
  // Only a KeptReceipt is ever written there by what a terminal has sent.
  return found === null ? null : { ...found, receipt: JSON.parse(found.receipt) as StoredReceipt };
}

function assertSame(earlier: StoredOperation, sent: CountPayload, { oid }: InventoryRecord): void {
  const isSameAuthor = (sent.userId ?? earlier.userId) === earlier.userId;
  if (isSameAuthor && earlier.content === contentHash(sent, oid)) return;
  throw Invalid.field(
    "operationId",
    msg("is already used by another operation. Use a new one.", "už používá jiná operace. Použijte nový."),
  );
}

/** Finds out what is to be done with an operation; makes the item where an article was found that nobody expected. */
function readCount(
  tx: Tx,
  caller: Principal,
  inventory: InventoryRecord,
  batch: Batch,
  sent: CountPayload,
): PendingOperation {
  const at = timeOf(Date.parse(sent.at), batch.sentAt, batch.received);
  const late = isLate(inventory.inventoryStateId, at, () =>
    store.transitions.all(tx, { tenantId: inventory.tenantId, inventoryId: inventory.oid }),
  );
  const userId = authorOf(tx, caller, sent.userId ?? null);
  const subject = {
    itemId: sent.itemId ?? null,
    code: sent.code ?? null,
    locationId: sent.locationId ?? null,
    isExtra: sent.isExtra === true ? 1 : 0,
  } as const;
  const entered = countOf(sent);
  demandReferences(tx, inventory, subject, entered);
  const common = {
    operationId: sent.operationId,
    kind: sent.kind,
    entered,
    at,
    userId,
    terminal: terminalOf({ userId, deviceTokenId: caller.deviceTokenId }),
    content: contentHash(sent, inventory.oid),
    change: tx.change,
    seen: sent.seen === undefined ? null : batch.changeOf(sent.seen),
    subject,
    receipt: null,
  };
  // What can't be applied is refused now, while the terminal can still be asked, whether it is late or not.
  const meant = resolveSubject(tx, inventory, subject);
  if (late) return { ...common, state: "late" };
  if (meant === null) return { ...common, state: "unknown" };
  return {
    ...common,
    state: "applied",
    subject: { ...subject, itemId: ensureItem(tx, inventory, meant) },
    entered: withLocation(entered, meant.place),
  };
}

/** Folds what is applied into the items, writes all of it into the log, and each its receipt. */
function saveOperations(
  tx: Tx,
  caller: Principal,
  { tenantId, oid: inventoryId }: InventoryRecord,
  batch: Batch,
  fresh: readonly PendingOperation[],
): void {
  const applied = Map.groupBy(fresh, ({ state, subject }) => (state === "applied" ? subject.itemId : null));
  const items = new Map<number, ReturnType<typeof receiptItem>>();
  for (const [itemId, operations] of applied) {
    if (itemId === null) continue;
    const state = refold(tx, tenantId, itemId, operations);
    items.set(
      itemId,
      receiptItem(itemId, state, (userId) => nameOf(tx, userId)),
    );
  }
  const receivedDT = new Date(batch.received).toISOString();
  for (const one of fresh) {
    const { itemId, code, locationId, isExtra } = one.subject;
    const item = one.state === "applied" && itemId !== null ? items.get(itemId) : undefined;
    one.receipt = { result: one.state, itemId, ...(item && { item }) };
    store.insert.run(tx, {
      operationId: one.operationId,
      kind: one.kind,
      state: one.state,
      at: one.at,
      userId: one.userId,
      terminal: one.terminal,
      content: one.content,
      seen: one.seen,
      entered: JSON.stringify(one.entered),
      tenantId,
      inventoryId,
      itemId,
      code,
      locationId,
      isExtra,
      receivedDT,
      senderId: caller.userId,
      isByTerminal: isTerminal(caller) ? 1 : 0,
      deviceTokenId: caller.deviceTokenId,
      receipt: JSON.stringify(one.receipt),
      change: tx.change,
    });
  }
}

function nameOf(tx: Tx, userId: number): string {
  const user = findUser(tx, userId);
  if (user === null) throw new Error(`user ${userId} is gone`);
  return user.fullName;
}
