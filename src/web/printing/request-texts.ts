import { msg } from "../../domain/message.ts";
import { RequestState } from "../../domain/print-states.ts";
import type { PrintRequest } from "../api/types/endpoints.d.ts";
import { t, when } from "../i18n/translate.ts";

/** The state of a print request as text. */
export interface RequestText {
  readonly tone: "open" | "done" | "bad";
  readonly words: string;
  /** What to do first. */
  readonly advice: string | null;
}

type RequestFacts = Pick<
  PrintRequest,
  "stateId" | "lastError" | "nextTryDT" | "isInterrupted" | "isConfirmed"
>;

/** Describes the state of a print request. */
export function requestText({
  stateId,
  lastError,
  nextTryDT,
  isInterrupted,
  isConfirmed,
}: RequestFacts): RequestText {
  const reason = lastError ?? "";
  switch (stateId) {
    case RequestState.Waiting:
      return { tone: "open", words: waiting(reason, nextTryDT), advice: null };
    case RequestState.Printing:
      return {
        tone: "open",
        words: reason === "" ? t(TEXTS.printing) : t(TEXTS.stalled, { reason }),
        advice: null,
      };
    case RequestState.Done:
      if (isConfirmed) return { tone: "done", words: t(TEXTS.done), advice: null };
      return { tone: "done", words: t(TEXTS.sent), advice: t(TEXTS.lookAtSent) };
    default:
      // If printing broke off after the first byte, the number of printed labels is unknown.
      if (isInterrupted)
        return { tone: "bad", words: t(TEXTS.brokenOff, { reason }), advice: t(TEXTS.lookFirst) };
      return {
        tone: "bad",
        words: reason === "" ? t(TEXTS.failed) : t(TEXTS.failedWhy, { reason }),
        advice: null,
      };
  }
}

function waiting(reason: string, nextTry: string | null): string {
  if (reason === "") return t(TEXTS.waiting);
  if (nextTry === null) return t(TEXTS.held, { reason });
  return t(TEXTS.heldUntil, { reason, at: when(nextTry) });
}

const TEXTS = {
  waiting: msg("Waiting for the printer."),
  held: msg("Not printed yet: {reason}."),
  heldUntil: msg("Not printed yet: {reason}. Next attempt at {at}."),
  printing: msg("Printing…"),
  stalled: msg("Waiting for the printer: {reason}."),
  done: msg("Printed; the printer confirmed it."),
  sent: msg("Sent, not confirmed."),
  lookAtSent: msg("This printer does not confirm printing. Check the label."),
  failed: msg("Not printed."),
  failedWhy: msg("Not printed: {reason}."),
  brokenOff: msg("Printing was interrupted: {reason}."),
  lookFirst: msg(
    "Some labels may have been printed. Check the printer first and print only what is missing.",
  ),
};
