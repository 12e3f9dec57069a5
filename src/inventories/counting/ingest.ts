import { findUser } from "../../access/users/users.ts";
import { countOf } from "../../domain/counting/count-input.ts";
import { type CountState, type Operation, withLocation } from "../../domain/counting/fold.ts";
import { DomainError, Invalid, WrongState } from "../../domain/errors.ts";
import { State } from "../../domain/inventory-states.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { isTerminal } from "../../domain/roles.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Tx } from "../../storage/database/statement.ts";
import { assertState, getInventory, type InventoryRecord } from "../inventory.ts";
import { getAuthor, NoSuchAuthor } from "./author.ts";
import { terminalOf } from "./count.ts";
import { type CountPayload, contentHash, type MalformedOperation } from "./count-payload.ts";
import { piecesOfOldScan } from "./old-scan.ts";
import { refold } from "./refold.ts";
import { assertReferences, ensureItem, resolveFound, type Subject } from "./resolve-item.ts";
import type { CountedItem, CountReceipt } from "./shapes.ts";
import * as store from "./store.ts";

/** Common data of the operations of one request. Times in milliseconds since 1970. */
interface Batch {
  readonly inventoryId: number;
  /** The transaction that a cursor of the items names; 0 for another timeline. Throws Invalid for a malformed cursor. */
  readonly changeOf: (cursor: string) => number;
  readonly sentAt: number | null;
  readonly received: number;
  readonly language: Locale;
}

/** An operation with a receipt, stored or about to be. */
interface StoredOperation {
  readonly operationId: string;
  readonly at: string;
  readonly userId: number;
  readonly content: string | null;
  /** Null until the items are folded. */
  receipt: StoredReceipt | null;
}

/** A new operation, not stored yet. */
interface PendingOperation extends StoredOperation, Operation {
  readonly state: StoredReceipt["result"];
  readonly subject: Subject;
}

type Outcome = { readonly operation: StoredOperation; readonly isDuplicate: boolean } | MalformedOperation;

/**
 * Ingests operations of a terminal, each by itself. The operations of one item are folded together. Throws NotFound for an
 * unknown inventory.
 */
export function ingestOperations(
  tx: Tx,
  principal: Principal,
  batch: Batch,
  payloads: readonly (CountPayload | MalformedOperation)[],
) {
  const inventory = getInventory(tx, principal.tenantId, batch.inventoryId);
  const pending = new Map<string, PendingOperation>();
  const outcomes = payloads.map((operation) =>
    outcomeOf(tx, principal, inventory, batch, pending, operation),
  );
  const reread = saveOperations(tx, principal, inventory, [...pending.values()]);
  const receipts = outcomes.map((outcome) =>
    "error" in outcome
      ? refusedReceipt(outcome, batch.language)
      : receiptOf(outcome.operation, outcome.isDuplicate, batch.language),
  );
  return {
    /** In the order of the operations. */
    receipts,
    /** Stored operations that were read again for items with many (refold.ts). */
    reread,
  };
}

function outcomeOf(
  tx: Tx,
  principal: Principal,
  inventory: InventoryRecord,
  batch: Batch,
  pending: Map<string, PendingOperation>,
  payload: CountPayload | MalformedOperation,
): Outcome {
  if ("error" in payload) return payload;
  const { operationId } = payload;
  try {
    const earlier = pending.get(operationId) ?? findStored(tx, inventory.tenantId, operationId);
    if (earlier !== null) {
      assertSame(earlier, payload, inventory);
      return { operation: earlier, isDuplicate: true };
    }
    const operation = readCount(tx, principal, inventory, batch, payload, [...pending.values()]);
    pending.set(operationId, operation);
    return { operation, isDuplicate: false };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { operationId, error };
  }
}

function findStored(tx: Tx, tenantId: number, operationId: string): StoredOperation | null {
  const found = store.byOperationId.first(tx, { tenantId, operationId });
  // Operations of terminals always store a StoredReceipt.
  return found === null ? null : { ...found, receipt: JSON.parse(found.receipt) as StoredReceipt };
}

function assertSame(earlier: StoredOperation, payload: CountPayload, { oid }: InventoryRecord): void {
  const isSameAuthor = (payload.userId ?? earlier.userId) === earlier.userId;
  if (isSameAuthor && earlier.content === contentHash(payload, oid)) return;
  throw Invalid.field("operationId", msg("is already used by another operation; use a new one"));
}

