import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { ArticleFacts } from "../../articles/article-facts.tsx";
import { HistoryList } from "../../articles/history-list.tsx";
import type { Names } from "../../articles/history-texts.ts";
import { useArticle } from "../../articles/known-article.ts";
import { Picture } from "../../articles/picture.tsx";
import { day, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { locationName } from "../../offline/sync/locations.ts";
import { nameIn, useCatalogue, useUsers } from "../../query/catalogues.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { rfidReader } from "../../scanner/tag-source.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { PickPhoto } from "../../ui/pick-photo.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { ArticleCustody } from "../custody/article-custody.tsx";
import { useHolder } from "../custody/use-holder.ts";
import { MoreFields } from "./article-fields.tsx";
import { ArticleNotices } from "./article-notices.tsx";
import { ArticleLocations } from "./article-stock.tsx";
import { useLookUps } from "./look-ups.tsx";
import "../../articles/articles.css";

/** `#/article/:id`: an article and its actions. */
export function ArticleScreen({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const query = useArticle(oid);
  const lookUps = useLookUps();
  const nameOf = useUsers();
  const holder = useHolder(oid);
  const [problem, setProblem] = useState<string | null>(null);
  const article = query.body;
  const addPhoto = (file: Blob) =>
    queueCommand(
      { kind: "photo", of: { articleId: oid }, file, fileName: `article-${oid}.jpg` },
      t(msg("Photo of {name}"), { name: article?.name ?? id }),
    );
  return (
    <Page
      title={article?.name ?? t(msg("Article"))}
      back
      actions={
        article !== null && (
          <>
            <ActionLink href={`#/article/${id}/print`} icon="print" label={t(msg("Label"))} />
            <ActionLink
              href={`#/article/${id}/move`}
              icon="elsewhere"
              label={t(may("manage") ? msg("Move", "noun") : msg("Transfer"))}
            />
            <ActionLink href={`#/article/${id}/dispose`} icon="cross" label={t(msg("Dispose"))} />
            <PickPhoto class="tall" onPhoto={addPhoto} onEnd={setProblem} />
          </>
        )
      }
    >
      {lookUps}
      <Problem text={problem} />
      <QueryBoundary query={query}>
        {(known) => (
          <>
            {/* Above what is loaded later, which would move it under the finger. */}
            {rfidReader.value !== null && (
              <ButtonLink kind="secondary" href={`#/tags/find/${id}`}>
                {t(msg("Find this one by its tag"))}
              </ButtonLink>
            )}
            {/* First of the facts, because most look for an article to fetch it. */}
            <ArticleLocations articleId={oid} />
            <ArticleNotices article={known} />
            <ArticleCustody articleId={oid} />
            <ArticlePhotos articleId={oid} name={known.name} />
            <ArticleFacts article={known} nameOf={nameOf} isHandedOut={holder != null} />
            <MoreFields articleId={oid} />
            <ArticleHistory articleId={oid} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function ActionLink(props: { readonly href: string; readonly icon: IconName; readonly label: string }) {
  return (
    <ButtonLink kind="secondary" class="tall" icon={props.icon} href={props.href}>
      <span>{props.label}</span>
    </ButtonLink>
  );
}

/** The photos of an article, newest first. A tap opens one. */
function ArticlePhotos({ articleId, name }: { readonly articleId: number; readonly name: string }) {
  const query = useQuery(call("GET /api/photoarticle/{articleId}", { articleId }), { follows: true });
  // Photos need a connection.
  if (query.body === null || query.body.length === 0) return null;
  return (
    <QueryBoundary query={query}>
      {(photos) => (
        <div class="photos">
          {photos.map(({ oid, createdDT }) => (
            <a key={oid} href={`#/photo/${oid}`}>
              <Picture
                photo={call("GET /api/photos/{oid}/thumbnail", { oid })}
                alt={t(msg("{name}, {day}"), { name, day: day(createdDT) })}
              />
            </a>
          ))}
        </div>
      )}
    </QueryBoundary>
  );
}

/** `#/photo/:id`: a photo in full size. */
export function PhotoScreen({ id = "" }: Readonly<Record<string, string>>) {
  return (
    <Page title={t(msg("Photo"))} back>
      <div class="photo-large">
        <Picture photo={call("GET /api/photos/{oid}", { oid: Number(id) })} alt={t(msg("Photo"))} />
      </div>
    </Page>
  );
}

/** The history of an article, newest first. */
function ArticleHistory({ articleId }: { readonly articleId: number }) {
  const query = useQuery(call("GET /api/articles/{id}/history", { id: articleId }), {
    isOwn: true,
    follows: true,
  });
  return <HistoryList query={query} names={useNames()} />;
}

/** The names of records in the history. */
function useNames(): Names {
  const userName = useUsers();
  const [category, type, state] = [useCatalogue("category"), useCatalogue("type"), useCatalogue("state")];
  const [method, reason] = [useCatalogue("disposalMethod"), useCatalogue("disposalReason")];
  return {
    articleCategory: (oid) => nameIn(category, oid),
    articleType: (oid) => nameIn(type, oid),
    articleState: (oid) => nameIn(state, oid),
    articleDisposalMethod: (oid) => nameIn(method, oid),
    articleDisposalReason: (oid) => nameIn(reason, oid),
    user: userName,
    location: (oid) => locationName(oid) || null,
  };
}
