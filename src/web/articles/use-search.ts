import { useEffect, useState } from "preact/hooks";
import { ask, ServerUnreachable } from "../api/ask.ts";
import { NotLoggedIn, userToken, withToken } from "../api/tokens.ts";
import type { ArticleRow } from "../api/types/endpoints.d.ts";
import { articlesNamed } from "../offline/sync/articles.ts";

/** So many are shown; whoever sees more types more. */
export const MOST_FOUND = 50;
/** Letters that follow each other this fast are asked for together. */
const PAUSE_MS = 60;

/** An article that a search found; where it is is known of the server's own answers only. */
export interface FoundArticle {
  readonly oid: number;
  readonly code: string | null;
  readonly name: string;
  readonly place: string | null;
}

/** What was found; `isStored`: among what is kept here, for the server did not answer. */
export interface Found {
  readonly text: string;
  readonly rows: readonly FoundArticle[];
  readonly isKept: boolean;
  readonly problem: string | null;
}

/** Finds articles by name, code, serial number or tag while somebody types; null: nothing is asked or known yet. */
export function useSearch(text: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  const wanted = text.trim();
  useEffect(() => {
    if (wanted === "") {
      setFound(null);
      return undefined;
    }
    const leaving = new AbortController();
    const tell = (next: Omit<Found, "text">) => {
      if (!leaving.signal.aborted) setFound({ text: wanted, ...next });
    };
    const timer = setTimeout(() => {
      search(wanted, leaving.signal).then(tell, (error: unknown) =>
        tell({ rows: [], isKept: false, problem: error instanceof Error ? error.message : String(error) }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [wanted]);
  return found;
}

async function search(text: string, signal: AbortSignal): Promise<Omit<Found, "text">> {
  try {
    const path = `/api/articles/page?q=${encodeURIComponent(text)}&limit=${MOST_FOUND}`;
    const { items } = await withToken(userToken, (token) =>
      ask<{ items: readonly ArticleRow[] }>(path, { token, signal }),
    );
    const rows = items.map(({ oid, code, name, location }) => ({
      oid,
      code,
      name,
      place: location?.name ?? null,
    }));
    return { rows, isKept: false, problem: null };
  } catch (error) {
    if (!(error instanceof ServerUnreachable || error instanceof NotLoggedIn) || signal.aborted) throw error;
    const kept = await articlesNamed(text, MOST_FOUND);
    const rows = kept.map(({ oid, code, name }) => ({ oid, code, name, place: null }));
    return { rows, isKept: true, problem: null };
  }
}
