import { Invalid, orNotFound, WrongState } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import type { Principal } from "../../domain/principal.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import { textIn, textInEachLocale } from "../../i18n/text.ts";
import { recordOutgoingEvent } from "../../outgoing-events/outgoing-events.ts";
import { pauseAfter } from "../../platform/back-off.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import { fitProblem } from "../layouts/printer-fit.ts";
import * as reasons from "../transport/reasons.ts";
import type { SendOutcome } from "../transport/send-job.ts";
import * as states from "./state-store.ts";
import * as store from "./store.ts";

// The queue is the table; these are its transitions. Each update names the state before, so that of two callers one wins.

/** A label of the queue, and its printer as it is now. */
export type StoredLabel = NonNullable<ReturnType<typeof store.dataOf.first>>;

/** The first waiting request of a lane, with its printer. */
export type LaneRequest = NonNullable<ReturnType<typeof store.firstWaiting.first>>;

type RequestRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** The bytes of a label for the printer; `isRaster`: the dots of a drawn one (raster/bitmap.ts). */
export interface LabelData {
  readonly data: Buffer;
  readonly isRaster: boolean;
}

/** The values of a new request. */
export type NewRequest = Omit<Parameters<typeof store.insert.run>[1], "createdDT" | "queuedDT" | "change">;

/** The values of requests by their principal. */
export const requestedBy = ({ tenantId, userId, deviceTokenId, userName }: Principal) => ({
  tenantId,
  userId,
  deviceTokenId,
  createdBy: userName,
});

/** Adds a label to the queue. Returns the request's oid. */
export function addRequest(tx: Tx, request: NewRequest, { data, isRaster }: LabelData): number {
  const { now, change } = tx;
  const { oid } = store.insert.run(tx, { ...request, createdDT: now, queuedDT: now, change });
  const printer = isRaster ? null : store.printerState.first(tx, { oid: request.printerId });
  const printerTypeId = printer?.printerTypeId ?? null;
  store.insertData.run(tx, { printRequestId: oid, data, isRaster: isRaster ? 1 : 0, printerTypeId });
  return oid;
}

/** Finds a request of the tenant by its id. Throws NotFound. */
export function getRequest(db: Db, tenantId: number, oid: number): RequestRecord {
  return orNotFound(store.record.first(db, { tenantId, oid }), msg("Print request not found."));
}

/** True while labels wait for the printer or are being printed. */
export function hasOpenRequests(db: Db, printerId: number): boolean {
  return store.openRequestOfPrinter.first(db, { printerId }) !== null;
}

/** True while labels of which the commands are stored, in the printer's language, wait or are being printed. */
export function hasOpenCommands(db: Db, printerId: number): boolean {
  return store.openCommandsOfPrinter.first(db, { printerId }) !== null;
}

/** Cancels the waiting requests of a printer. Returns their number. */
export function cancelWaitingRequests(tx: Tx, printerId: number): number {
  const lastError = serializeMessage(reasons.cancelledReason);
  return states.cancelWaiting.run(tx, { printerId, lastError, now: tx.now, change: tx.change }).changes;
}

/** Cancels the waiting requests of a printer that was deleted while they were claimed. */
export function cancelOfDeletedPrinter(tx: Tx, printerId: number): void {
  if (isDeleted(tx, printerId)) cancelWaitingRequests(tx, printerId);
}

const isDeleted = (db: Db, oid: number) => store.printerState.first(db, { oid })?.deleted === 1;

/**
 * Returns a failed request to the queue, as if it were new. Throws WrongState, also for a deleted printer, and for a
 * label that no longer fits its printer; Invalid when its bytes were removed.
 */
export function retryRequest(tx: Tx, request: RequestRecord): void {
  assertState(request, [RequestState.Error]);
  if (isDeleted(tx, request.printerId)) throw new WrongState(reasons.printerDeleted);
  const label = store.dataOf.first(tx, { oid: request.oid });
  if (label === null) throw Invalid.field("", reasons.dataRemoved);
  const problem = unfitness(label);
  if (problem !== null) throw new WrongState(problem);
  states.setRetried.run(tx, { oid: request.oid, queuedDT: tx.now, change: tx.change });
}

/** Why the printer, as it is now, can't print a stored label; null: it can. */
function unfitness(label: StoredLabel): Message | null {
  const { isRaster, data, commandsTypeId, printerTypeId } = label;
  if (isRaster === 1) return fitProblem(data, label);
  return commandsTypeId === null || commandsTypeId === printerTypeId ? null : reasons.otherType;
}

/** Cancels a waiting or printing request. Of a printing one the printed labels are unknown. Throws WrongState. */
export function cancelRequest(tx: Tx, request: RequestRecord): void {
  assertState(request, [RequestState.Waiting, RequestState.Printing]);
  const isPrinting = request.stateId === RequestState.Printing;
  const reason = reasons.cancelledReason;
  states.setError.run(tx, {
    oid: request.oid,
    from: isPrinting ? RequestState.Printing : RequestState.Waiting,
    lastError: serializeMessage(isPrinting ? reasons.interruptedReason(request.copies, reason) : reason),
    now: tx.now,
    isInterrupted: isPrinting ? 1 : 0,
    change: tx.change,
  });
}

