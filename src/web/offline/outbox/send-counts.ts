import { call } from "../../api/call.ts";
import { claimsOf } from "../../api/claims.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { sentAtOf } from "../../api/server-time.ts";
import { device, NotLoggedIn, session, terminalToken, withToken } from "../../api/tokens.ts";
import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { signalFailure } from "../../feedback/speech.ts";
import { type Batch, nextBatch } from "./batch.ts";
import { changeEntries } from "./change-entries.ts";
import { entriesIn, waitsForAuthor, withReceipt, withRejection } from "./entries.ts";
import { lacksItem } from "./lost-items.ts";
import { pendingAfter, reporting, reportPending } from "./report-pending.ts";
import { guardHistory } from "./resend.ts";

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
      await changeEntries(seqsOf(batch), (entry) => withRejection(entry, error.message));
      signalFailure();
      isUnexpected = true;
    }
  }
}

/**
 * A device sends for all users who logged in on it. A personal device sends for its own user only, or for all
 * if that is an Admin.
 */
function maySend({ operation, tenantId }: OutboxEntry): boolean {
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
  await changeEntries(
    matched.map(({ seq }) => seq),
    (entry) => {
      const receipt = byId.get(entry.operationId);
      return receipt === undefined ? null : withReceipt(entry, receipt, receivedDT);
    },
  );
  // Signalled by sound: the user assumes that the scan is counted.
  if (matched.some((entry) => isNotCounted(entry, byId.get(entry.operationId)))) signalFailure();
  return receipts.every(({ result, first = result }) => first === "applied" || first === "unknown");
}

/** True if the stocktake does not include the count, and the user does not know it yet. */
function isNotCounted(entry: OutboxEntry, receipt: CountReceipt | undefined): boolean {
  if (receipt === undefined || (entry.again !== undefined && entry.again.state !== "sent")) return false;
  const { result, first = result } = receipt;
  if (first === "refused") return !waitsForAuthor({ receipt }) && !lacksItem(entry, receipt);
  return first === "late";
}

const seqsOf = ({ entries }: Batch) => entries.map(({ seq }) => seq);

/** Throws NotLoggedIn if no user or valid device is available to send as. */
export function requireSender(): void {
  if (device.value === null ? session.value === null : device.value.isRevoked) throw new NotLoggedIn();
}
