import { useEffect } from "preact/hooks";
import { scanCode } from "../../../api/articles.ts";
import { ApiError, ServerUnreachable } from "../../../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../../../api/tokens.ts";
import { reportError } from "../../../errors/report-error.ts";
import { changeQuery } from "../../../router/address.ts";
import { go } from "../../../router/router.ts";

/** The article with this text as one of its codes, its serial number or tag; null: none, several, or the request failed. */
async function theArticleOf(text: string, signal: AbortSignal): Promise<number | null> {
  try {
    const { articles } = await requestAsUser(scanCode({ text }), { signal });
    const [only, another] = articles;
    return another === undefined ? (only?.oid ?? null) : null;
  } catch (error) {
    // The table shows the error.
    if (error instanceof ServerUnreachable || error instanceof ApiError || error instanceof NotLoggedIn)
      return null;
    throw error;
  }
}

/** Opens the article when Enter was pressed (`straight` in the address) and exactly one matches. */
export function useDirectMatch(text: string | null, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    theArticleOf(text ?? "", signal)
      .then((oid) => {
        if (signal.aborted) return;
        // Back then leads to the search, not here again.
        changeQuery({ straight: null }, { replace: true });
        if (oid !== null) go(`/articles/${oid}`);
      })
      .catch(reportError);
    return () => leaving.abort();
  }, [text, isWanted]);
}
