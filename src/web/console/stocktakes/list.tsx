import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import type { Inventory, InventoryAccuracy, InventorySummary } from "../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { addressQuery } from "../../router/address.ts";
import { type ButtonKind, ButtonLink } from "../../ui/button.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { CountedBar } from "../chart/count-bar.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { type List, listOf } from "../list-screen/use-list.ts";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { money, SHARE_NAMES, shareText, useAccuracy } from "./accuracy.ts";
import { StateBadge } from "./state-badge.tsx";
import { jobOfStocktake, workText } from "./work.tsx";
import "./stocktakes.css";

/** `#/stocktakes`: the open stocktakes; `?ended=1`: the closed and cancelled ones. */
export function StocktakesScreen() {
  const isEnded = addressQuery().get("ended") === "1";
  const all = useLiveQuery(isEnded ? call("GET /api/inventories", { includeClosed: true }) : null, {
    follows: ["stocktakes"],
  });
  const accuracy = useAccuracy(isEnded).body ?? [];
  const add = (kind: ButtonKind) =>
    may("manage") && (
      <ButtonLink kind={kind} href="#/stocktakes/new">
        {t(msg("New stocktake"))}
      </ButtonLink>
    );
  const screen = {
    title: t(msg("Stocktakes")),
    actions: add("primary"),
    tabs: (
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
    ),
    idOf: ({ oid }: { readonly oid: number }) => oid,
    hrefOf: ({ oid }: { readonly oid: number }) => `#/stocktakes/${oid}`,
  };
  if (isEnded) {
    const ended = all.body
      ?.filter(({ inventoryStateId: state }) => state === State.Closed || state === State.Cancelled)
      .reverse()
      .map((one) => ({ ...one, found: accuracy.find(({ inventory }) => inventory.oid === one.oid) }));
    return (
      <ListScreen
        {...screen}
        list={listOf({ ...all, body: ended ?? null })}
        caption={t(msg("Closed and cancelled stocktakes"))}
        columns={endedColumns()}
        empty={{ icon: "count", title: t(msg("No closed or cancelled stocktakes yet")) }}
      />
    );
  }
  return (
    <ListScreen
      {...screen}
      list={openStocktakes()}
      columns={openColumns()}
      empty={{
        icon: "count",
        title: t(msg("No open stocktakes")),
        text: t(msg("Create one and start it. It then appears on the terminals.")),
        action: add("secondary"),
      }}
    />
  );
}

/** The open stocktakes of the event stream; outdated while the server is not reachable. */
function openStocktakes(): List<InventorySummary> {
  const body = eventData.inventories.value;
  const state = body === null ? "late" : "fresh";
  const list = listOf({ body, state, at: null, problem: null, refetch: () => {} });
  return { ...list, isWaiting: connection.value === "away" };
}

/** A closed or cancelled stocktake, with what it has found if that is known. */
interface EndedStocktake extends Inventory {
  readonly found: InventoryAccuracy | undefined;
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
