import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { listInventories } from "../../api/inventories.ts";
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
      title={t(TEXTS.title)}
      actions={may("manage") && <ButtonLink href="#/stocktakes/new">{t(TEXTS.add)}</ButtonLink>}
    >
      <Tabs
        label={t(TEXTS.which)}
        tabs={[
          { to: "/stocktakes", label: t(TEXTS.toOpen), isCurrent: !isEnded },
          { to: "/stocktakes?ended=1", label: t(TEXTS.toEnded), isCurrent: isEnded },
          ...(may("manage") ? [{ to: "/stocktakes/plans", label: t(TEXTS.toPlans), isCurrent: false }] : []),
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
          caption={t(TEXTS.title)}
          columns={openColumns()}
          rows={all}
          idOf={idOf}
          hrefOf={hrefOf}
          empty={
            <EmptyState icon="count" title={t(TEXTS.none)} text={t(TEXTS.first)}>
              {may("manage") && (
                <ButtonLink kind="secondary" href="#/stocktakes/new">
                  {t(TEXTS.add)}
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
  const query = useLiveQuery(listInventories({ includeClosed: true }), { follows: ["stocktakes"] });
  const isOver = ({ inventoryStateId }: Inventory) =>
    inventoryStateId === State.Closed || inventoryStateId === State.Cancelled;
  return (
    <QueryBoundary
      query={query}
      empty={<EmptyState icon="count" title={t(TEXTS.noneEnded)} />}
      isEmpty={(all) => !all.some(isOver)}
    >
      {(all) => (
        <DataTable
          caption={t(TEXTS.ended)}
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
  { key: "name", title: t(TEXTS.name), cell: ({ name }) => name },
  {
    key: "state",
    title: t(TEXTS.state),
    cell: ({ inventoryStateId, oid }) => <OpenState state={inventoryStateId} inventoryId={oid} />,
  },
  {
    key: "counted",
    title: t(TEXTS.counted),
    cell: ({ counted, total, name }) =>
      total > 0 && (
        <span class="bar-in-row">
          <progress value={counted} max={total} aria-label={name} />
          {number(counted)} / {number(total)}
        </span>
      ),
  },
  { key: "found", title: t(TEXTS.found), isNumber: true, cell: ({ found }) => number(found) },
  { key: "missing", title: t(TEXTS.missing), isNumber: true, cell: ({ missing }) => number(missing) },
  {
    key: "unexpected",
    title: t(TEXTS.unexpected),
    isNumber: true,
    cell: ({ unexpected }) => number(unexpected),
  },
];

const endedColumns = (): readonly Column<Inventory>[] => [
  { key: "name", title: t(TEXTS.name), cell: ({ name }) => name },
  {
    key: "state",
    title: t(TEXTS.state),
    cell: ({ inventoryStateId }) => <StateBadge state={inventoryStateId} />,
  },
  {
    key: "approved",
    title: t(TEXTS.approved),
    cell: ({ isApproved }) => t(isApproved ? TEXTS.yes : TEXTS.no),
  },
];

const TEXTS = {
  title: msg("Stocktakes"),
  ended: msg("Closed and cancelled stocktakes"),
  toEnded: msg("Closed and cancelled"),
  which: msg("Filter by state"),
  toOpen: msg("Open"),
  toPlans: msg("Cycle counts"),
  add: msg("New stocktake"),
  none: msg("No open stocktakes"),
  first: msg("Create one and start it. It then appears on the terminals."),
  noneEnded: msg("No closed or cancelled stocktakes yet"),
  name: msg("Name"),
  state: msg("State"),
  counted: msg("Counted"),
  found: msg("Found"),
  missing: msg("Missing"),
  unexpected: msg("Unexpected"),
  approved: msg("Approved"),
  yes: msg("yes"),
  no: msg("no"),
};
