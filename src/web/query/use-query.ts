import { useEffect, useState } from "preact/hooks";
import { ApiError, askIfChanged, ServerUnreachable } from "../api/ask.ts";
import { connection } from "../api/connection.ts";
import { NotLoggedIn, userToken, withToken } from "../api/tokens.ts";
import { written } from "../db/tab-messages.ts";
import { isTemporary, retryLater } from "./retry-later.ts";
import { type AnswerKey, responseKey, storedResponse, storeResponse } from "./stored-responses.ts";

/** How asking went: `late`: no answer for 300 ms, or the server asks to be asked later; `away`: the server did not answer; the others are its own words. */
export type QueryState = "asking" | "late" | "fresh" | "away" | "forbidden" | "absent" | "failed";

/** What the server says at a path: what it said last is shown at once, and what it says now as soon as it comes. */
export interface Answer<T> {
  readonly state: QueryState;
  /** Null: nothing is known. */
  readonly body: T | null;
  /** When the server said it, ms since 1970; null: nothing is known. */
  readonly at: number | null;
  /** The server's own sentence, where it has one. */
  readonly problem: string | null;
  /** Asks once more. */
  readonly again: () => void;
}

interface Options<T> {
  /** Only the user who is logged in may see it. */
  readonly isOwn?: boolean;
  /** What is done here may change it: it is asked for again after each command. */
  readonly follows?: boolean;
  /** What of the answer is kept and given: all of it, unless said. */
  readonly pick?: (body: T) => T;
}

interface Known<T> {
  readonly state: QueryState;
  readonly body: T | null;
  readonly at: number | null;
  readonly problem: string | null;
}

/** Nothing is shown before this: a spinner that flashes is worse than none. */
export const QUIET_MS = 300;
const NOTHING = { state: "asking", body: null, at: null, problem: null } as const;

/** Asks the server for JSON, and keeps it; a path of null: nothing is asked for. */
export function useQuery<T>(
  path: string | null,
  { isOwn = false, follows = false, pick }: Options<T> = {},
): Answer<T> {
  const [all, setAll] = useState<{ readonly key: AnswerKey | null; readonly known: Known<T> }>({
    key: null,
    known: NOTHING,
  });
  const [round, setRound] = useState(0);
  const key = path === null ? null : responseKey(path, isOwn);
  const known = all.key === key ? all.known : NOTHING;
  const errands = follows ? written.value.errands : 0;
  const again = () => setRound((now) => now + 1);

  useEffect(() => {
    if (path === null || key === null) return;
    const leaving = new AbortController();
    const change = (make: (now: Known<T>) => Partial<Known<T>>) => {
      if (leaving.signal.aborted) return;
      setAll((now) => {
        const before = now.key === key ? now.known : NOTHING;
        return { key, known: { ...before, ...make(before) } };
      });
    };
    change(() => ({ state: "asking" }));
    const timer = setTimeout(
      () => change(({ state }) => ({ state: state === "asking" ? "late" : state })),
      QUIET_MS,
    );
    const asked = { path, key, signal: leaving.signal, pick: pick ?? ((body: T) => body) };
    let callOff = () => {};
    askAndKeep(asked, (told) => change(() => told))
      .catch((error: unknown) => {
        change(() => stateOf(error));
        if (!leaving.signal.aborted) callOff = retryLater(error, again);
      })
      .finally(() => clearTimeout(timer));
    return () => {
      callOff();
      leaving.abort();
    };
  }, [path, key, round, errands]);

  const isBack = known.state === "away" && connection.value === "there";
  useEffect(() => {
    if (isBack) again();
  }, [isBack]);

  return { ...known, again };
}

interface Asked<T> {
  readonly path: string;
  readonly key: AnswerKey;
  readonly signal: AbortSignal;
  readonly pick: (body: T) => T;
}

async function askAndKeep<T>(
  { path, key, signal, pick }: Asked<T>,
  tell: (known: Partial<Known<T>>) => void,
): Promise<void> {
  const before = await storedResponse(key);
  if (before !== null) tell({ body: before.body as T, at: before.at });
  const answer = await withToken(userToken, (token) =>
    askIfChanged<T>(path, before === null ? null : before.tag, { token, signal }),
  );
  const body = answer === null ? (before?.body as T) : pick(answer.body);
  const at = Date.now();
  tell({ state: "fresh", body, at, problem: null });
  await storeResponse(key, { at, tag: answer === null ? (before?.tag ?? null) : answer.tag, body });
}

/** What an error of asking comes to. */
export function stateOf(error: unknown): Pick<Answer<never>, "state" | "problem"> | Record<string, never> {
  // The shell leads to the door.
  if (error instanceof NotLoggedIn) return {};
  if (error instanceof ServerUnreachable) return { state: "away", problem: null };
  if (isTemporary(error)) return { state: "late", problem: null };
  if (!(error instanceof ApiError)) return { state: "failed", problem: String(error) };
  const { message, status } = error;
  if (status === 403) return { state: "forbidden", problem: message };
  return { state: status === 404 ? "absent" : "failed", problem: message };
}
