import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { listUserAssets } from "../../api/articles.ts";
import type { Article } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";

type OwnArticle = Pick<Article, "oid" | "code" | "name" | "userId">;

const INITIAL_COUNT = 50;

const pick = (all: readonly OwnArticle[]): readonly OwnArticle[] =>
  all.map(({ oid, code, name, userId }) => ({ oid, code, name, userId }));

/** The articles that the user has or is responsible for. */
export function MyArticles({ userId }: { readonly userId: number }) {
  const query = useQuery(listUserAssets({ userId }), { isOwn: true, follows: true, pick });
  const [isExpanded, setExpanded] = useState(false);
  return (
    <section>
      <h2>{t(TEXTS.title)}</h2>
      <QueryBoundary answer={query} empty={TEXTS.nothing}>
        {(articles) => (
          <>
            <ul class="list">
              {(isExpanded ? articles : articles.slice(0, INITIAL_COUNT)).map((article) => (
                <li key={article.oid}>
                  <a href={`#/article/${article.oid}`}>
                    <span class="main">
                      <b>{article.name}</b>
                      <span class="quiet">{article.code ?? t(TEXTS.proposed)}</span>
                    </span>
                    {article.userId !== userId && <span class="beside quiet">{t(TEXTS.responsible)}</span>}
                  </a>
                </li>
              ))}
            </ul>
            {!isExpanded && articles.length > INITIAL_COUNT && (
              <button type="button" class="second wide" onClick={() => setExpanded(true)}>
                {t(TEXTS.all, { n: articles.length })}
              </button>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

const TEXTS = {
  title: msg("My articles"),
  nothing: msg("No articles assigned to you"),
  proposed: msg("Proposed, no code yet"),
  responsible: msg("Responsible person"),
  all: msg("Show all ({n})"),
};
