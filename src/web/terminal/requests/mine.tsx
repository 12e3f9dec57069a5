import { useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { call, type Query } from "../../api/call.ts";
import { session } from "../../api/tokens.ts";
import type {
  Article,
  ArticleDisposal,
  ArticleProposal,
  ArticleTransfer,
  MyStats,
} from "../../api/types/endpoints.d.ts";
import { money } from "../../articles/amounts.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { FirstShown } from "../../ui/first-shown.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { useLookUps } from "../articles/look-ups.tsx";
import { MyCustodies } from "../custody/my-custodies.tsx";
import { CommandNote, useCommands } from "../unsent/command-note.tsx";
import "../../articles/articles.css";
import { REQUEST_STATES } from "../../requests/proposal.ts";
import styles from "./mine.module.css";

/** `#/mine`: the user's articles and pending requests. */
export function MineScreen() {
  const userId = session.value?.user.id ?? 0;
  const stats = useQuery(call("GET /api/articles/my-stats/{userId}", { userId }), {
    isOwn: true,
    follows: true,
  });
  const lookUps = useLookUps();
  return (
    <Page
      isStart
      title={t(msg("My assets"))}
      actions={
        <ButtonLink kind="primary" href="#/propose">
          {t(msg("Propose a new asset"))}
        </ButtonLink>
      }
    >
      {lookUps}
      {/* The space of the figures is kept, so that nothing below moves when they come. */}
      <QueryBoundary query={stats} loading={<Figures stats={null} />}>
        {(body) => <Figures stats={body} />}
      </QueryBoundary>
      <ul class="list">
        <li>
          <a href="#/mine/proposals">
            <span class="main">{t(msg("My proposals"))}</span>
            <span aria-hidden="true">›</span>
          </a>
        </li>
      </ul>
      <MyCommands />
      <MyCustodies userId={userId} />
      <MyArticles userId={userId} />
    </Page>
  );
}

/** What the user has and has asked for, in figures; null: not loaded yet. */
function Figures({ stats }: { readonly stats: MyStats | null }) {
  const shown = (value: (stats: MyStats) => string) => (stats === null ? "–" : value(stats));
  return (
    <ul class={styles["figures"]}>
      <Figure label={msg("Total value")} value={shown((one) => money(one.assignedTotal))} isAcross />
      <Figure label={msg("Articles")} value={shown((one) => number(one.assignedCount))} />
      <Figure
        label={msg("Pending transfers")}
        value={shown((one) => number(one.openTransfers))}
        to="/mine/transfers"
      />
      <Figure
        label={msg("Pending disposals")}
        value={shown((one) => number(one.pendingDisposals))}
        to="/mine/disposals"
      />
    </ul>
  );
}

interface FigureProps {
  readonly label: Message;
  readonly value: string;
  readonly to?: string;
  readonly isAcross?: boolean;
}

function Figure({ label, value, to, isAcross = false }: FigureProps) {
  const content = (
    <>
      <b>{value}</b>
      <span>{t(label)}</span>
    </>
  );
  return (
    <li class={isAcross ? styles["across"] : undefined}>
      {to === undefined ? <div>{content}</div> : <a href={`#${to}`}>{content}</a>}
    </li>
  );
}

type OwnArticle = Pick<Article, "oid" | "code" | "name" | "userId">;

const INITIAL_COUNT = 50;

const pick = (all: readonly OwnArticle[]): readonly OwnArticle[] =>
  all.map(({ oid, code, name, userId }) => ({ oid, code, name, userId }));

/** The articles that the user has or is responsible for. */
function MyArticles({ userId }: { readonly userId: number }) {
  const query = useQuery(call("GET /api/articles/my-assets/{userId}", { userId }), {
    isOwn: true,
    follows: true,
    pick,
  });
  const [isExpanded, setExpanded] = useState(false);
  return (
    <section>
      <h2>{t(msg("My articles"))}</h2>
      <QueryBoundary
        query={query}
        empty={<EmptyState icon="article" title={t(msg("No articles assigned to you"))} />}
      >
        {(articles) => (
          <>
            <ul class="list">
              {(isExpanded ? articles : articles.slice(0, INITIAL_COUNT)).map((article) => (
                <li key={article.oid}>
                  <a href={`#/article/${article.oid}`}>
                    <span class="main">
                      <b>{article.name}</b>
                      <span class="muted">{article.code ?? t(msg("Proposed, no code yet"))}</span>
                    </span>
                    {article.userId !== userId && (
                      <span class="trailing muted">{t(msg("Responsible person"))}</span>
                    )}
                  </a>
                </li>
              ))}
            </ul>
            {!isExpanded && articles.length > INITIAL_COUNT && (
              <Button isWide onClick={() => setExpanded(true)}>
                {t(msg("Show all ({n})"), { n: articles.length })}
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

/** The user's commands that the server has not accepted yet. */
function MyCommands() {
  const commands = useCommands(
    ({ state, task }) => (state === "waiting" || state === "refused") && task.kind !== "photo",
  );
  if (commands.length === 0) return null;
  return (
    <section>
      <h2>{t(msg("Not sent yet"))}</h2>
      {commands.map((command) => (
        <CommandNote key={command.id} command={command} />
      ))}
    </section>
  );
}

/** A request in the list. */
interface Row {
  readonly oid: number;
  readonly articleId: number;
  readonly name: string;
  readonly details: readonly (string | null | undefined)[];
  readonly state: keyof typeof REQUEST_STATES;
  readonly reason: string | null;
}

interface ListProps<T> {
  readonly title: Message;
  readonly empty: Message;
  /** The link to where requests are made. */
  readonly action: { readonly to: string; readonly text: Message };
  readonly list: (query: { readonly userId: number }) => Query<readonly T[]>;
  readonly rowOf: (request: T) => Row;
}

/** The user's requests with their states, newest first. */
function Requests<T>({ title, empty, action, list, rowOf }: ListProps<T>) {
  const userId = session.value?.user.id ?? 0;
  const query = useQuery(list({ userId }), { isOwn: true, follows: true });
  return (
    <Page title={t(title)}>
      <QueryBoundary
        query={query}
        empty={
          <EmptyState icon="hand" title={t(empty)}>
            <ButtonLink href={`#${action.to}`}>{t(action.text)}</ButtonLink>
          </EmptyState>
        }
      >
        {(requests) => (
          <>
            <ul class="list">
              {requests.map(rowOf).map(({ oid, articleId, name, details, state, reason }) => (
                <li key={oid}>
                  <a href={`#/article/${articleId}`}>
                    <span class="main">
                      <b>{name}</b>
                      <span class="muted">{details.filter(Boolean).join(" · ")}</span>
                      {reason !== null && (
                        <span class="reason">{t(msg("Reason: {reason}"), { reason })}</span>
                      )}
                    </span>
                    <span class="trailing">{t(REQUEST_STATES[state])}</span>
                  </a>
                </li>
              ))}
            </ul>
            <FirstShown rows={requests} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const FIND = { to: "/find", text: msg("Find an article") };

/** `#/mine/transfers` */
export const MyTransfersScreen = () => (
  <Requests<ArticleTransfer>
    title={msg("My transfers")}
    empty={msg("No transfer requests yet")}
    action={FIND}
    list={(query) => call("GET /api/articletransfers", query)}
    rowOf={({ article, targetLocation, createdDT, ...request }) => ({
      ...request,
      name: article.name,
      details: [article.code, `→ ${targetLocation.name}`, when(createdDT)],
    })}
  />
);

/** `#/mine/disposals` */
export const MyDisposalsScreen = () => (
  <Requests<ArticleDisposal>
    title={msg("My disposals")}
    empty={msg("No disposal requests yet")}
    action={FIND}
    list={(query) => call("GET /api/articledisposals", query)}
    rowOf={({ article, disposalReason, proposalDT, rejectReason: reason, ...request }) => ({
      ...request,
      reason,
      name: article.name,
      details: [article.code, disposalReason?.name, when(proposalDT)],
    })}
  />
);

/** `#/mine/proposals` */
export const MyProposalsScreen = () => (
  <Requests<ArticleProposal>
    title={msg("My proposals")}
    empty={msg("No proposals yet")}
    action={{ to: "/propose", text: msg("Propose a new asset") }}
    list={(query) => call("GET /api/articleproposals", query)}
    rowOf={({ category, type, createdDT, rejectReason: reason, ...request }) => ({
      ...request,
      reason,
      articleId: request.oid,
      details: [category.name, type.name, when(createdDT)],
    })}
  />
);
