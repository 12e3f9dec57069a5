import { ApiError, ask, ServerUnreachable } from "../../api/ask.ts";
import { claimsOf } from "../../api/claims.ts";
import { sentAtOf } from "../../api/server-time.ts";
import { device, NotLoggedIn, session, terminalToken, withToken } from "../../api/tokens.ts";
import type { CountReceipt } from "../../api/types/endpoints.d.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { signalFailure } from "../../feedback/speech.ts";
import { type Batch, nextBatch } from "./batch.ts";
import { entriesIn } from "./entries.ts";
import { refusedFor, waitsForAuthor, withReceipt } from "./receipt.ts";
import { changeEntries } from "./write.ts";

/** So many go in one request. */
const MOST = 200;

/** What came of sending. `isSurprised`: the server did not do with all of it what was to be expected. */
export interface Sent {
  readonly hasSent: boolean;
  readonly isSurprised: boolean;
}

/**
 * Sends all that waits and may be sent from here now. Throws ServerUnreachable, ApiError or NotLoggedIn: what has no receipt waits on.
 */
export async function sendCounts(): Promise<Sent> {
  let most = MOST;
  let hasSent = false;
  let isSurprised = false;
  for (;;) {
    const batch = nextBatch(await sendable(), most);
    if (batch === null) return { hasSent, isSurprised };
    const held = await heldAfter(batch);
    try {
      if (!(await send(batch, held))) isSurprised = true;
      hasSent = true;
      most = MOST;
    } catch (error) {
      if (!(error instanceof ApiError) || isForLater(error)) throw error;
      // One that the server can't take must not stop the others: it is found by halves.
      if (batch.entries.length > 1 && (error.status === 400 || error.status === 413)) {
        most = Math.ceil(batch.entries.length / 2);
        continue;
      }
      await changeEntries(seqsOf(batch), (entry) => refusedFor(entry, error.message));
      signalFailure();
      isSurprised = true;
    }
  }
}

/** The device sends for all who were logged in on it; a phone of one's own only for its user, and an administrator's for all. */
function maySend({ operation, tenantId }: OutboxEntry): boolean {
  const who = session.value;
  if (who !== null && tenantId !== who.tenantId) return false;
  if (device.value !== null) return true;
  return who !== null && (operation.userId === who.user.id || who.roles.includes("Admin"));
}

/** It says nothing of the operations: another time they may be taken. */
const isForLater = ({ status, needsHttps }: ApiError) =>
  needsHttps || status === 401 || status === 408 || status === 429 || status >= 500;

/** What waits and may be sent from here, at least the oldest of it. Throws ServerUnreachable, ApiError or NotLoggedIn. */
async function sendable(): Promise<readonly OutboxEntry[]> {
  const waiting = await oldestWaiting();
  if (waiting.length === 0) return waiting;
  // Another tenant may have paired this browser since.
  const { tenantId } = claimsOf(await terminalToken(false));
  if (waiting.every((entry) => entry.tenantId === tenantId)) return waiting;
  return (await entriesIn("waiting")).filter((entry) => maySend(entry) && entry.tenantId === tenantId);
}

/** The oldest of those that wait and may be sent from here: after a day without the server there may be thousands. */
async function oldestWaiting(): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const oldest = await db.getAllFromIndex("outbox", "state", "waiting", MOST);
  const sendable = oldest.filter(maySend);
  // Those of others that wait for them must not be in the way.
  return sendable.length > 0 || oldest.length < MOST
    ? sendable
    : (await entriesIn("waiting")).filter(maySend);
}

/** How many of the inventory stay here after this batch: those that wait, and those that the worker is still asked about. */
async function heldAfter({ inventoryId, entries }: Batch): Promise<number> {
  const db = await localDb();
  const counts = await Promise.all(
    ["waiting", "asked"].map((state) => db.countFromIndex("outbox", "held", [inventoryId, state])),
  );
  return counts.reduce((sum, count) => sum + count, 0) - entries.length;
}

/** Gives whether all of it was taken as a count, or as a code that nobody knows. */
async function send({ inventoryId, entries, era }: Batch, pending: number): Promise<boolean> {
  const { receipts } = await withToken(terminalToken, (token) => {
    // As late as can be: what it took to get a token must not count.
    const sentAt = sentAtOf(era);
    return ask<{ receipts: readonly CountReceipt[] }>(`/api/inventories/${inventoryId}/counts`, {
      method: "POST",
      token,
      body: {
        ...(sentAt !== null && { sentAt: new Date(sentAt).toISOString() }),
        pending,
        operations: entries.map(({ operation }) => operation),
      },
    });
  });
  const byId = new Map(receipts.map((receipt) => [receipt.operationId, receipt]));
  const matched = entries.filter(({ operationId }) => byId.has(operationId));
  if (matched.length === 0) throw new ServerUnreachable("the server has answered without a receipt");
  await changeEntries(
    matched.map(({ seq }) => seq),
    (entry) => {
      const receipt = byId.get(entry.operationId);
      return receipt === undefined ? null : withReceipt(entry, receipt);
    },
  );
  // It is heard as well: the worker believes that it is counted.
  if (receipts.some(isNotIn)) signalFailure();
  return receipts.every(({ result, first = result }) => first === "applied" || first === "unknown");
}

/** The stocktake does not have it, and will not by itself. */
function isNotIn(receipt: CountReceipt): boolean {
  const { result, first = result } = receipt;
  return first === "late" || (first === "refused" && !waitsForAuthor({ receipt }));
}

const seqsOf = ({ entries }: Batch) => entries.map(({ seq }) => seq);

/** Throws NotLoggedIn where nobody is here in whose name anything could be sent: a revoked device sends nothing. */
export function requireSender(): void {
  if (device.value === null ? session.value === null : device.value.isRevoked) throw new NotLoggedIn();
}
