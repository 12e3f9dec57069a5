import { useEffect, useState } from "preact/hooks";
import { RequestState } from "../../domain/print-states.ts";
import { ApiError, ask, ServerUnreachable } from "../api/ask.ts";
import { NotLoggedIn, userToken, withToken } from "../api/tokens.ts";
import type { PrintRequest } from "../api/types/endpoints.d.ts";

/** What is known of a print request. */
export interface FollowedRequest {
  /** Null: nothing yet. */
  readonly request: PrintRequest | null;
  /** The server did not answer last time: what is shown may be old. */
  readonly isOld: boolean;
  readonly problem: string | null;
  /** Does something with it: puts it back into the queue, or cancels it. */
  readonly decide: (what: "retry" | "cancel") => Promise<void>;
}

const FIRST_MS = 500;
const LONGEST_MS = 5000;

/** Follows a print request until it has ended; asks less and less often while nothing happens. */
export function useRequest(oid: number): FollowedRequest {
  const [request, setRequest] = useState<PrintRequest | null>(null);
  const [isOld, setOld] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const path = `/api/printrequests/${oid}`;

  useEffect(() => {
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (pause: number): Promise<void> => {
      const { isEnded, isLost } = await asked(path, leaving.signal, (found) => {
        setRequest(found.request ?? null);
        setProblem(found.problem);
        setOld(false);
      });
      if (leaving.signal.aborted) return;
      if (isLost) setOld(true);
      if (!isEnded) timer = setTimeout(() => void look(Math.min(LONGEST_MS, pause * 1.3)), pause);
    };
    void look(FIRST_MS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [path, round]);

  const decide = async (what: "retry" | "cancel") => {
    setRequest(
      await withToken(userToken, (token) => ask<PrintRequest>(`${path}/${what}`, { method: "POST", token })),
    );
    setRound((now) => now + 1);
  };
  return { request, isOld, problem, decide };
}

interface Told {
  readonly request: PrintRequest | null;
  readonly problem: string | null;
}

/** Asks once. `isEnded`: there is nothing more to be learned; `isLost`: no answer came. */
async function asked(
  path: string,
  signal: AbortSignal,
  tell: (told: Told) => void,
): Promise<{ isEnded: boolean; isLost: boolean }> {
  try {
    const request = await withToken(userToken, (token) => ask<PrintRequest>(path, { token, signal }));
    if (!signal.aborted) tell({ request, problem: null });
    return { isEnded: request.stateId >= RequestState.Done, isLost: false };
  } catch (error) {
    if (error instanceof ServerUnreachable) return { isEnded: false, isLost: true };
    if (error instanceof NotLoggedIn) return { isEnded: true, isLost: false };
    if (!(error instanceof ApiError)) throw error;
    if (!signal.aborted) tell({ request: null, problem: error.message });
    return { isEnded: true, isLost: false };
  }
}
