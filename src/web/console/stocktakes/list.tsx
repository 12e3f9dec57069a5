import { State } from "../../../domain/inventory-states.ts";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import type { Inventory, InventoryAccuracy } from "../../api/types/endpoints.d.ts";
import { dayAndTime, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { addressQuery } from "../../router/address.ts";
import { type ButtonKind, ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import type { Column } from "../../ui/table/data-table.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { ListScreen } from "../list-screen/list-screen.tsx";
import { listOf } from "../list-screen/use-list.ts";
import { eventData } from "../realtime/live.ts";
import { topicQuery } from "../realtime/topic-query.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { money, SHARE_NAMES, shareText, useAccuracy } from "./accuracy.ts";
import { Archive } from "./archive.tsx";
import { CheckFile } from "./check-file.tsx";
import { openColumns } from "./open-columns.tsx";
import { StateBadge } from "./state-badge.tsx";
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
      >
        {may("manage") && (
          <div class="closed-cards">
            <Archive />
            <Card title={t(msg("Sealed records"))}>
              <p class="muted">
                {t(msg("Is a file what was sealed at the close of a stocktake, byte for byte?"))}
              </p>
              <CheckFile />
            </Card>
          </div>
        )}
      </ListScreen>
    );
  }
  return (
    <ListScreen
      {...screen}
      list={listOf(topicQuery(eventData.inventories))}
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

/** A closed or cancelled stocktake, with what it has found if that is known. */
interface EndedStocktake extends Inventory {
  readonly found: InventoryAccuracy | undefined;
}

const endedColumns = (): readonly Column<EndedStocktake>[] => [
  { title: t(msg("Name")), cell: ({ name }) => name },
  { title: t(msg("State")), cell: ({ inventoryStateId }) => <StateBadge state={inventoryStateId} /> },
  { title: t(msg("Approved")), cell: ({ isApproved }) => isApproved && t(msg("yes")) },
  ...(may("manage") ? foundColumns() : []),
];

const foundColumns = (): readonly Column<EndedStocktake>[] => [
  { title: t(msg("Closed")), cell: ({ found }) => found && dayAndTime(found.closedDT) },
  ...(["items", "value"] as const).map((share) => ({
    key: share,
    title: t(SHARE_NAMES[share]),
    number: ({ found }: EndedStocktake) => found && shareText(share, found),
  })),
  {
    title: t(msg("Value")),
    number: ({ found }) => found && (found.value === null ? "–" : money(found.value)),
  },
];
