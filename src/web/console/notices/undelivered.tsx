import { type Message, msg } from "../../../domain/message.ts";
import type { ApiRequest } from "../../api/call.ts";
import { deleteNoticeMail, listNoticeMails, retryNoticeMail } from "../../api/console/notices.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { NoticeMail, NoticeMails } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { problemText } from "../forms/problem.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";

const EVERY_S = 30;

/** The e-mails that could not be delivered; not requested for other roles than Admin. */
export function useNoticeMails(): LiveQuery<NoticeMails> {
  return useLiveQuery(may("administer") ? listNoticeMails() : null, { everySeconds: EVERY_S });
}

/** E-mails that could not be delivered, with the reason. */
export function Undelivered({ query }: { readonly query: LiveQuery<NoticeMails> }) {
  return (
    <QueryBoundary query={query}>
      {({ mails }) =>
        mails.length === 0 ? (
          <p class="muted">{t(TEXTS.none)}</p>
        ) : (
          <DataTable
            caption={t(TEXTS.caption)}
            columns={columnsOf(query)}
            rows={mails}
            idOf={({ oid }) => oid}
          />
        )
      }
    </QueryBoundary>
  );
}

function columnsOf(query: LiveQuery<NoticeMails>): readonly Column<NoticeMail>[] {
  async function send(request: ApiRequest<null>, done: Message): Promise<void> {
    try {
      await requestAsUser(request);
      showSuccess(t(done));
    } catch (error) {
      showError(problemText(error));
    }
    query.refetch();
  }
  return [
    { key: "to", title: t(TEXTS.to), cell: ({ user }) => user.fullName, isRowHead: true },
    { key: "at", title: t(TEXTS.at), cell: ({ createdDT }) => when(createdDT) },
    {
      key: "state",
      title: t(TEXTS.state),
      cell: ({ state, nextTryDT }) =>
        state === "failed" ? (
          <Badge tone="danger">{t(TEXTS.failed)}</Badge>
        ) : (
          t(TEXTS.next, { at: when(nextTryDT ?? "") })
        ),
    },
    { key: "why", title: t(TEXTS.why), cell: ({ problem }) => problem },
    {
      key: "actions",
      title: t(TEXTS.actions),
      cell: ({ oid: id, user }) => (
        <Toolbar>
          <Button
            kind="secondary"
            aria-label={t(TEXTS.againTo, { name: user.fullName })}
            onClick={() => send(retryNoticeMail({ id }), TEXTS.queued)}
          >
            {t(TEXTS.again)}
          </Button>
          <Button
            kind="secondary"
            aria-label={t(TEXTS.removeTo, { name: user.fullName })}
            onClick={() => send(deleteNoticeMail({ id }), TEXTS.removed)}
          >
            {t(TEXTS.remove)}
          </Button>
        </Toolbar>
      ),
    },
  ];
}

const TEXTS = {
  none: msg("All e-mails were delivered."),
  caption: msg("E-mails that could not be delivered"),
  to: msg("To"),
  at: msg("Created"),
  state: msg("State"),
  why: msg("Reason"),
  actions: msg("Actions"),
  failed: msg("Failed"),
  next: msg("Next try {at}"),
  again: msg("Send again"),
  againTo: msg("Send again: {name}"),
  queued: msg("The e-mail is being sent again"),
  remove: msg("Remove"),
  removeTo: msg("Remove: {name}"),
  removed: msg("The e-mail was removed"),
};
