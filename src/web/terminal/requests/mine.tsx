import { type Message, msg } from "../../../domain/message.ts";
import { getUserStats } from "../../api/articles.ts";
import { session } from "../../api/tokens.ts";
import { money } from "../../articles/article-facts.tsx";
import { number, t } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { Page } from "../../ui/page.tsx";
import { useLookUps } from "../articles/use-look-ups.tsx";
import { MyArticles } from "./my-articles.tsx";
import { MyCommands } from "./my-commands.tsx";
import "../../articles/articles.css";
import "./mine.css";

/** `#/mine`: the user's articles and pending requests. */
export function MineScreen() {
  const userId = session.value?.user.id ?? 0;
  const stats = useQuery(getUserStats({ userId }), { isOwn: true, follows: true });
  const lookUps = useLookUps();
  return (
    <Page
      title={t(TEXTS.title)}
      actions={
        <a class="button" href="#/propose">
          {t(TEXTS.propose)}
        </a>
      }
    >
      {lookUps}
      <QueryBoundary answer={stats}>
        {({ assignedCount, assignedTotal, openTransfers, pendingDisposals }) => (
          <ul class="figures">
            <Figure words={TEXTS.worth} value={money(assignedTotal)} isAcross />
            <Figure words={TEXTS.things} value={number(assignedCount)} />
            <Figure words={TEXTS.transfers} value={number(openTransfers)} to="/mine/transfers" />
            <Figure words={TEXTS.disposals} value={number(pendingDisposals)} to="/mine/disposals" />
          </ul>
        )}
      </QueryBoundary>
      <ul class="list">
        <li>
          <a href="#/mine/proposals">
            <span class="main">{t(TEXTS.proposals)}</span>
            <span aria-hidden="true">›</span>
          </a>
        </li>
      </ul>
      <MyCommands />
      <MyArticles userId={userId} />
    </Page>
  );
}

interface FigureProps {
  readonly words: Message;
  readonly value: string;
  readonly to?: string;
  readonly isAcross?: boolean;
}

function Figure({ words, value, to, isAcross = false }: FigureProps) {
  const content = (
    <>
      <b>{value}</b>
      <span>{t(words)}</span>
    </>
  );
  return (
    <li class={isAcross ? "across" : ""}>
      {to === undefined ? <div>{content}</div> : <a href={`#${to}`}>{content}</a>}
    </li>
  );
}

const TEXTS = {
  title: msg("My assets"),
  propose: msg("Propose a new asset"),
  things: msg("Articles"),
  worth: msg("Total value"),
  transfers: msg("Pending transfers"),
  disposals: msg("Pending disposals"),
  proposals: msg("My proposals"),
};
