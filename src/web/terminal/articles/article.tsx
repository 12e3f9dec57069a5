import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ofEachCatalogue } from "../../../records/catalogues.ts";
import { call, type Query } from "../../api/call.ts";
import { pieces } from "../../articles/amounts.ts";
import { ArticleFacts, terminalFacts } from "../../articles/article-facts.tsx";
import { HistoryList, type Names } from "../../articles/history-list.tsx";
import {
  type KnownArticle,
  useArticle,
  useArticleCodes,
  useArticleFields,
} from "../../articles/known-article.ts";
import { Picture } from "../../articles/picture.tsx";
import { day, t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { queueCommand } from "../../offline/outbox/commands.ts";
import { locationName } from "../../offline/sync/locations.ts";
import { nameIn, useCatalogue, useUsers } from "../../query/catalogues.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import type { QueryResult } from "../../query/query-state.ts";
import { useQuery } from "../../query/use-query.ts";
import { rfidReader } from "../../scanner/tag-input.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import type { IconName } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { PickPhoto } from "../../ui/pick-photo.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { ArticleCustody, useHolder } from "../custody/custody-action.tsx";
import { ArticleLocations } from "./article-stock.tsx";
import { useLookUps } from "./look-ups.tsx";
import "../../articles/articles.css";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { NotLoggedIn } from "../../api/tokens.ts";
import type { Attachment } from "../../api/types/endpoints.d.ts";
import { customValue, saveAttachment } from "../../articles/custom-values.tsx";
import type { QueuedCommand, StoredCode } from "../../db/outbox-shapes.ts";
import { Banner } from "../../ui/banner.tsx";
import { Facts } from "../../ui/surfaces.tsx";
import { CommandNote, useCommands } from "../unsent/command-note.tsx";
import { isMoveOf } from "./move-request.ts";

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
              <ButtonLink href={`#/tags/find/${id}`}>{t(msg("Find this one by its tag"))}</ButtonLink>
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
    <ButtonLink class="tall" icon={props.icon} href={props.href}>
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
    <Page title={t(msg("Photo"))}>
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
  const nameInCatalogues = ofEachCatalogue((catalogue) => {
    const query = useCatalogue(catalogue);
    return (oid: number) => nameIn(query, oid);
  });
  return {
    ...nameInCatalogues,
    user: userName,
    location: (oid) => locationName(oid) || null,
  };
}

/** Additional codes, warranty, supplier and custom fields of an article, also without a connection, and its attachments. */
function MoreFields({ articleId }: { readonly articleId: number }) {
  const { fields: known } = useArticleFields(articleId);
  const codes = useArticleCodes(articleId);
  const facts = [
    [
      t(msg("Additional codes")),
      codes.length === 0 ? null : codes.map((one) => <div key={one.code}>{codeText(one, known?.unit)}</div>),
    ] as const,
    ...(known === null ? [] : terminalFacts(known)),
    ...(known?.fields ?? []).map((field) => [field.name, customValue(field, field.value)] as const),
  ];
  const hasFacts = facts.some(([, value]) => value !== null);
  return (
    <>
      {hasFacts && <Facts class="facts pairs" facts={facts} />}
      <Attachments articleId={articleId} />
    </>
  );
}

const codeText = ({ code, packQuantity }: StoredCode, unit: string | null = null) =>
  packQuantity === null ? code : t(msg("{code} ({pieces})"), { code, pieces: pieces(packQuantity, unit) });

/** The attachments of an article. They need a connection. */
function Attachments({ articleId }: { readonly articleId: number }) {
  const { body } = useQuery(call("GET /api/articles/{id}/attachments", { id: articleId }));
  const [problem, setProblem] = useState<string | null>(null);
  if (body === null || body.length === 0) return null;
  const save = async (attachment: Attachment) => {
    setProblem(null);
    try {
      await saveAttachment(attachment);
    } catch (error) {
      setProblem(problemOf(error));
    }
  };
  return (
    <section aria-label={t(msg("Attachments"))}>
      <h2>{t(msg("Attachments"))}</h2>
      {body.map((one) => (
        <Button key={one.oid} onClick={() => save(one)}>
          {one.fileName}
        </Button>
      ))}
      <Problem text={problem} />
    </section>
  );
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  if (error instanceof ServerUnreachable || error instanceof NotLoggedIn)
    return t(msg("Attachments need a connection to the server."));
  throw error;
}

/** Pending requests of an article: on the server, and waiting to be sent. */
function ArticleNotices({ article: { oid, isDisposal, disposalDT } }: { readonly article: KnownArticle }) {
  const transfers = usePending(call("GET /api/articletransfers", { state: "open", articleId: oid }));
  const disposals = usePending(call("GET /api/articledisposals", { state: "waiting", articleId: oid }));
  const commands = useCommands((command) => isAbout(command, oid) && isOpen(command));
  return (
    <>
      {isDisposal && (
        <Banner tone="warning">{t(disposalDT ? msg("Disposed of.") : msg("Marked for disposal."))}</Banner>
      )}
      {(transfers.body ?? []).map(({ oid: transfer, targetLocation, user, createdDT }) => (
        <Banner key={transfer}>
          {t(msg("Transfer to {location} requested: {who}, {at}."), {
            location: targetLocation.name,
            who: user.fullName,
            at: when(createdDT),
          })}
        </Banner>
      ))}
      {(disposals.body ?? []).map(({ oid: disposal, disposalReason, user, proposalDT }) => (
        <Banner key={disposal}>
          {t(msg("Disposal requested (reason: {reason}): {who}, {at}."), {
            reason: disposalReason?.name ?? "–",
            who: user.fullName,
            at: when(proposalDT),
          })}
        </Banner>
      ))}
      {commands.map((command) => (
        <CommandNote key={command.id} command={command} />
      ))}
    </>
  );
}

const usePending = <T,>(requests: Query<readonly T[]>): QueryResult<readonly T[]> =>
  useQuery(requests, { isOwn: true, follows: true });

const isOpen = ({ state }: QueuedCommand) => state === "waiting" || state === "refused";

/** Labels are shown on the print screen. */
function isAbout({ task }: QueuedCommand, articleId: number): boolean {
  if (task.kind === "photo") return "articleId" in task.of && task.of.articleId === articleId;
  if (task.kind !== "request") return false;
  return task.body["articleId"] === articleId || isMoveOf(task.path, articleId);
}
