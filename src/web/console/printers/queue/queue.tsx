import { msg } from "../../../../domain/message.ts";
import { nameOfRequestState, RequestState } from "../../../../domain/print-states.ts";
import { call } from "../../../api/call.ts";
import type { PrintRequest } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { addressOf, addressQuery, changeQuery } from "../../../router/address.ts";
import { Select } from "../../../ui/select.tsx";
import { EmptyState } from "../../../ui/surfaces.tsx";
import { DataTable } from "../../../ui/table/data-table.tsx";
import { Pagination, usePaging } from "../../../ui/table/pagination.tsx";
import { useSelection } from "../../../ui/table/selection.ts";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { Screen } from "../../layout/screen.tsx";
import { useLiveQuery, usePreviousBody } from "../../realtime/use-live-query.ts";
import { PrinterLinks } from "../printers.tsx";
import { queueColumns } from "./columns.tsx";
import { RequestDialog } from "./request-dialog.tsx";
import { FailedDecisions, SelectionActions } from "./selection-actions.tsx";
import { useDecisions } from "./use-decisions.ts";

/** A number in the address; undefined: none. */
const numberIn = (text: string | null) => (text === null || text === "" ? undefined : Number(text));

/** The server's page size. */
const PAGE = 100;
const HERE = "/printers/queue";

/** `#/printers/queue`: the print requests, newest first. */
export function QueueScreen() {
  const address = addressQuery();
  const query = Object.fromEntries(address);
  const { printerId = null, stateId = null, before = null, show = null } = query;
  const requests = useLiveQuery(
    call("GET /api/printrequests", {
      printerId: numberIn(printerId),
      stateId: numberIn(stateId),
      before: numberIn(before),
    }),
    { follows: ["printRequests", "articles", "locations", "formats"] },
  );
  const { query: result, isWaiting } = usePreviousBody(requests);
  const next = requests.body?.[PAGE - 1]?.oid ?? null;
  const paging = usePaging({ name: "before", query: address, next });
  const shown = (requests.body ?? []).map(({ oid }) => oid);
  const page = JSON.stringify({ printerId, stateId, before });
  const selection = useSelection({ shown, matching: page, scope: page });
  const decisions = useDecisions();
  const columns = queueColumns((request, decision) => void decisions.run(decision, [request]));
  const table = (rows: readonly PrintRequest[] | null) => (
    <DataTable
      caption={t(msg("Print queue"))}
      columns={columns}
      rows={rows}
      idOf={({ oid }) => oid}
      hrefOf={({ oid }) => `#${addressOf(HERE, { ...query, show: oid })}`}
      selection={selection}
      paging={paging}
      isOutdated={isWaiting}
    />
  );
  return (
    <Screen title={t(msg("Print queue"))}>
      <PrinterLinks />
      <QueueFilters />
      <FailedDecisions decisions={decisions} />
      <QueryBoundary
        query={result}
        empty={
          <EmptyState
            icon="print"
            title={t(before === null ? msg("No matching print requests") : msg("No older print requests"))}
            text={t(msg("Labels that someone prints appear here."))}
          />
        }
        loading={table(null)}
      >
        {table}
      </QueryBoundary>
      <Pagination paging={paging} pageRows={PAGE} shown={result.body?.length ?? 0} isWaiting={isWaiting} />
      <SelectionActions
        selection={selection}
        requests={(requests.body ?? []).filter(({ oid }) => selection.ids.has(oid))}
        decisions={decisions}
      />
      {show !== null && (
        <RequestDialog
          oid={Number(show)}
          decisions={decisions}
          onClose={() => changeQuery({ show: null }, { replace: true })}
        />
      )}
    </Screen>
  );
}

/** The filters, which are in the address. */
function QueueFilters() {
  const printers = useLiveQuery(call("GET /api/printingprinters"), { follows: ["printRequests"] });
  const states = Object.values(RequestState).map((oid) => ({
    oid,
    name: t(nameOfRequestState(oid)),
  }));
  return (
    <Toolbar class="queue-filters no-print">
      <Filter
        name="printerId"
        label={t(msg("Printer"))}
        all={t(msg("All printers"))}
        items={printers.body ?? []}
      />
      <Filter name="stateId" label={t(msg("State"))} all={t(msg("All states"))} items={states} />
    </Toolbar>
  );
}

interface FilterProps {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly items: readonly { readonly oid: number; readonly name: string }[];
}

function Filter({ name, label, all, items }: FilterProps) {
  return (
    <Select
      class="filter"
      label={label}
      items={[
        { value: "", label: all },
        ...items.map((item) => ({ value: String(item.oid), label: item.name })),
      ]}
      value={addressQuery().get(name) ?? ""}
      onValue={(value) => changeQuery({ [name]: value, before: null })}
    />
  );
}
