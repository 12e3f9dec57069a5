import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Inventory, InventorySummary } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery } from "../../router/address.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Screen } from "../layout/screen.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { StateBadge } from "./state-badge.tsx";
import { jobOfStocktake, workText } from "./work.tsx";
import "./stocktakes.css";

/** `#/stocktakes`: the open stocktakes; `?ended=1`: the closed and cancelled ones. */
export function ListScreen() {
  const isEnded = addressQuery().get("ended") === "1";
  return (
    <Screen
      title={t(msg("Stocktakes"))}
      actions={may("manage") && <ButtonLink href="#/stocktakes/new">{t(msg("New stocktake"))}</ButtonLink>}
    >
      <Tabs
        label={t(msg("Filter by state"))}
        tabs={[
          { to: "/stocktakes", label: t(msg("Open")), isCurrent: !isEnded },
          { to: "/stocktakes?ended=1", label: t(msg("Closed and cancelled")), isCurrent: isEnded },
          ...(may("manage")
            ? [{ to: "/stocktakes/plans", label: t(msg("Cycle counts")), isCurrent: false }]
            : []),
        ]}
      />
      {isEnded ? <Ended /> : <Open />}
    </Screen>
  );
}

const hrefOf = ({ oid }: { readonly oid: number }) => `#/stocktakes/${oid}`;
const idOf = ({ oid }: { readonly oid: number }) => oid;

function Open() {
  return (
    <StreamBoundary of={eventData.inventories}>
      {(all) => (
        <DataTable
          caption={t(msg("Stocktakes"))}
          columns={openColumns()}
          rows={all}
          idOf={idOf}
          hrefOf={hrefOf}
          empty={
            <EmptyState
              icon="count"
              title={t(msg("No open stocktakes"))}
              text={t(msg("Create one and start it. It then appears on the terminals."))}
            >
              {may("manage") && (
                <ButtonLink kind="secondary" href="#/stocktakes/new">
                  {t(msg("New stocktake"))}
                </ButtonLink>
              )}
            </EmptyState>
          }
        />
      )}
    </StreamBoundary>
  );
}

/** The state, and the running job. */
function OpenState({ state, inventoryId }: { readonly state: number; readonly inventoryId: number }) {
  const job = jobOfStocktake(inventoryId);
  return (
    <>
      <StateBadge state={state} /> {job !== null && <span class="muted">{workText(job)}</span>}
    </>
  );
}

function Ended() {
  const query = useLiveQuery(call("GET /api/inventories", { includeClosed: true }), {
    follows: ["stocktakes"],
  });
  const isOver = ({ inventoryStateId }: Inventory) =>
    inventoryStateId === State.Closed || inventoryStateId === State.Cancelled;
  return (
    <QueryBoundary
      query={query}
      empty={<EmptyState icon="count" title={t(msg("No closed or cancelled stocktakes yet"))} />}
      isEmpty={(all) => !all.some(isOver)}
    >
      {(all) => (
        <DataTable
          caption={t(msg("Closed and cancelled stocktakes"))}
          columns={endedColumns()}
          rows={all.filter(isOver).reverse()}
          idOf={idOf}
          hrefOf={hrefOf}
        />
      )}
    </QueryBoundary>
  );
}

const openColumns = (): readonly Column<InventorySummary>[] => [
  { key: "name", title: t(msg("Name")), cell: ({ name }) => name },
  {
    key: "state",
    title: t(msg("State")),
    cell: ({ inventoryStateId, oid }) => <OpenState state={inventoryStateId} inventoryId={oid} />,
  },
  {
    key: "counted",
    title: t(msg("Counted")),
    cell: ({ counted, total, name }) =>
      total > 0 && (
        <span class="bar-in-row">
          <progress value={counted} max={total} aria-label={name} />
          {number(counted)} / {number(total)}
        </span>
      ),
  },
  { key: "found", title: t(msg("Found")), isNumber: true, cell: ({ found }) => number(found) },
  { key: "missing", title: t(msg("Missing")), isNumber: true, cell: ({ missing }) => number(missing) },
  {
    key: "unexpected",
    title: t(msg("Unexpected")),
    isNumber: true,
    cell: ({ unexpected }) => number(unexpected),
  },
];

const endedColumns = (): readonly Column<Inventory>[] => [
  { key: "name", title: t(msg("Name")), cell: ({ name }) => name },
  {
    key: "state",
    title: t(msg("State")),
    cell: ({ inventoryStateId }) => <StateBadge state={inventoryStateId} />,
  },
  {
    key: "approved",
    title: t(msg("Approved")),
    cell: ({ isApproved }) => t(isApproved ? msg("yes") : msg("no")),
  },
];
