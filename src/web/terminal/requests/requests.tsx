import { type Message, msg } from "../../../domain/message.ts";
import { call, type Query } from "../../api/call.ts";
import { session } from "../../api/tokens.ts";
import type { ArticleDisposal, ArticleProposal, ArticleTransfer } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { useQuery } from "../../query/use-query.ts";
import { REQUEST_STATES } from "../../requests/proposal.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import "../../articles/articles.css";

/** A request in the list. */
interface Row {
  readonly oid: number;
  readonly articleId: number;
  readonly name: string;
  readonly details: readonly (string | null | undefined)[];
  readonly state: Message;
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
    <Page title={t(title)} back>
      <QueryBoundary
        query={query}
        empty={
          <EmptyState icon="hand" title={t(empty)}>
            <ButtonLink kind="secondary" href={`#${action.to}`}>
              {t(action.text)}
            </ButtonLink>
          </EmptyState>
        }
      >
        {(requests) => (
          <ul class="list">
            {requests.map(rowOf).map(({ oid, articleId, name, details, state, reason }) => (
              <li key={oid}>
                <a href={`#/article/${articleId}`}>
                  <span class="main">
                    <b>{name}</b>
                    <span class="muted">{details.filter(Boolean).join(" · ")}</span>
                    {reason !== null && <span class="reason">{t(msg("Reason: {reason}"), { reason })}</span>}
                  </span>
                  <span class="trailing">{t(state)}</span>
                </a>
              </li>
            ))}
          </ul>
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
    rowOf={({ oid, articleId, article, targetLocation, createdDT, state, reason }) => ({
      oid,
      articleId,
      name: article.name,
      details: [article.code, `→ ${targetLocation.name}`, when(createdDT)],
      state: REQUEST_STATES[state],
      reason,
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
    rowOf={({ oid, articleId, article, disposalReason, proposalDT, state, rejectReason }) => ({
      oid,
      articleId,
      name: article.name,
      details: [article.code, disposalReason?.name, when(proposalDT)],
      state: REQUEST_STATES[state],
      reason: rejectReason,
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
    rowOf={({ oid, name, category, type, createdDT, state, rejectReason }) => ({
      oid,
      articleId: oid,
      name,
      details: [category.name, type.name, when(createdDT)],
      state: REQUEST_STATES[state],
      reason: rejectReason,
    })}
  />
);
