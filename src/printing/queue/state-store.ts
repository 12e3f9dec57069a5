import { RequestState } from "../../domain/print-states.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { selectFrom, updateTable } from "../../storage/database/table-statements.ts";
import { OPEN_STATES } from "./store.ts";

// The changes of a request's state. Each names the state before, so that of two writers one wins.

export const stateOf = selectFrom("printRequest", ["oid"], ["stateId", "change"]);

type StateChange = { oid: number; change: number };

export const setPrinting = statement((p: StateChange & { now: string }) =>
  sqlite
    .updateTable("printRequest")
    .set((eb) => ({
      stateId: RequestState.Printing,
      attempts: eb("attempts", "+", 1),
      startedDT: p.now,
      nextTryDT: null,
      lastError: null,
      change: p.change,
    }))
    .where("oid", "=", p.oid)
    .where("stateId", "=", RequestState.Waiting),
);
export const setWaiting = statement(
  (p: StateChange & { attempts: number; lastError: string; nextTryDT: string; from: RequestState }) =>
    sqlite
      .updateTable("printRequest")
      .set({
        stateId: RequestState.Waiting,
        attempts: p.attempts,
        lastError: p.lastError,
        nextTryDT: p.nextTryDT,
        startedDT: null,
        change: p.change,
      })
      .where("oid", "=", p.oid)
      .where("stateId", "=", p.from),
);
/** Returns a claimed request, of which nothing was sent, to the queue. */
export const setUnclaimed = statement((p: StateChange & { claim: number }) =>
  sqlite
    .updateTable("printRequest")
    .set((eb) => ({
      stateId: RequestState.Waiting,
      attempts: eb("attempts", "-", 1),
      startedDT: null,
      change: p.change,
    }))
    .where("oid", "=", p.oid)
    .where("stateId", "=", RequestState.Printing)
    .where("change", "=", p.claim),
);
/** Corrects a request that was cancelled while it was claimed, and of which nothing was sent. */
export const setNotPrinted = updateTable("printRequest", {
  set: ["lastError", "change"],
  to: { isInterrupted: 0 },
  where: ["oid"],
  is: { stateId: RequestState.Error, isInterrupted: 1 },
});
export const setError = statement(
  (p: StateChange & { lastError: string; now: string; isInterrupted: 0 | 1; from: RequestState }) =>
    sqlite
      .updateTable("printRequest")
      .set({
        stateId: RequestState.Error,
        lastError: p.lastError,
        nextTryDT: null,
        finishedDT: p.now,
        isInterrupted: p.isInterrupted,
        change: p.change,
      })
      .where("oid", "=", p.oid)
      .where("stateId", "=", p.from),
);
export const setDone = updateTable("printRequest", {
  set: ["finishedDT", "isConfirmed", "change"],
  to: { stateId: RequestState.Done, lastError: null },
  where: ["oid"],
  is: { stateId: RequestState.Printing },
});
export const setLastError = updateTable("printRequest", {
  set: ["lastError", "change"],
  where: ["oid"],
  is: { stateId: RequestState.Printing },
});
export const setRetried = updateTable("printRequest", {
  set: ["queuedDT", "change"],
  to: {
    stateId: RequestState.Waiting,
    attempts: 0,
    lastError: null,
    nextTryDT: null,
    isInterrupted: 0,
    startedDT: null,
    finishedDT: null,
  },
  where: ["oid"],
  is: { stateId: RequestState.Error },
});
/** Ends waiting requests with an error. */
const endWaiting = (p: { lastError: string; now: string; change: number }) =>
  sqlite
    .updateTable("printRequest")
    .set({
      stateId: RequestState.Error,
      lastError: p.lastError,
      nextTryDT: null,
      finishedDT: p.now,
      change: p.change,
    })
    .where("stateId", "in", OPEN_STATES)
    .where("stateId", "=", RequestState.Waiting);
export const cancelWaiting = statement(
  (p: { printerId: number; lastError: string; now: string; change: number }) =>
    endWaiting(p).where("printerId", "=", p.printerId),
);
/** Interrupts the waiting requests of all printers. */
export const interruptWaiting = statement((p: { lastError: string; now: string; change: number }) =>
  endWaiting(p).set({ isInterrupted: 1 }),
);
