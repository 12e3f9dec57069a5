import { useEffect, useState } from "preact/hooks";
import { msg } from "../../domain/message.ts";
import { RequestState } from "../../domain/print-states.ts";
import { call } from "../api/call.ts";
import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../api/tokens.ts";
import type { PrintRequest } from "../api/types/endpoints.d.ts";
import { t, when } from "../i18n/translate.ts";

/** A print request and its actions. */
interface FollowedRequest {
  /** Null: not loaded yet. */
  readonly request: PrintRequest | null;
  /** The last request got no response, so the state may be outdated. */
  readonly isOld: boolean;
  readonly problem: string | null;
  /** Retries or cancels the print request. */
  readonly decide: (action: "retry" | "cancel") => Promise<void>;
}

const FIRST_MS = 500;
const LONGEST_MS = 5000;

/** Polls a print request until it ends, with growing intervals. */
export function useRequest(oid: number): FollowedRequest {
  const [request, setRequest] = useState<PrintRequest | null>(null);
  const [isOld, setOld] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const poll = async (pause: number): Promise<void> => {
      const { isEnded, isUnreachable } = await loadOnce(oid, controller.signal, (found) => {
        setRequest(found.request ?? null);
        setProblem(found.problem);
        setOld(false);
      });
      if (controller.signal.aborted) return;
      if (isUnreachable) setOld(true);
      if (!isEnded) timer = setTimeout(() => void poll(Math.min(LONGEST_MS, pause * 1.3)), pause);
    };
    void poll(FIRST_MS);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [oid, attempt]);

  const decide = async (action: "retry" | "cancel") => {
    const decided =
      action === "retry"
        ? call("POST /api/printrequests/{oid}/retry", { oid })
        : call("POST /api/printrequests/{oid}/cancel", { oid });
    setRequest(await requestAsUser(decided));
    setAttempt((now) => now + 1);
  };
  return { request, isOld, problem, decide };
}

interface LoadedRequest {
  readonly request: PrintRequest | null;
  readonly problem: string | null;
}

/** Loads the request once. `isEnded`: it will not change any more; `isUnreachable`: no response. */
async function loadOnce(
  oid: number,
  signal: AbortSignal,
  onLoaded: (loaded: LoadedRequest) => void,
): Promise<{ isEnded: boolean; isUnreachable: boolean }> {
  try {
    const request = await requestAsUser(call("GET /api/printrequests/{oid}", { oid }), { signal });
    if (!signal.aborted) onLoaded({ request, problem: null });
    return { isEnded: request.stateId >= RequestState.Done, isUnreachable: false };
  } catch (error) {
    if (error instanceof ServerUnreachable) return { isEnded: false, isUnreachable: true };
    if (error instanceof NotLoggedIn) return { isEnded: true, isUnreachable: false };
    if (!(error instanceof ApiError)) throw error;
    if (!signal.aborted) onLoaded({ request: null, problem: error.message });
    return { isEnded: true, isUnreachable: false };
  }
}

/** The state of a print request as text. */
interface RequestText {
  readonly tone: "success" | "danger" | undefined;
  readonly text: string;
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
  // Some reasons are sentences.
  const reason = (lastError ?? "").replace(/\.$/, "");
  switch (stateId) {
    case RequestState.Waiting:
      return { tone: undefined, text: waiting(reason, nextTryDT), advice: null };
    case RequestState.Printing:
      return {
        tone: undefined,
        text: reason === "" ? t(msg("Printing…")) : t(msg("Waiting for the printer: {reason}."), { reason }),
        advice: null,
      };
    case RequestState.Done:
      if (isConfirmed)
        return { tone: "success", text: t(msg("Printed; the printer confirmed it.")), advice: null };
      return {
        tone: "success",
        text: t(msg("Sent, not confirmed.")),
        advice: t(msg("This printer does not confirm printing. Check the label.")),
      };
    default:
      // If printing broke off after the first byte, the number of printed labels is unknown.
      if (isInterrupted)
        return {
          tone: "danger",
          text: `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`,
          advice: t(
            msg("Some labels may have been printed. Check the printer first and print only what is missing."),
          ),
        };
      return {
        tone: "danger",
        text: reason === "" ? t(msg("Not printed.")) : t(msg("Not printed: {reason}."), { reason }),
        advice: null,
      };
  }
}

function waiting(reason: string, nextTry: string | null): string {
  if (reason === "") return t(msg("Waiting for the printer."));
  if (nextTry === null) return t(msg("Not printed yet: {reason}."), { reason });
  return t(msg("Not printed yet: {reason}. Next attempt at {at}."), { reason, at: when(nextTry) });
}
