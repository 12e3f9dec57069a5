import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { useArticle } from "../../articles/known-article.ts";
import { DueDate } from "../../custody/due.tsx";
import { useStored } from "../../db/use-stored.ts";
import { t } from "../../i18n/translate.ts";
import { custody, unsentOf } from "../../offline/sync/custody.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { FirstShown } from "../../ui/first-shown.tsx";

/** The articles that the user has and must bring back, with what this device has not sent yet. */
export function MyCustodies({ userId }: { readonly userId: number }) {
  const query = useQuery(call("GET /api/custodies", { userId, state: "open" }), {
    isOwn: true,
    follows: true,
  });
  const unsent = useStored(() => unsentOf(userId), ["errands"], [userId, custody.value?.at]);
  const known = query.body ?? [];
  const sent = known.filter(({ articleId }) => unsent?.ended.includes(articleId) !== true);
  const started =
    unsent?.started.filter(({ articleId }) => known.every((one) => one.articleId !== articleId)) ?? [];
  const isEmpty = sent.length + started.length === 0;
  return (
    <section>
      <h2>{t(msg("What I have"))}</h2>
      <ul class="list">
        {started.map((one) => (
          <Unsent key={one.articleId} {...one} />
        ))}
        {sent.map((one) => (
          <Row key={one.articleId} {...one} />
        ))}
      </ul>
      <FirstShown rows={known} />
      <QueryBoundary query={query}>
        {() => isEmpty && <p class="muted">{t(msg("You have no handed-out articles."))}</p>}
      </QueryBoundary>
    </section>
  );
}

interface RowProps {
  readonly articleId: number;
  readonly dueDate: string | null;
  readonly article: { readonly name: string; readonly code: string | null } | null;
  readonly note?: string;
}

function Row({ articleId, dueDate, article, note }: RowProps) {
  return (
    <li>
      <a href={`#/article/${articleId}`}>
        <span class="main">
          <b>{article?.name ?? articleId}</b>
          <span class="muted">{[article?.code, note].filter(Boolean).join(" · ")}</span>{" "}
          <DueDate custody={{ dueDate }} />
        </span>
      </a>
    </li>
  );
}

/** Named from the articles that are stored on this device. */
function Unsent({ articleId, dueDate }: Pick<RowProps, "articleId" | "dueDate">) {
  const article = useArticle(articleId).body;
  return <Row articleId={articleId} dueDate={dueDate} article={article} note={t(msg("Not sent yet"))} />;
}
