import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ArticleFacts } from "../../articles/article-facts.tsx";
import { useArticle } from "../../articles/known-article.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useUsers } from "../../query/users.ts";
import { Icon, type IconName } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { PickPhoto } from "../../ui/pick-photo.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { ArticleHistory } from "./article-history.tsx";
import { ArticleNotices } from "./article-notices.tsx";
import { ArticlePhotos } from "./article-photos.tsx";
import { ArticlePlaces } from "./article-stock.tsx";
import { useLookUps } from "./use-look-ups.tsx";
import "../../articles/articles.css";

/** `#/article/:id`: an article and its actions. */
export function ArticleScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const query = useArticle(oid);
  const lookUps = useLookUps();
  const nameOf = useUsers();
  const [problem, setProblem] = useState<string | null>(null);
  const article = query.body;
  const addPhoto = (file: Blob) =>
    queueCommand(
      { kind: "photo", of: { articleId: oid }, file, fileName: `article-${oid}.jpg` },
      t(TEXTS.photoOf, { name: article?.name ?? id }),
    );
  return (
    <Page
      title={article?.name ?? t(TEXTS.article)}
      back
      actions={
        article !== null && (
          <>
            <ActionLink href={`#/article/${id}/print`} icon="print" words={t(TEXTS.label)} />
            <ActionLink
              href={`#/article/${id}/move`}
              icon="elsewhere"
              words={t(may("manage") ? TEXTS.move : TEXTS.transfer)}
            />
            <ActionLink href={`#/article/${id}/dispose`} icon="cross" words={t(TEXTS.dispose)} />
            <PickPhoto class="button second tall" onPhoto={addPhoto} onEnd={setProblem} />
          </>
        )
      }
    >
      {lookUps}
      <Problem text={problem} />
      <QueryBoundary answer={query}>
        {(known) => (
          <>
            <ArticleNotices article={known} />
            <ArticlePhotos articleId={oid} name={known.name} />
            <ArticleFacts article={known} nameOf={nameOf} />
            <ArticlePlaces articleId={oid} />
            <ArticleHistory articleId={oid} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function ActionLink(props: { readonly href: string; readonly icon: IconName; readonly words: string }) {
  return (
    <a class="button second tall" href={props.href}>
      <Icon name={props.icon} />
      <span>{props.words}</span>
    </a>
  );
}

const TEXTS = {
  article: msg("Article"),
  label: msg("Label"),
  move: msg("Move", "noun"),
  transfer: msg("Transfer"),
  dispose: msg("Dispose"),
  photoOf: msg("Photo of {name}"),
};
