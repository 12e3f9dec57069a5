import type { ArticleDetail } from "../../../../articles/shapes.ts";
import { say } from "../../../../words.ts";
import { Shown } from "../../../answers/shown.tsx";
import { may } from "../../../app/may.ts";
import { t } from "../../../app/words.ts";
import { ArticleFacts } from "../../../find/article-facts.tsx";
import { Screen } from "../../frame/screen.tsx";
import { type LiveAnswer, useLive } from "../../live/use-live.ts";
import { nameOf, useNames } from "../names.ts";
import { Above } from "./above.tsx";
import { DeleteArticle } from "./delete.tsx";
import { EditArticle } from "./edit.tsx";
import { History } from "./history.tsx";
import { Label } from "./label.tsx";
import { Photos } from "./photos.tsx";
import { Places } from "./places.tsx";
import "../../../find/find.css";
import "../articles.css";

/** `#/articles/:id`: all that is known of an article, and what can be done with it. */
export function ArticleScreen({ id = "" }: Readonly<Record<string, string>>) {
  // Another article begins anew: nothing of the one before is saved to it.
  return <One key={id} id={id} />;
}

function One({ id }: { readonly id: string }) {
  const path = `/api/articles/${encodeURIComponent(id)}`;
  const answer = useLive<ArticleDetail>(path, { follows: ["articles", "catalogues"] });
  const { body } = answer;
  const isThere = answer.state !== "absent";
  return (
    <Screen
      title={body?.name ?? t(TEXTS.article)}
      above={<Above />}
      deeds={body !== null && isThere && may("manage") && <DeleteArticle article={body} tag={answer.tag} />}
    >
      {!isThere && body !== null && (
        <p class="note is-warning" role="alert">
          {t(TEXTS.deleted)}
        </p>
      )}
      <Shown answer={answer}>
        {(article) => (
          <div class="article-parts">
            <section class="card article-main" aria-label={t(TEXTS.article)}>
              <Said article={article} path={path} answer={answer} />
            </section>
            <Places articleId={article.oid} />
            <Photos articleId={article.oid} name={article.name} />
            <Label articleId={article.oid} version={answer.tag ?? ""} />
            <History articleId={article.oid} />
          </div>
        )}
      </Shown>
    </Screen>
  );
}

interface SaidProps {
  readonly article: ArticleDetail;
  readonly path: string;
  readonly answer: LiveAnswer<ArticleDetail>;
}

/** What is said of it: to be changed by those who may, to be read by others. */
function Said({ article, path, answer }: SaidProps) {
  const names = useNames();
  if (may("manage")) return <EditArticle path={path} answer={answer} names={names} />;
  return <ArticleFacts article={article} nameOf={(oid) => nameOf(names.people, oid)} />;
}

const TEXTS = {
  article: say("Article", "Artikl"),
  deleted: say(
    "This article was deleted meanwhile. What you see is what it was last.",
    "Tento artikl mezitím někdo smazal. Vidíte jeho poslední podobu.",
  ),
};
