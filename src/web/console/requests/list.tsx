import { useEffect, useMemo } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { number, t, when } from "../../i18n/translate.ts";
import { addressQuery } from "../../router/address.ts";
import type { Column } from "../../ui/table/data-table.tsx";
import { useSelection } from "../../ui/table/selection.tsx";
import { useCurrencies } from "../articles/totals.ts";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { useList } from "../list-screen/use-list.ts";
import type { Kind as Followed } from "../realtime/query-client.ts";
import { DecideSelected } from "./decide.tsx";
import { DISPOSALS, KINDS, type Kind, PROPOSALS, type Row, TRANSFERS } from "./kinds.ts";
import "./requests.css";
import { REQUEST_STATES } from "../../requests/proposal.ts";
import { go } from "../../router/router.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { eventData } from "../realtime/live.ts";

/** Changes of these kinds of records affect the list. */
export const FOLLOWS: readonly Followed[] = ["approvals", "articles", "locations", "catalogues", "users"];
/** The rows of a running decision stay the same when new requests arrive. */
export const EVERY_SECONDS = 20;

/** `#/requests/…`: the pending requests, or with `?show=all` all of them, newest first. */
function RequestList<T extends object>({ kind }: { readonly kind: Kind<T> }) {
  const list = useList({
    filters: {
      show: {
        kind: "view",
        items: [
          { value: "", label: t(msg("Pending")) },
          { value: "all", label: t(msg("All", "requests")) },
        ],
      },
    },
    pages: { by: "before", rows: 100 },
    request: ({ show }, { before }) => kind.list(show === "all", before),
    follows: FOLLOWS,
    everySeconds: EVERY_SECONDS,
  });
  const currencies = useCurrencies();
  const isAll = list.values.show === "all";
  // The same rows until others arrive.
  const rows = useMemo(
    () => list.rows?.map((row) => kind.rowOf(row, currencies)) ?? null,
    [list.rows, currencies],
  );
  const all = rows ?? [];
  const page = addressQuery().toString();
  const shown = all.map(({ oid }) => oid);
  const selection = useSelection({ shown, matching: page, scope: `${kind.name} ${page}` });
  return (
    <ListScreen
      title={t(msg("Requests"))}
      tabs={<RequestTabs here={kind.name} />}
      list={{ ...list, rows }}
      caption={t(kind.messages.title)}
      columns={columnsOf(isAll)}
      hrefOf={(row) => hrefOf(kind.name, row)}
      selection={all.some(({ isOpen }) => isOpen) ? selection : undefined}
      empty={{
        icon: "hand",
        title: t(isAll ? msg("No requests yet") : kind.messages.none),
        text: t(msg("Requests that users send from their terminals appear here.")),
      }}
    >
      <DecideSelected
        kind={kind}
        selection={selection}
        rows={all.filter(({ oid, isOpen }) => !list.isWaiting && isOpen && selection.ids.has(oid))}
        onDecided={list.refetch}
      />
    </ListScreen>
  );
}

/** The columns of the table of requests; the table of all requests also shows their states. */
function columnsOf(isAll: boolean): readonly Column<Row>[] {
  const own: Column<Row>[] = [
    { title: t(msg("Article")), cell: ({ name }) => name },
    {
      title: t(msg("Code")),
      isCode: true,
      cell: ({ articleId, code }) => <a href={`#/articles/${articleId}`}>{code ?? t(msg("View"))}</a>,
    },
    { title: t(msg("Request")), cell: ({ about }) => about },
    { title: t(msg("Requested by")), cell: ({ who }) => who },
    { title: t(msg("Requested")), cell: ({ at }) => when(at) },
    { title: t(msg("Note")), cell: ({ note }) => note },
  ];
  if (!isAll) return own;
  return [
    ...own,
    {
      title: t(msg("State")),
      cell: ({ state, decided, reason }) => (
        <>
          {t(REQUEST_STATES[state])}
          {decided !== null && <small class="muted"> {decided}</small>}
          {reason !== null && <div>{t(msg("Reason: {reason}"), { reason })}</div>}
        </>
      ),
    },
  ];
}

/** `#/requests/transfers` */
export const TransfersScreen = () => <RequestList kind={TRANSFERS} />;

/** `#/requests/disposals` */
export const DisposalsScreen = () => <RequestList kind={DISPOSALS} />;

/** `#/requests/proposals` */
export const ProposalsScreen = () => <RequestList kind={PROPOSALS} />;

/** The three kinds of requests with their numbers of pending ones. */
function RequestTabs({ here }: { readonly here: string }) {
  const waiting = eventData.approvals.value;
  const tabs = KINDS.map((kind) => {
    const count = waiting === null ? 0 : kind.waiting(waiting);
    const label = (
      <>
        {t(kind.messages.title)}
        {count > 0 && (
          <span class="badge">
            {number(count)}
            <span class="sr-only"> {t(msg("pending"))}</span>
          </span>
        )}
      </>
    );
    return { to: `/requests/${kind.name}`, label, isCurrent: kind.name === here };
  });
  return <Tabs label={t(msg("Kinds of requests"))} tabs={tabs} />;
}

/** `#/requests`: the first kind with pending requests. */
export function RequestsScreen() {
  const waiting = eventData.approvals.value;
  useEffect(() => {
    const first = KINDS.find((kind) => waiting !== null && kind.waiting(waiting) > 0) ?? KINDS[0];
    go(`/requests/${first.name}`, { replace: true });
  }, []);
  return null;
}

/** The address of a request. */
const hrefOf = (kind: string, { oid }: Pick<Row, "oid">) => `#/requests/${kind}/${oid}`;
