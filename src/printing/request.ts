import type { Db, Tx } from "../storage/statement.ts";
import { say } from "../words.ts";
import { RequestState } from "./request-states.ts";
import * as store from "./request-store.ts";

const CANCELLED = say("cancelled", "zrušeno");

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

/** True while labels wait for the printer or are being printed. */
export function hasOpenRequests(db: Db, printerId: number): boolean {
  return store.openOfPrinter.first(db, { printerId }) !== null;
}

/** Cancels what waits for the printer. */
export function cancelWaitingOf(tx: Tx, printerId: number): void {
  store.cancelWaiting.run(tx, {
    printerId,
    lastError: JSON.stringify(CANCELLED),
    now: tx.now,
    change: tx.change,
  });
}
