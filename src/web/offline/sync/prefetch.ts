import { effect } from "@preact/signals";
import { ApiError, askIfChanged, ServerUnreachable } from "../../api/ask.ts";
import { connection } from "../../api/connection.ts";
import { NotLoggedIn, session, userToken, withToken } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { PRINTING_PATHS } from "../../printing/printers.ts";
import { cataloguePath } from "../../query/catalogues.ts";
import { responseKey, storedResponse, storeResponse } from "../../query/stored-responses.ts";
import { USERS_PATH } from "../../query/users.ts";

// The options of forms and labels are small and needed offline, so they are loaded in advance.

const MAX_AGE_MS = 15 * 60_000;
const DELAY_MS = 3000;
const PATHS: readonly (readonly [path: string, pick: (body: unknown) => unknown])[] = [
  ...(["category", "type", "state", "currency", "disposalMethod", "disposalReason"] as const).map(
    (name) => [cataloguePath(name), (body: unknown) => body] as const,
  ),
  [USERS_PATH, (body) => body],
  ...PRINTING_PATHS,
];

/** Prefetches the options whenever a user is logged in and the server is reachable. */
export function startPrefetching(): void {
  effect(() => {
    if (session.value === null || connection.value !== "there") return undefined;
    // Requests of the screen go first.
    const timer = setTimeout(() => prefetch().catch(reportError), DELAY_MS);
    return () => clearTimeout(timer);
  });
}

async function prefetch(): Promise<void> {
  for (const [path, pick] of PATHS) {
    const key = responseKey(path, false);
    if (key === null) return;
    try {
      const stored = await storedResponse(key);
      if (stored !== null && Date.now() - stored.at < MAX_AGE_MS) continue;
      const response = await withToken(userToken, (token) =>
        askIfChanged<unknown>(path, stored === null ? null : stored.tag, { token }),
      );
      const at = Date.now();
      if (response !== null) await storeResponse(key, { at, tag: response.tag, body: pick(response.body) });
      else if (stored !== null) await storeResponse(key, { ...stored, at });
    } catch (error) {
      // The screen that needs the data shows the error.
      if (error instanceof ServerUnreachable || error instanceof NotLoggedIn) return;
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