/** Resolves time, author and item of an operation. Creates the item of an unexpected article. `pending`: those before it. */
function readCount(
  tx: Tx,
  principal: Principal,
  inventory: InventoryRecord,
  batch: Batch,
  payload: CountPayload,
  pending: readonly PendingOperation[],
): PendingOperation {
  const at = timeOf(Date.parse(payload.at), batch.sentAt, batch.received);
  const late = isLate(inventory.inventoryStateId, at, () =>
    store.transitions.all(tx, { tenantId: inventory.tenantId, inventoryId: inventory.oid }),
  );
  const userId = getAuthor(tx, principal, payload.userId ?? null);
  const sent = {
    itemId: payload.itemId ?? null,
    code: payload.code ?? null,
    locationId: payload.locationId ?? null,
    isExtra: payload.isExtra === true ? 1 : 0,
  } as const;
  const given = countOf(payload);
  assertReferences(tx, inventory, sent, given);
  const seen = payload.seen === undefined ? null : batch.changeOf(payload.seen);
  // The id of another installation names another article here.
  const found = seen === 0 ? null : (payload.articleId ?? null);
  // An operation that cannot be applied is refused now, while the terminal can correct it, late or not.
  const { subject, resolution } = resolveFound(tx, inventory, sent, found);
  const articleId = resolution?.articleId ?? null;
  const terminal = terminalOf({ userId, deviceTokenId: principal.deviceTokenId });
  const named = { tenantId: inventory.tenantId, inventoryId: inventory.oid, articleId, terminal, seen, at };
  const added = piecesOfOldScan(tx, payload, { ...named, itemId: resolution?.itemId ?? null }, () =>
    pending.filter(
      (other) =>
        other.terminal === terminal &&
        other.subject.code === subject.code &&
        other.subject.locationId === subject.locationId,
    ),
  );
  const entered = added === null ? given : { ...given, inventoryQuantity: added };
  const common = {
    operationId: payload.operationId,
    kind: added === null ? payload.kind : ("add" as const),
    entered,
    at,
    userId,
    terminal,
    content: contentHash(payload, inventory.oid),
    change: tx.change,
    seen,
    subject,
    receipt: null,
  };
  if (late) return { ...common, state: "late" };
  if (resolution === null) return { ...common, state: "unknown" };
  return {
    ...common,
    state: "applied",
    subject: { ...subject, itemId: ensureItem(tx, inventory, resolution) },
    entered: withLocation(entered, resolution.locationId),
  };
}

/** Folds the applied operations into the items, and stores all operations with their receipts. Returns how many were read again. */
function saveOperations(
  tx: Tx,
  principal: Principal,
  { tenantId, oid: inventoryId }: InventoryRecord,
  pending: readonly PendingOperation[],
): number {
  const applied = Map.groupBy(pending, ({ state, subject }) => (state === "applied" ? subject.itemId : null));
  const items = new Map<number, ReturnType<typeof receiptItem>>();
  let rereadOfAll = 0;
  for (const [itemId, operations] of applied) {
    if (itemId === null) continue;
    const { state, reread } = refold(tx, tenantId, itemId, operations);
    rereadOfAll += reread;
    items.set(
      itemId,
      receiptItem(itemId, state, (userId) => nameOf(tx, userId)),
    );
  }
  for (const operation of pending) {
    const { itemId, code, locationId, isExtra } = operation.subject;
    const item = operation.state === "applied" && itemId !== null ? items.get(itemId) : undefined;
    operation.receipt = { result: operation.state, itemId, ...(item && { item }) };
    store.insert.run(tx, {
      operationId: operation.operationId,
      kind: operation.kind,
      state: operation.state,
      at: operation.at,
      userId: operation.userId,
      terminal: operation.terminal,
      content: operation.content,
      seen: operation.seen,
      entered: JSON.stringify(operation.entered),
      tenantId,
      inventoryId,
      itemId,
      code,
      locationId,
      isExtra,
      // Not that of the batch: the part of a batch that comes after a close is late.
      receivedDT: tx.now,
      senderId: principal.userId,
      isByTerminal: isTerminal(principal) ? 1 : 0,
      deviceTokenId: principal.deviceTokenId,
      receipt: JSON.stringify(operation.receipt),
      change: tx.change,
    });
  }
  return rereadOfAll;
}

