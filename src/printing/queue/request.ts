import { Invalid, NotFound, WrongState } from "../../domain/errors.ts";
import { type Message, msg } from "../../domain/message.ts";
import { nameOfRequestState, RequestState } from "../../domain/print-states.ts";
import type { Db, Tx } from "../../storage/database/statement.ts";
import * as reasons from "./reasons.ts";
import * as store from "./store.ts";

// The queue is the table: these are its moves. Each says from which state it starts, so that of two callers one wins.

export type RequestRecord = NonNullable<ReturnType<typeof store.record.first>>;

/** Puts a label into the queue: the request and its bytes for the printer, in one transaction. Gives its oid. */
export function addRequest(
  tx: Tx,
  request: Omit<store.NewRequest, "createdDT" | "change">,
  data: Buffer,
): number {
  const { oid } = store.insert.run(tx, {
    ...request,
    stateId: RequestState.Waiting,
    createdDT: tx.now,
    change: tx.change,
  });
  store.insertData.run(tx, { printRequestId: oid, data });
  return oid;
}

/** The request of this id in the tenant. Throws NotFound. */
export function requestOf(db: Db, tenantId: number, oid: number): RequestRecord {
  const found = store.record.first(db, { tenantId, oid });
  if (found === null)
    throw new NotFound(msg("There is no such print request.", "Takový požadavek na tisk neexistuje."));
  return found;
}

/** True while labels wait for the printer or are being printed. */
export function hasOpenRequests(db: Db, printerId: number): boolean {
  return store.openOfPrinter.first(db, { printerId }) !== null;
}

/** Cancels what waits for the printer; gives how many. */
export function cancelWaitingOf(tx: Tx, printerId: number): number {
  const lastError = asText(reasons.cancelled);
  return store.cancelWaiting.run(tx, { printerId, lastError, now: tx.now, change: tx.change }).changes;
}

/** Puts a failed request back into the queue, as if it were new. Throws WrongState, Invalid when its bytes are gone. */
export function retryRequest(tx: Tx, request: RequestRecord): void {
  demandState(request, [RequestState.Error]);
  if (store.dataOf.first(tx, { oid: request.oid }) === null) {
    throw Invalid.field(
      "",
      msg(
        "The label's data has been removed. Request the label again.",
        "Data štítku už byla odstraněna; požádejte o štítek znovu.",
      ),
    );
  }
  store.setRetried.run(tx, { oid: request.oid, now: tx.now, change: tx.change });
}

/** Cancels a request that waits, or is being printed: then no one knows what came out. Throws WrongState. */
export function cancelRequest(tx: Tx, request: RequestRecord): void {
  demandState(request, [RequestState.Waiting, RequestState.Printing]);
  const isPrinting = request.stateId === RequestState.Printing;
  const why = reasons.cancelled;
  store.setError.run(tx, {
    oid: request.oid,
    from: isPrinting ? RequestState.Printing : RequestState.Waiting,
    lastError: asText(isPrinting ? reasons.interrupted(request.copies, why) : why),
    now: tx.now,
    isInterrupted: isPrinting ? 1 : 0,
    change: tx.change,
  });
}

/** Removes the bytes of up to `most` requests that ended before `ms` (since 1970); gives how many. They can't be retried. */
export function removeOldData(tx: Tx, ms: number, most: number): number {
  return store.removeOldData.run(tx, { before: new Date(ms).toISOString(), most }).changes;
}

/** Words as the table keeps them. */
export function asText(words: Message): string {
  return JSON.stringify(words);
}

function demandState(request: RequestRecord, allowed: readonly RequestState[]): void {
  const state = Object.values(RequestState).find((one) => one === request.stateId);
  if (state === undefined) throw new Error(`there is no request state ${request.stateId}`);
  if (allowed.includes(state)) return;
  throw new WrongState(
    msg(
      `The print request is in state "${nameOfRequestState(state, "en")}", which does not permit this.`,
      `Požadavek na tisk je ve stavu „${nameOfRequestState(state, "cs")}“, který to nedovoluje.`,
    ),
  );
}
