import { type ItemView, viewsIn } from "../../../../domain/item-views.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryItemTotals } from "../../../api/types/endpoints.d.ts";
import { number, t } from "../../../i18n/translate.ts";
import { addressOf, addressQuery } from "../../../router/address.ts";
import { Tabs } from "../../../ui/tabs.tsx";
import { useProgress } from "../use-stocktake-action.tsx";
import { nameOfView } from "./item-figures.ts";

interface LinksProps {
  readonly inventory: InventoryDetail;
  readonly totals: InventoryItemTotals;
  /** Null: not known yet. */
  readonly current: ItemView | null;
  readonly isByLocation: boolean;
}

/**
 * The views with their numbers of items, and the unresolved counts. Those that do not fit in one line are in a menu.
 */
export function TabLinks({ inventory, totals, current, isByLocation }: LinksProps) {
  const { oid, inventoryStateId } = inventory;
  const { body } = useProgress(oid);
  const { item: _, page: __, cursor: ___, by: ____, ...query } = Object.fromEntries(addressQuery());
  const own = `/stocktakes/${oid}`;
  const counted = (label: Message, n: number) => `${t(label)} (${number(n)})`;
  const views = viewsIn(inventoryStateId)
    .map((view) => ({ view, count: totals.views[view].items }))
    .filter(({ view, count }) => count > 0 || view === current)
    .map(({ view, count }) => ({
      to: addressOf(`${own}/results`, { ...query, tab: view, by: isByLocation ? "location" : null }),
      label: counted(nameOfView(view), count),
      isCurrent: view === current,
    }));
  const { unknown = 0, late = 0 } = body ?? {};
  const links = [
    { to: `${own}/waiting?state=unknown`, label: counted(msg("Unknown codes"), unknown), count: unknown },
    { to: `${own}/waiting?state=late`, label: counted(msg("Late counts"), late), count: late },
  ].filter(({ count }) => count > 0);
  return (
    <Tabs label={t(msg("Views"))} tabs={[...views, ...links.map((tab) => ({ ...tab, isCurrent: false }))]} />
  );
}
