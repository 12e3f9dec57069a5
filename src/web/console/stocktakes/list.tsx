import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Inventory, InventoryAccuracy, InventorySummary } from "../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { QueryBoundary } from "../../query/query-boundary.tsx";
import { addressQuery } from "../../router/address.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/surfaces.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CountedBar } from "../chart/count-bar.tsx";
import { Screen } from "../layout/screen.tsx";
import { eventData } from "../realtime/live.ts";
import { StreamBoundary } from "../realtime/stream-boundary.tsx";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { money, SHARE_NAMES, shareText, useAccuracy } from "./accuracy.ts";
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

/** A closed or cancelled stocktake, with what it has found if that is known. */
interface EndedStocktake extends Inventory {
  readonly found: InventoryAccuracy | undefined;
}

function Ended() {
  const query = useLiveQuery(call("GET /api/inventories", { includeClosed: true }), {
    follows: ["stocktakes"],
  });
  const accuracy = useAccuracy().body ?? [];
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
          rows={all
            .filter(isOver)
            .reverse()
            .map((one) => ({ ...one, found: accuracy.find(({ inventory }) => inventory.oid === one.oid) }))}
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
    cell: (row) => row.total > 0 && <CountedBar {...row} />,
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

const endedColumns = (): readonly Column<EndedStocktake>[] => [
  { key: "name", title: t(msg("Name")), cell: ({ name }) => name },
  {
    key: "state",
    title: t(msg("State")),
    cell: ({ inventoryStateId }) => <StateBadge state={inventoryStateId} />,
  },
  { key: "approved", title: t(msg("Approved")), cell: ({ isApproved }) => isApproved && t(msg("yes")) },
  ...(may("manage") ? foundColumns() : []),
];

const foundColumns = (): readonly Column<EndedStocktake>[] => [
  { key: "closed", title: t(msg("Closed")), cell: ({ found }) => found && dayAndTime(found.closedDT) },
  ...(["items", "value"] as const).map((share) => ({
    key: share,
    title: t(SHARE_NAMES[share]),
    isNumber: true,
    cell: ({ found }: EndedStocktake) => found && shareText(share, found),
  })),
  {
    key: "counted",
    title: t(msg("Value")),
    isNumber: true,
    cell: ({ found }) => found && (found.value === null ? "–" : money(found.value)),
  },
];
