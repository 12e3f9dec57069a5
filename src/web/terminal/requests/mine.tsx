import { useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { session } from "../../api/tokens.ts";
import type { Article } from "../../api/types/endpoints.d.ts";
import { money } from "../../articles/article-facts.tsx";
import { number, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { useLookUps } from "../articles/look-ups.tsx";
import { MyCustodies } from "../custody/my-custodies.tsx";
import { CommandNote, useCommands } from "../unsent/command-note.tsx";
import "../../articles/articles.css";
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
      title={t(msg("My assets"))}
      actions={<ButtonLink href="#/propose">{t(msg("Propose a new asset"))}</ButtonLink>}
    >
      {lookUps}
      <QueryBoundary query={stats}>
        {({ assignedCount, assignedTotal, openTransfers, pendingDisposals }) => (
          <ul class={styles["figures"]}>
            <Figure label={msg("Total value")} value={money(assignedTotal)} isAcross />
            <Figure label={msg("Articles")} value={number(assignedCount)} />
            <Figure label={msg("Pending transfers")} value={number(openTransfers)} to="/mine/transfers" />
            <Figure label={msg("Pending disposals")} value={number(pendingDisposals)} to="/mine/disposals" />
          </ul>
        )}
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
              <Button kind="secondary" isWide onClick={() => setExpanded(true)}>
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
    "mine",
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
