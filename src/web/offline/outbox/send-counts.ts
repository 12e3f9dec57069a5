import { call } from "../../api/call.ts";
import { claimsOf } from "../../api/claims.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { sentAtOf } from "../../api/server-time.ts";
import { device, NotLoggedIn, session, terminalToken, withToken } from "../../api/tokens.ts";
import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { CommandTask, OutboxEntry, StoredItem } from "../../db/outbox-shapes.ts";
import { signalFailure } from "../../feedback/speech.ts";
import { changeEntries } from "./change-entries.ts";
import { changeCommand } from "./commands.ts";
import { entriesIn, waitsForAuthor, withReceipt, withRejection } from "./entries.ts";
import { pendingAfter, reporting, reportPending } from "./report-pending.ts";
import { guardHistory } from "./resend.ts";
import { isAnswered, storeAnswers, storeUnstored } from "./unstored-answers.ts";

/** The maximum number of operations in one request. */
const MAX_BATCH = 200;

/** The result of sending. `isUnexpected`: the server did not handle all operations as expected. */
interface Sent {
  readonly hasSent: boolean;
  readonly isUnexpected: boolean;
}

/**
 * Sends all waiting operations that this device may send. Throws ServerUnreachable, ApiError or NotLoggedIn:
 * operations without a receipt stay waiting.
 */
export async function sendCounts(): Promise<Sent> {
  let limit = MAX_BATCH;
  let hasSent = false;
  let isUnexpected = false;
  const guard = guardHistory();
  await storeUnstored();
  for (;;) {
    const batch = nextBatch(await sendable(), limit);
    if (batch === null) {
      await reportPending(guard);
      return { hasSent, isUnexpected };
    }
    const pending = await pendingAfter(batch);
    try {
      const isAsExpected = await reporting(batch.inventoryId, pending, () => send(batch, pending, guard));
      if (!isAsExpected) isUnexpected = true;
      hasSent = true;
      limit = MAX_BATCH;
    } catch (error) {
      if (!(error instanceof ApiError) || isTemporary(error)) throw error;
      // An invalid operation must not block the others. It is found by halving the batch.
      if (batch.entries.length > 1 && (error.status === 400 || error.status === 413)) {
        limit = Math.ceil(batch.entries.length / 2);
        continue;
      }
      await storeAnswers(batch.entries, (entry) => withRejection(entry, error.message));
      signalFailure();
      isUnexpected = true;
    }
  }
}

/**
 * A device sends for all users who logged in on it. A personal device sends for its own user only, or for all
 * if that is an Admin.
 */
function maySend(entry: OutboxEntry): boolean {
  const { operation, tenantId } = entry;
  if (isAnswered(entry)) return false;
  const login = session.value;
  if (login !== null && tenantId !== login.tenantId) return false;
  if (device.value !== null) return true;
  return login !== null && (operation.userId === login.user.id || login.roles.includes("Admin"));
}

/** True for an error that says nothing about the operations. */
const isTemporary = ({ status, needsHttps }: ApiError) =>
  needsHttps || status === 401 || status === 408 || status === 429 || status >= 500;

/**
 * The waiting operations that may be sent, at least the oldest. Throws ServerUnreachable, ApiError or
 * NotLoggedIn.
 */
async function sendable(): Promise<readonly OutboxEntry[]> {
  const waiting = await oldestWaiting();
  if (waiting.length === 0) return waiting;
  // Another tenant may have paired this browser.
  const { tenantId } = claimsOf(await terminalToken(false));
  if (waiting.every((entry) => entry.tenantId === tenantId)) return waiting;
  return (await entriesIn("waiting")).filter((entry) => maySend(entry) && entry.tenantId === tenantId);
}

/** The oldest waiting operations that may be sent. After a day offline there may be thousands. */
async function oldestWaiting(): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const oldest = await db.getAllFromIndex("outbox", "state", "waiting", MAX_BATCH);
  const sendable = oldest.filter(maySend);
  // Operations of other tenants must not block the queue.
  return sendable.length > 0 || oldest.length < MAX_BATCH
    ? sendable
    : (await entriesIn("waiting")).filter(maySend);
}

/** Sends a batch. Returns whether all operations were applied, or had an unknown code. */
async function send(
  { inventoryId, entries, era }: Batch,
  pending: number,
  guard: () => void,
): Promise<boolean> {
  const { receipts, receivedDT } = await withToken(terminalToken, (token) => {
    // The token may be new since the round began, of another server at this address.
    guard();
    // Computed last, so that the time to get a token does not count.
    const sentAt = sentAtOf(era);
    return sendRequest(
      call("POST /api/inventories/{id}/counts", {
        id: inventoryId,
        body: {
          ...(sentAt !== null && { sentAt: new Date(sentAt).toISOString() }),
          pending,
          operations: entries.map(({ operation }) => operation),
        },
      }),
      { token },
    );
  });
  const byId = new Map(receipts.map((receipt) => [receipt.operationId, receipt]));
  const matched = entries.filter(({ operationId }) => byId.has(operationId));
  if (matched.length === 0) throw new ServerUnreachable("the server has answered without a receipt");
  await storeAnswers(matched, (entry) => {
    const receipt = byId.get(entry.operationId);
    return receipt === undefined ? null : withReceipt(entry, receipt, receivedDT);
  });
  // Signalled by sound: the user assumes that the scan is counted.
  const isAnyNotCounted = matched.some((entry) => isNotCounted(entry, byId.get(entry.operationId)));
  if (isAnyNotCounted) signalFailure();
  return (
    !isAnyNotCounted &&
    receipts.every(({ result, first = result }) => first === "applied" || first === "unknown")
  );
}

