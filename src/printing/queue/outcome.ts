import type { Message } from "../../domain/message.ts";
import { RequestState } from "../../domain/print-states.ts";
import { textIn } from "../../i18n/text.ts";
import { recordOutgoingEvent } from "../../outgoing-events/outgoing-events.ts";
import { pauseAfter } from "../../platform/back-off.ts";
import type { Tx } from "../../storage/database/statement.ts";
import * as reasons from "../transport/reasons.ts";
import type { SendOutcome } from "../transport/send-job.ts";
import { cancelOfDeletedPrinter, serializeMessage } from "./request.ts";
import * as states from "./state-store.ts";
import type * as store from "./store.ts";

/** The first waiting request of a lane, with its printer. */
export type LaneRequest = NonNullable<ReturnType<typeof store.firstWaiting.first>>;

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
      // Cancelled after it was claimed: nothing was printed.
      states.setNotPrinted.run(tx, { oid, lastError: serializeMessage(reasons.cancelledReason), change });
      return;
  }
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
