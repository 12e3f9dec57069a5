import { call } from "../../api/call.ts";
import { claimsOf } from "../../api/claims.ts";
import { dataHistory } from "../../api/data-history.ts";
import { ApiError } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { device, session, terminalToken, withToken } from "../../api/tokens.ts";
import { localDb } from "../../db/database.ts";
import type { OutboxEntry, OutboxState } from "../../db/outbox-shapes.ts";
import { isStorageFull } from "../../db/storage-full.ts";
import { readValue, type Values } from "../../db/values.ts";
import { reportError } from "../../errors/report-error.ts";
import { entriesIn } from "./entries.ts";
import type { Batch } from "./send-counts.ts";
import { answeredNumber, isAnswered } from "./unstored-answers.ts";

/** The states of the operations that this terminal holds: waiting, rejected, or with an open question. */
const HELD: readonly OutboxState[] = ["waiting", "asked", "refused"];

/** In place of a number: a report was begun, and its answer has not come. The server may have the number or an earlier one. */
const UNKNOWN = -1;

/**
 * Reports how many operations of each stocktake this terminal holds, where the number has changed since the last report: the last
 * operation may be an open question, with which nothing is sent. Throws ServerUnreachable, ApiError or NotLoggedIn. `guard`: of
 * `guardHistory`.
 */
export async function reportPending(guard: () => void): Promise<void> {
  const reported = await readReported();
  const held = (await entriesIn(...HELD)).filter((entry) => isReported(entry) && !isAnswered(entry));
  if (held.length === 0 && Object.keys(reported).length === 0) return;
  const { tenantId } = claimsOf(await terminalToken(false));
  const numbers = new Map<number, number>();
  for (const id of Object.keys(reported)) numbers.set(Number(id), 0);
  for (const entry of held)
    if (entry.tenantId === tenantId)
      numbers.set(entry.inventoryId, (numbers.get(entry.inventoryId) ?? 0) + 1);
  for (const [inventoryId, pending] of numbers)
    if (pending !== (reported[inventoryId] ?? 0))
      await reporting(inventoryId, pending, () => report(inventoryId, pending, guard));
}

/** The number to report with a batch: of the operations of its stocktake that are held after it. */
export async function pendingAfter({ inventoryId, entries }: Batch): Promise<number> {
  const db = await localDb();
  const sent = new Set(entries.map(({ seq }) => seq));
  // After a day offline there may be thousands, and a paired device reports all of them.
  if (device.peek() !== null) {
    const counts = await Promise.all(
      HELD.map((state) => db.countFromIndex("outbox", "held", [inventoryId, state])),
    );
    return counts.reduce((sum, count) => sum + count, 0) - sent.size - answeredNumber(inventoryId);
  }
  const held = await Promise.all(
    HELD.map((state) => db.getAllFromIndex("outbox", "held", [inventoryId, state])),
  );
  return held.flat().filter((entry) => isReported(entry) && !isAnswered(entry) && !sent.has(entry.seq))
    .length;
}

/** Sends a request that reports a number. Where its answer is lost, the number will be reported again. */
export async function reporting<T>(inventoryId: number, pending: number, send: () => Promise<T>): Promise<T> {
  const hasChanged = pending !== ((await readReported())[inventoryId] ?? 0);
  if (hasChanged) await storeReported(inventoryId, UNKNOWN);
  const answer = await send();
  if (hasChanged) await storeReported(inventoryId, pending);
  return answer;
}

async function report(id: number, pending: number, guard: () => void): Promise<void> {
  try {
    await withToken(terminalToken, (token) => {
      guard();
      return sendRequest(
        call("POST /api/inventories/{id}/counts", { id, body: { pending, operations: [] } }),
        { token },
      );
    });
  } catch (error) {
    // The stocktake does not exist there, or takes nothing: nobody waits for these operations.
    if (!(error instanceof ApiError) || error.needsHttps || ![400, 403, 404].includes(error.status))
      throw error;
  }
}

/** Without a pairing, each user is a terminal for the server, and reports what that user has counted. */
const isReported = ({ operation, inventoryId }: OutboxEntry): boolean =>
  inventoryId > 0 && (device.peek() !== null || operation.userId === session.peek()?.user.id);

/** Who reports, and to which data: others have not got the numbers. */
const reporter = () =>
  `${dataHistory.peek()?.id ?? ""} ${device.peek()?.deviceTokenId ?? ""} ${device.peek() === null ? session.peek()?.user.id : ""}`;

async function readReported(): Promise<Readonly<Record<number, number>>> {
  return (await readValue("reportedPending"))?.[reporter()] ?? {};
}

/** Counts are sent also where nothing can be stored: the number is reported again. */
const storeReported = (inventoryId: number, pending: number) =>
  writeReported(inventoryId, pending).catch((error: unknown) => {
    if (!isStorageFull(error)) reportError(error);
  });

async function writeReported(inventoryId: number, pending: number): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("values", "readwrite");
  const all = ((await tx.store.get("reportedPending")) ?? {}) as Values["reportedPending"];
  const { [inventoryId]: _, ...others } = all[reporter()] ?? {};
  const numbers = pending === 0 ? others : { ...others, [inventoryId]: pending };
  void tx.store.put({ ...all, [reporter()]: numbers }, "reportedPending");
  await tx.done;
}
