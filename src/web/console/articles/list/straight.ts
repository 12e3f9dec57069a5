import { useEffect } from "preact/hooks";
import { call } from "../../../api/call.ts";
import { ApiError, ServerUnreachable } from "../../../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../../../api/tokens.ts";
import { batchText } from "../../../articles/batch-text.ts";
import { reportError } from "../../../errors/report-error.ts";
import { changeQuery } from "../../../router/address.ts";
import { go } from "../../../router/router.ts";
import { showSuccess } from "../../../ui/toast.tsx";

/**
 * The article with this text as one of its codes, its serial number or tag, with the lot and expiry of a GS1 code; null: none,
 * several, or the request failed.
 */
async function theArticleOf(
  text: string,
  signal: AbortSignal,
): Promise<{ oid: number; batch: string } | null> {
  try {
    const { articles, gs1 } = await requestAsUser(call("GET /api/articles/scan", { text }), { signal });
    const [only, another] = articles;
    if (only === undefined || another !== undefined) return null;
    return { oid: only.oid, batch: gs1 === null ? "" : batchText(gs1) };
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
      .then((found) => {
        if (signal.aborted) return;
        // Back then leads to the search, not here again.
        changeQuery({ straight: null }, { replace: true });
        if (found === null) return;
        go(`/articles/${found.oid}`);
        if (found.batch !== "") showSuccess(found.batch);
      })
      .catch(reportError);
    return () => leaving.abort();
  }, [text, isWanted]);
}
