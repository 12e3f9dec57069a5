import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { NoticeMail, NoticeMails } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { Badge } from "../../ui/badge.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { MutationButton } from "../forms/mutation.tsx";
import type { LiveQuery } from "../realtime/use-live-query.ts";

/** E-mails that could not be delivered, with the reason. */
export function Undelivered({ query }: { readonly query: LiveQuery<NoticeMails> }) {
  return (
    <QueryBoundary query={query}>
      {({ mails, failingSince }) =>
        mails.length === 0 ? (
          // An Admin of the server is told of the e-mails of other companies too.
          <p class="muted">
            {failingSince === null
              ? t(msg("All e-mails were delivered."))
              : t(msg("E-mail can't be delivered since {at}"), { at: when(failingSince) })}
          </p>
        ) : (
          <DataTable
            caption={t(msg("E-mails that could not be delivered"))}
            columns={columnsOf(query.refetch)}
            rows={mails}
          />
        )
      }
    </QueryBoundary>
  );
}

function columnsOf(refetch: () => void): readonly Column<NoticeMail>[] {
  return [
    { title: t(msg("To")), cell: ({ user }) => user.fullName, isRowHead: true },
    { title: t(msg("Created")), cell: ({ createdDT }) => when(createdDT) },
    {
      title: t(msg("State")),
      cell: ({ state, nextTryDT }) =>
        state === "failed" ? (
          <Badge tone="danger">{t(msg("Failed"))}</Badge>
        ) : (
          t(msg("Next try {at}"), { at: when(nextTryDT ?? "") })
        ),
    },
    { title: t(msg("Reason")), cell: ({ problem }) => problem },
    {
      title: t(msg("Actions")),
      cell: ({ oid: id, user }) => (
        <Toolbar>
          <MutationButton
            aria-label={t(msg("Send again: {name}"), { name: user.fullName })}
            change={() => ({
              send: call("PUT /api/notices/mails/{id}/retry", { id }),
              done: t(msg("The e-mail is being sent again")),
            })}
            after={refetch}
          >
            {t(msg("Send again"))}
          </MutationButton>
          <MutationButton
            aria-label={t(msg("Remove: {name}"), { name: user.fullName })}
            change={() => ({
              send: call("DELETE /api/notices/mails/{id}", { id }),
              done: t(msg("The e-mail was removed")),
            })}
            after={refetch}
          >
            {t(msg("Remove"))}
          </MutationButton>
        </Toolbar>
      ),
    },
  ];
}
