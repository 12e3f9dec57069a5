import { useEffect, useState } from "preact/hooks";
import { listArticlesByPage } from "../../../api/articles.ts";
import { requestAsUser } from "../../../api/tokens.ts";
import { problemText } from "../../forms/problem.ts";

/** Of so many chosen places at most it is asked what is there: of more the server says so when it prepares. */
const MOST = 20;

/** How many articles are recorded at the chosen places and below now, none: at all. Null: not known. One at two of them counts twice. */
export function useExpected(chosen: readonly number[]): number | null {
  const [found, setFound] = useState<number | null>(null);
  const key = chosen.join(",");
  useEffect(() => {
    setFound(null);
    if (chosen.length > MOST) return undefined;
    const leaving = new AbortController();
    const count = async (places: { readonly noPlace?: boolean; readonly locationId?: number }) => {
      const request = listArticlesByPage({ withTotal: true, limit: 1, ...places });
      return (await requestAsUser(request, { signal: leaving.signal })).total ?? 0;
    };
    const wanted = chosen.length === 0 ? [{ noPlace: false }] : chosen.map((locationId) => ({ locationId }));
    Promise.all(wanted.map(count)).then(
      (totals) => leaving.signal.aborted || setFound(totals.reduce((sum, total) => sum + total, 0)),
      // It is only told beforehand: who does not know it goes on all the same.
      (error: unknown) => leaving.signal.aborted || problemText(error),
    );
    return () => leaving.abort();
  }, [key]);
  return found;
}