/**
 * Writes the new state of a request after an attempt. A request that was not sent waits for the next attempt, or ends
 * in Error when it was queued at or before `giveUpBefore` (milliseconds since 1970).
 */
export function writeOutcome(
  tx: Tx,
  request: LaneRequest,
  outcome: SendOutcome,
  giveUpBefore: number,
  retryDelaysMs: readonly number[],
): void {
  const { change, now } = tx;
  const { oid } = request;
  switch (outcome.kind) {
    case "done":
      states.setDone.run(tx, { oid, finishedDT: now, isConfirmed: outcome.isConfirmed ? 1 : 0, change });
      return;
    case "interrupted":
      writeInterrupted(tx, request, outcome.reason);
      return;
    case "notPrintable":
      writeError(tx, request, outcome.reason);
      return;
    case "notSent": {
      if (correctCancelled(tx, oid)) return;
      const from = stateBefore(tx, oid);
      const lastError = serializeMessage(outcome.reason);
      if (Date.parse(request.queuedDT) <= giveUpBefore) {
        writeError(tx, request, outcome.reason);
        return;
      }
      const attempts = request.attempts + 1;
      const nextTry = Date.parse(now) + pauseAfter(retryDelaysMs, attempts);
      const nextTryDT = new Date(nextTry).toISOString();
      states.setWaiting.run(tx, { oid, attempts, lastError, nextTryDT, from, change });
      cancelOfDeletedPrinter(tx, request.printerId);
      return;
    }
    case "dropped":
      correctCancelled(tx, oid);
      return;
  }
}

/** Corrects a request that was cancelled after it was claimed, and of which nothing was sent. True: it was. */
function correctCancelled(tx: Tx, oid: number): boolean {
  const lastError = serializeMessage(reasons.cancelledReason);
  return states.setNotPrinted.run(tx, { oid, lastError, change: tx.change }).changes > 0;
}

/** Ends a request of which nothing was printed. */
function writeError(tx: Tx, request: LaneRequest, reason: Message): void {
  writeFailure(tx, request, reason, { isInterrupted: 0, from: stateBefore(tx, request.oid) });
}

/** A label that a failure may have interrupted: the printed copies are unknown, and a person decides. */
export function writeInterrupted(tx: Tx, request: FailedLabel & { readonly copies: number }, cause: Message) {
  const reason = reasons.interruptedReason(request.copies, cause);
  writeFailure(tx, request, reason, { isInterrupted: 1, from: RequestState.Printing });
}

/** A request whose label was not printed. `name`: of the printer. */
type FailedLabel = Pick<LaneRequest, "oid" | "tenantId" | "articleId" | "locationId" | "printerId" | "name">;

function writeFailure(
  tx: Tx,
  { oid, tenantId, articleId, locationId, printerId, name }: FailedLabel,
  reason: Message,
  ending: { readonly isInterrupted: 0 | 1; readonly from: RequestState },
): void {
  const { now, change } = tx;
  const lastError = serializeMessage(reason);
  const { changes } = states.setError.run(tx, { oid, lastError, now, change, ...ending });
  // None where a user has cancelled it.
  if (changes === 0) return;
  recordOutgoingEvent(tx, {
    tenantId,
    type: "label.failed",
    // A request that is repeated may fail again.
    dedupeKey: `${oid} ${change}`,
    data: { oid, articleId, locationId, printerId, printerName: name, reason: textIn(reason, "en") },
  });
}

/** Waiting, or Printing where the connection broke between the write of the state and the first byte. */
function stateBefore(tx: Tx, oid: number): RequestState {
  return states.stateOf.first(tx, { oid })?.stateId === RequestState.Printing
    ? RequestState.Printing
    : RequestState.Waiting;
}

/**
 * Removes the bytes of up to `limit` requests that ended before `ms` (since 1970). Returns their number. Those requests
 * can't be retried.
 */
export function removeOldData(tx: Tx, ms: number, limit: number): number {
  return store.removeOldData.run(tx, { before: new Date(ms).toISOString(), limit }).changes;
}

/** A message as the table stores it: JSON. */
export function serializeMessage(message: Message): string {
  return JSON.stringify(textInEachLocale(message));
}

function assertState(request: RequestRecord, allowed: readonly RequestState[]): void {
  const state = Object.values(RequestState).find((each) => each === request.stateId);
  if (state === undefined) throw new Error(`there is no request state ${request.stateId}`);
  if (allowed.includes(state)) return;
  throw new WrongState(
    msg('The print request is in state "{state}", which does not permit this.', {
      state: nameOfRequestState(state),
    }),
  );
}
