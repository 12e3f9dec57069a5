import { useEffect, useState } from "preact/hooks";
import { call } from "../api/call.ts";
import { ServerUnreachable } from "../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../api/tokens.ts";
import { articlesNamed } from "../offline/sync/articles.ts";

/** The number of results shown. */
export const MAX_FOUND = 50;
/** Keystrokes within this time lead to one request. */
const PAUSE_MS = 60;

/** A found article; `location` is known only for results of the server. */
export interface FoundArticle {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
  readonly location: string | null;
}

/** Search results. `isStored`: from the local records, because the server did not respond. */
export interface Found {
  readonly text: string;
  readonly rows: readonly FoundArticle[];
  readonly isStored: boolean;
  readonly problem: string | null;
}

/** Searches articles by name, code, serial number or tag while the user types; null: no result yet. */
export function useSearch(text: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const query = text.trim();
  useEffect(() => {
    if (query === "") {
      setFound(null);
      return undefined;
    }
    const controller = new AbortController();
    const onFound = (next: Omit<Found, "text">) => {
      if (!controller.signal.aborted) setFound({ text: query, ...next });
    };
    const timer = setTimeout(() => {
      search(query, controller.signal).then(onFound, (error: unknown) =>
        onFound({
          rows: [],
          isStored: false,
          problem: error instanceof Error ? error.message : String(error),
        }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query]);
  return found;
}

async function search(text: string, signal: AbortSignal): Promise<Omit<Found, "text">> {
  try {
    const { items } = await requestAsUser(call("GET /api/articles/page", { q: text, limit: MAX_FOUND }), {
      signal,
    });
    const rows = items.map(({ oid, code, name, location }) => ({
      oid,
      code,
      name,
      location: location?.name ?? null,
    }));
    return { rows, isStored: false, problem: null };
  } catch (error) {
    if (!(error instanceof ServerUnreachable || error instanceof NotLoggedIn) || signal.aborted) throw error;
    const stored = await articlesNamed(text, MAX_FOUND);
    const rows = stored.map(({ oid, code, name }) => ({ oid, code, name, location: null }));
    return { rows, isStored: true, problem: null };
  }
}