function nameOf(tx: Tx, userId: number): string {
  const user = findUser(tx, userId);
  if (user === null) throw new Error(`user ${userId} is gone`);
  return user.fullName;
}

/** The stored part of the first receipt, as JSON. */
type StoredReceipt = Pick<CountReceipt, "itemId" | "item"> & {
  readonly result: NonNullable<CountReceipt["first"]>;
};

/** The item in a receipt; `nameOf` returns the full name of a user. */
function receiptItem(oid: number, state: CountState, nameOf: (userId: number) => string): CountedItem {
  const { inventoryQuantity, inventoryLocationId, disposalMethodId, disposalReasonId } = state;
  const { countedDT, countedBy } = state;
  return {
    oid,
    inventoryQuantity,
    inventoryLocationId,
    isFound: state.isFound === 1,
    isDisposal: state.isDisposal === 1,
    disposalMethodId,
    disposalReasonId,
    isToRecount: state.isToRecount === 1,
    counted:
      countedDT === null || countedBy === null
        ? null
        : { at: countedDT, user: { id: countedBy, fullName: nameOf(countedBy) } },
  };
}

const MESSAGES: Readonly<Record<"duplicate" | StoredReceipt["result"], Message>> = {
  applied: msg("Counted."),
  duplicate: msg("Already received. It is not counted twice."),
  unknown: msg("Unknown code. It is kept for the report."),
  late: msg("The stocktake was already finished. The count is kept until a manager accepts it."),
};

/** The receipt of a stored operation. `isDuplicate`: it was stored before. */
function receiptOf(
  operation: { readonly operationId: string; readonly at: string; readonly receipt: StoredReceipt | null },
  isDuplicate: boolean,
  language: Locale,
): CountReceipt {
  const { operationId, at, receipt } = operation;
  if (receipt === null) throw new Error(`operation ${operationId} has no receipt yet`);
  const result = isDuplicate ? "duplicate" : receipt.result;
  const first = isDuplicate ? { first: receipt.result } : {};
  return { operationId, ...receipt, result, ...first, time: at, message: textIn(MESSAGES[result], language) };
}

/** The receipt of a refused operation. It is not stored and may be sent again. */
function refusedReceipt(
  { operationId, error }: { readonly operationId: string; readonly error: DomainError },
  language: Locale,
): CountReceipt {
  const { text, fieldErrors } = error;
  const errors = fieldErrors.map((one) => ({ path: one.path, message: textIn(one.text, language) }));
  return {
    operationId,
    result: "refused",
    time: null,
    itemId: null,
    message: textIn(text, language),
    ...(errors.length > 0 && { errors }),
    ...(error instanceof NoSuchAuthor && { isAuthorMissing: true }),
  };
}

// The time of an operation by the server's clock, and whether the count was running then.

/**
 * The time of an operation as ISO 8601 UTC, fixed at its first arrival: `at`, corrected by the clock offset at `sentAt` (null:
 * unknown), at most `received`. All in milliseconds since 1970.
 */
export function timeOf(at: number, sentAt: number | null, received: number): string {
  const corrected = sentAt === null ? at : at + (received - sentAt);
  return new Date(Math.min(received, Math.max(0, corrected))).toISOString();
}

/** A recorded transition of an inventory. */
interface StateChange {
  readonly stateId: number;
  readonly at: string;
}

/** True if the inventory was In progress at that time; `transitions` oldest first. */
export function wasInProgress(transitions: readonly StateChange[], time: string): boolean {
  return transitions.some(
    ({ stateId, at }, index) =>
      stateId === State.InProgress && at <= time && time <= (transitions[index + 1]?.at ?? time),
  );
}

const OVER: readonly number[] = [State.Finished, State.Processing, State.Closed];

/**
 * True if the count is finished: the operation is stored, not applied. Throws WrongState if the count has not started, is
 * cancelled, or was paused at that time.
 */
function isLate(stateId: number, time: string, transitions: () => readonly StateChange[]): boolean {
  if (OVER.includes(stateId)) return true;
  assertState(stateId, [State.InProgress, State.Paused]);
  if (stateId === State.Paused && !wasInProgress(transitions(), time)) {
    throw new WrongState(msg("The stocktake is paused and was not in progress at the time of this count."));
  }
  return false;
}
