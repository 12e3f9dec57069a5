import { effect } from "@preact/signals";
import { CATALOGUE_NAMES } from "../../../records/catalogues.ts";
import { call, type Query } from "../../api/call.ts";
import { listCatalogueItems } from "../../api/catalogues.ts";
import { connection } from "../../api/connection.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { requestIfChanged } from "../../api/send-request.ts";
import { NotLoggedIn, session, userToken, withToken } from "../../api/tokens.ts";
import { reportError } from "../../errors/report-error.ts";
import { formatNames, printerNames } from "../../printing/printer-selection.ts";
import { listAllUsers } from "../../query/catalogues.ts";
import { responseKey, storedResponse, storeResponse } from "../../query/stored-responses.ts";
import { firstRefillPage, wholeRefillList } from "./refill-list.ts";

// The options of forms and labels are small and needed offline, so they are loaded in advance.

const MAX_AGE_MS = 15 * 60_000;
const DELAY_MS = 3000;

interface Prefetch {
  readonly request: Query<unknown>;
  /** The part of the body to store, or the body with more pages. */
  readonly pick: (body: unknown) => unknown;
}

function prefetchOf<T>(request: Query<T>, pick: (body: T) => unknown = (body) => body): Prefetch {
  return { request, pick: (body) => pick(body as T) };
}

const PREFETCHES: readonly Prefetch[] = [
  ...CATALOGUE_NAMES.map((name) => prefetchOf(listCatalogueItems(name))),
  prefetchOf(call("GET /api/customfields")),
  prefetchOf(listAllUsers()),
  // For the lists of locations without a connection.
  prefetchOf(firstRefillPage(), (first) => wholeRefillList(first)),
  prefetchOf(call("GET /api/printingprinters"), printerNames),
  prefetchOf(call("GET /api/printingformats"), formatNames),
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
  for (const { request, pick } of PREFETCHES) {
    const key = responseKey(request.path, false);
    if (key === null) return;
    try {
      const stored = await storedResponse(key);
      if (stored !== null && Date.now() - stored.at < MAX_AGE_MS) continue;
      const response = await withToken(userToken, (token) =>
        requestIfChanged(request, stored === null ? null : stored.tag, { token }),
      );
      const at = Date.now();
      if (response !== null)
        await storeResponse(key, { at, tag: response.tag, body: await pick(response.body) });
      else if (stored !== null) await storeResponse(key, { ...stored, at });
    } catch (error) {
      // The screen that needs the data shows the error.
      if (error instanceof ServerUnreachable || error instanceof NotLoggedIn) return;
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
