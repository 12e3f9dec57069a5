import { useEffect, useState } from "preact/hooks";
import type { ArticleDetail } from "../api/types/endpoints.d.ts";
import type { StoredArticle } from "../db/reference-shapes.ts";
import { reportError } from "../errors/report-error.ts";
import { articleOf } from "../offline/sync/articles.ts";
import { nameIn, useCatalogue } from "../query/catalogues.ts";
import { type Answer, useQuery } from "../query/use-query.ts";

/** An article as far as it is known here: without a network perhaps only what counting needs. */
export type KnownArticle = Omit<ArticleDetail, "price" | "disposalDT"> &
  Partial<Pick<ArticleDetail, "price" | "disposalDT">>;

/** What is known of an article: as the server says it, as it said it before, or as it is kept for counting. */
export function useArticle(oid: number): Answer<KnownArticle> {
  const answer = useQuery<KnownArticle>(`/api/articles/${oid}`, { follows: true });
  const kept = useKeptArticle(answer.body === null && answer.state === "away" ? oid : null);
  const [category, type, state] = [useCatalogue("category"), useCatalogue("type"), useCatalogue("state")];
  if (answer.body !== null || kept === null) return answer;
  const { code, name, serialNumber, rfId, userId, responsibleUserId, isDisposal } = kept;
  const body: KnownArticle = {
    oid,
    code,
    name,
    serialNumber,
    rfId,
    userId,
    responsibleUserId,
    isDisposal,
    category: { oid: kept.categoryId, name: nameIn(category, kept.categoryId) ?? "–" },
    type: { oid: kept.typeId, name: nameIn(type, kept.typeId) ?? "–" },
    state: { oid: kept.stateId, name: nameIn(state, kept.stateId) ?? "–" },
  };
  return { ...answer, body };
}

function useKeptArticle(oid: number | null): StoredArticle | null {
  const [found, setFound] = useState<StoredArticle | null>(null);
  useEffect(() => {
    setFound(null);
    if (oid === null) return undefined;
    let isHere = true;
    articleOf(oid)
      .then((article) => {
        if (isHere) setFound(article);
      })
      .catch(reportError);
    return () => {
      isHere = false;
    };
  }, [oid]);
  return found;
}
