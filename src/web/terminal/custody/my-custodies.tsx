import { msg } from "../../../domain/message.ts";
import { listCustodies } from "../../api/custodies.ts";
import { DueDate } from "../../custody/due.tsx";
import { t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";

/** The articles that the user has and must bring back. */
export function MyCustodies({ userId }: { readonly userId: number }) {
  const query = useQuery(listCustodies({ userId, state: "open" }), { isOwn: true, follows: true });
  return (
    <section>
      <h2>{t(TEXTS.title)}</h2>
      <QueryBoundary query={query} empty={TEXTS.nothing}>
        {(custodies) => (
          <ul class="list">
            {custodies.map((custody) => (
              <li key={custody.oid}>
                <a href={`#/article/${custody.articleId}`}>
                  <span class="main">
                    <b>{custody.article.name}</b>
                    <span class="muted">{custody.article.code}</span>
                  </span>
                  <span class="trailing">
                    <DueDate custody={custody} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </section>
  );
}

const TEXTS = {
  title: msg("What I have"),
  nothing: msg("You have no handed-out articles."),
};
