import { useEffect } from "preact/hooks";
import { findArticlesByRfid, findArticlesBySerialNumber, getArticleByCode } from "../../../api/articles.ts";
import { ApiError, ServerUnreachable } from "../../../api/errors.ts";
import { NotLoggedIn, requestAsUser } from "../../../api/tokens.ts";
import { reportError } from "../../../errors/report-error.ts";
import { changeQuery } from "../../../router/address.ts";
import { go } from "../../../router/router.ts";

/** The article with this text as its code, serial number or tag; null: none, several, or the request failed. */
async function theArticleOf(text: string, signal: AbortSignal): Promise<number | null> {
  const byCode = requestAsUser(getArticleByCode({ code: text }), { signal }).then(
    (one) => [one],
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return [];
      throw error;
    },
  );
  try {
    const found = await Promise.all([
      byCode,
      requestAsUser(findArticlesBySerialNumber({ serialNo: text }), { signal }),
      requestAsUser(findArticlesByRfid({ rfId: text }), { signal }),
    ]);
    const oids = new Set(found.flat().map(({ oid }) => oid));
    return oids.size === 1 ? ([...oids][0] ?? null) : null;
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
