import { useEffect, useState } from "preact/hooks";
import type { Query } from "../../../api/call.ts";
import { ApiError, ServerUnreachable } from "../../../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../../../api/tokens.ts";
import type { ArticlePage } from "../../../api/types/endpoints.d.ts";
import { reportError } from "../../../errors/report-error.ts";
import { eventData } from "../../realtime/live.ts";
import { type LiveQuery, useLiveQuery, usePreviousBody } from "../../realtime/use-live-query.ts";

/** The page that is shown. */
interface ShownPage {
  readonly query: LiveQuery<ArticlePage>;
  /** The response, or the previous one until it arrives. */
  readonly page: ArticlePage | null;
  /** The shown rows belong to the previous request. */
  readonly isLoading: boolean;
}

/** A page of articles. The previous page stays until the response arrives; older responses are ignored. */
export function usePage(request: Query<ArticlePage>): ShownPage {
  const query = useLiveQuery(request, { follows: ["articles", "custodies"] });
  const { body } = usePreviousBody(query);
  return { query, page: body, isLoading: query.state === "loading" || query.state === "late" };
}

/** The page is shown before the number is known. */
const LATER_MS = 250;

/** The number of articles, requested after the page, and again when articles change; null: not known yet. */
export function useTotal(request: Query<ArticlePage>, isPageHere: boolean): number | null {
  const { path } = request;
  const [known, setKnown] = useState<{
    readonly key: string;
    readonly path: string;
    readonly total: number;
  }>();
  const key = `${path} ${eventData.changes.value?.articles}`;
  const isKnown = known?.key === key;
  useEffect(() => {
    if (!isPageHere || isKnown) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(() => {
      requestAsUser(request, { signal })
        .then(({ total }) => {
          if (!signal.aborted && total !== undefined) setKnown({ key, path, total });
        })
        .catch((error: unknown) => {
          // The page shows the error.
          if (
            !(error instanceof ServerUnreachable || error instanceof ApiError || error instanceof NotLoggedIn)
          )
            reportError(error);
        });
    }, LATER_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [key, isPageHere, isKnown]);
  return known?.path === path ? known.total : null;
}
