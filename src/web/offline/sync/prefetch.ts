import { effect } from "@preact/signals";
import { ApiError, askIfChanged, ServerUnreachable } from "../../api/ask.ts";
import { connection } from "../../api/connection.ts";
import { NotLoggedIn, session, userToken, withToken } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { PRINTING_PATHS } from "../../printing/printers.ts";
import { cataloguePath } from "../../query/catalogues.ts";
import { responseKey, storedResponse, storeResponse } from "../../query/stored-responses.ts";
import { USERS_PATH } from "../../query/users.ts";

// What forms and labels choose from is small, and wanted when there is no network too: so it is asked for beforehand.

const OLD_MS = 15 * 60_000;
const LATER_MS = 3000;
const PATHS: readonly (readonly [path: string, pick: (body: unknown) => unknown])[] = [
  ...(["category", "type", "state", "currency", "disposalMethod", "disposalReason"] as const).map(
    (name) => [cataloguePath(name), (body: unknown) => body] as const,
  ),
  [USERS_PATH, (body) => body],
  ...PRINTING_PATHS,
];

/** Asks from now on for what is chosen from, whenever somebody is logged in and the server is there. */
export function startPrefetching(): void {
  effect(() => {
    if (session.value === null || connection.value !== "there") return undefined;
    // What is on the screen comes first.
    const timer = setTimeout(() => askAhead().catch(reportError), LATER_MS);
    return () => clearTimeout(timer);
  });
}

async function askAhead(): Promise<void> {
  for (const [path, pick] of PATHS) {
    const key = responseKey(path, false);
    if (key === null) return;
    try {
      const before = await storedResponse(key);
      if (before !== null && Date.now() - before.at < OLD_MS) continue;
      const answer = await withToken(userToken, (token) =>
        askIfChanged<unknown>(path, before === null ? null : before.tag, { token }),
      );
      const at = Date.now();
      if (answer !== null) await storeResponse(key, { at, tag: answer.tag, body: pick(answer.body) });
      else if (before !== null) await storeResponse(key, { ...before, at });
    } catch (error) {
      // Whoever opens the screen that needs it is told.
      if (error instanceof ServerUnreachable || error instanceof NotLoggedIn) return;
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
