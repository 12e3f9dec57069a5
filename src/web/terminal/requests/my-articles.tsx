import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { Article } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { Shown } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";

type Thing = Pick<Article, "oid" | "code" | "name" | "userId">;

const FEW = 50;

const pick = (all: readonly Thing[]): readonly Thing[] =>
  all.map(({ oid, code, name, userId }) => ({ oid, code, name, userId }));

/** What the user has, or is responsible for. */
export function MyArticles({ userId }: { readonly userId: number }) {
  const answer = useQuery<readonly Thing[]>(`/api/articles/my-assets/${userId}`, {
    isOwn: true,
    follows: true,
    pick,
  });
  const [isWhole, setWhole] = useState(false);
  return (
    <section>
      <h2>{t(TEXTS.title)}</h2>
      <Shown answer={answer} empty={TEXTS.nothing}>
        {(things) => (
          <>
            <ul class="list">
              {(isWhole ? things : things.slice(0, FEW)).map((thing) => (
                <li key={thing.oid}>
                  <a href={`#/article/${thing.oid}`}>
                    <span class="main">
                      <b>{thing.name}</b>
                      <span class="quiet">{thing.code ?? t(TEXTS.proposed)}</span>
                    </span>
                    {thing.userId !== userId && <span class="beside quiet">{t(TEXTS.responsible)}</span>}
                  </a>
                </li>
              ))}
            </ul>
            {!isWhole && things.length > FEW && (
              <button type="button" class="second wide" onClick={() => setWhole(true)}>
                {t(TEXTS.all, { n: things.length })}
              </button>
            )}
          </>
        )}
      </Shown>
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
