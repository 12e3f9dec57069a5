import { askIfChanged } from "../../api/ask.ts";
import { session, userToken, withToken } from "../../api/tokens.ts";

/** An answer as it was told last. */
export interface CachedResponse {
  readonly body: unknown;
  readonly tag: string | null;
  /** Ms since 1970. */
  readonly at: number;
}

// In memory alone: nothing of the office stays in the browser when its page is closed.
const known = new Map<string, CachedResponse>();
const MOST = 200;

let whose: number | null = null;
session.subscribe((now) => {
  const user = now?.user.id ?? null;
  if (user !== whose) known.clear();
  whose = user;
});

/** What was told last; null: nothing, or too long ago. */
export function cachedResponse(key: string): CachedResponse | null {
  return known.get(key) ?? null;
}

/** Asks the server; what has not changed since is not sent again. Throws ServerUnreachable, ApiError or NotLoggedIn. */
export async function requestCached(key: string, path: string, signal: AbortSignal): Promise<CachedResponse> {
  const before = known.get(key);
  const answer = await withToken(userToken, (token) =>
    askIfChanged<unknown>(path, before?.tag ?? null, { token, signal }),
  );
  return cacheResponse(key, answer?.body ?? before?.body, answer?.tag ?? before?.tag ?? null);
}

/** Notes what the server has told just now. */
export function cacheResponse(key: string, body: unknown, tag: string | null): CachedResponse {
  const now = { body, tag, at: Date.now() };
  known.delete(key);
  known.set(key, now);
  for (const oldest of known.keys()) {
    if (known.size <= MOST) break;
    known.delete(oldest);
  }
  return now;
}