/** True if the stocktake does not include the count, and the user does not know it yet. */
function isNotCounted(entry: OutboxEntry, receipt: CountReceipt | undefined): boolean {
  if (receipt === undefined || (entry.again !== undefined && entry.again.state !== "sent")) return false;
  const { result, first = result } = receipt;
  if (first === "refused") return !waitsForAuthor({ receipt }) && !lacksItem(entry, receipt);
  return first === "late" || (first === "unknown" && entry.articleId !== null);
}

/** Throws NotLoggedIn if no user or valid device is available to send as. */
export function requireSender(): void {
  if (device.value === null ? session.value === null : device.value.isRevoked) throw new NotLoggedIn();
}

/** The operations of one request. */
export interface Batch {
  readonly inventoryId: number;
  readonly entries: readonly OutboxEntry[];
  /** The era of their times (api/server-time.ts). */
  readonly era: string;
}

/** In characters of JSON, with up to three bytes each. The server accepts 1 MiB. */
const MAX_CHARACTERS = 300_000;

/**
 * The next batch in order: the oldest entry and later ones of the same inventory and era; null: nothing is
 * waiting.
 */
export function nextBatch(waiting: readonly OutboxEntry[], limit: number): Batch | null {
  const [first] = waiting;
  if (first === undefined) return null;
  const { inventoryId, era } = first;
  const entries: OutboxEntry[] = [];
  let characters = 0;
  for (const entry of waiting) {
    if (entry.inventoryId !== inventoryId) continue;
    characters += JSON.stringify(entry.operation).length;
    const isFull = entries.length >= limit || (entries.length > 0 && characters > MAX_CHARACTERS);
    if (isFull || entry.era !== era) break;
    entries.push(entry);
  }
  return { inventoryId, entries, era };
}

// After a restore an item that was created since the backup has another id: an unexpected article, or each
// item of a stocktake that is prepared again.

/** True if the server rejected the operation because it does not have the item, which may come back. */
const lacksItem = ({ namedItem }: OutboxEntry, { errors = [] }: CountReceipt): boolean =>
  namedItem !== undefined && errors.some(({ path }) => path === "itemId");

/** Queues the operations and photos of an inventory whose items have come back under another id. */
export async function queueForNewItems(inventoryId: number): Promise<void> {
  const db = await localDb();
  const refused = await db.getAllFromIndex("outbox", "held", [inventoryId, "refused"]);
  const newIds = new Map<number, number>();
  for (const entry of refused) {
    const { seq, articleId, receipt } = entry;
    if (articleId === null || receipt === null || !lacksItem(entry, receipt)) continue;
    const items = await db.getAllFromIndex("items", "article", [inventoryId, articleId]);
    const item = items.find((one) => isNamed(entry, one));
    if (item !== undefined) newIds.set(seq, item.oid);
  }
  await changeEntries([...newIds.keys()], (entry) => {
    const itemId = newIds.get(entry.seq);
    if (entry.state !== "refused" || itemId === undefined) return null;
    const operation = { ...entry.operation, itemId };
    return { ...entry, state: "waiting", ahead: 1, operation, itemId, receipt: null, problem: null };
  });
  await queuePhotosForNewItems(inventoryId);
}

async function queuePhotosForNewItems(inventoryId: number): Promise<void> {
  const db = await localDb();
  for (const { seq, task } of await db.getAllFromIndex("errands", "state", "refused")) {
    if (task.kind !== "photo" || !("itemId" in task.of)) continue;
    const { itemId, item } = task.of;
    if (item?.inventoryId !== inventoryId) continue;
    const items = await db.getAllFromIndex("items", "article", [inventoryId, item.articleId]);
    if (items.some(({ oid }) => oid === itemId)) continue;
    const found = items.find(
      ({ locationId, foundAtLocationId }) =>
        locationId === item.expectedAt && foundAtLocationId === item.foundAt,
    );
    if (found === undefined) continue;
    const again: CommandTask = { ...task, of: { itemId: found.oid, item } };
    await changeCommand(seq, (now) =>
      now.state === "refused" ? { ...now, state: "waiting", task: again, problem: null } : null,
    );
  }
}

const isNamed = ({ namedItem, operation }: OutboxEntry, item: StoredItem) =>
  item.oid !== operation.itemId &&
  item.locationId === namedItem?.expectedAt &&
  item.foundAtLocationId === namedItem.foundAt;
