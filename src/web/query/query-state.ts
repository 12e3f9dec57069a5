import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { NotLoggedIn } from "../api/tokens.ts";

/**
 * State of a query. `late`: still loading after 300 ms, or the server asks to retry later; `away`: no response.
 * `forbidden`, `absent` and `failed` come from the server's error.
 */
export type QueryState = "loading" | "late" | "fresh" | "away" | "forbidden" | "absent" | "failed";

/** The result of a query. A stored response is returned at once, the server's as soon as it comes. */
export interface QueryResult<T> {
  readonly state: QueryState;
  /** Null: nothing stored or received yet. */
  readonly body: T | null;
  /** When the server sent it, ms since 1970; null: no body. */
  readonly at: number | null;
  /** The server's error message, where there is one. */
  readonly problem: string | null;
  /** Sends the request again. */
  readonly refetch: () => void;
}

/** True until there is a body, or the reason why there is none. */
export const isLoading = ({ body, state }: QueryResult<unknown>): boolean =>
  body === null && (state === "loading" || state === "late");

/** Maps an error to the state of a query. */
export function stateOf(
  error: unknown,
): Pick<QueryResult<never>, "state" | "problem"> | Record<string, never> {
  // The app shows the login screen.
  if (error instanceof NotLoggedIn) return {};
  if (error instanceof ServerUnreachable) return { state: "away", problem: null };
  if (isTemporary(error)) return { state: "late", problem: null };
  if (!(error instanceof ApiError)) return { state: "failed", problem: String(error) };
  const { message, status } = error;
  if (status === 403) return { state: "forbidden", problem: message };
  return { state: status === 404 ? "absent" : "failed", problem: message };
}

/** Used where the server gives no `Retry-After`. */
const DEFAULT_SECONDS = 30;

/** True for an error that is temporary (429). */
export const isTemporary = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 429;

/** The delay before the next attempt, in ms. */
export function retryAfterMs(error: unknown): number {
  return ((error instanceof ApiError ? error.retryAfter : null) ?? DEFAULT_SECONDS) * 1000;
}
