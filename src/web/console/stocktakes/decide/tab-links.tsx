import type { InventoryDetail, InventoryItem } from "../../../../inventories/shapes.ts";
import { State } from "../../../../inventories/states.ts";
import { say, type Words } from "../../../../words.ts";
import { number, t } from "../../../app/words.ts";
import { addressOf, addressQuery } from "../../frame/address.ts";
import { Ways } from "../../frame/ways.tsx";
import { useProgress } from "../use-progress.ts";
import { TABS, type Tab, type TabName } from "./item-views.ts";

interface LinksProps {
  readonly inventory: InventoryDetail;
  readonly items: readonly InventoryItem[];
  readonly current: TabName;
}

const ALWAYS: readonly TabName[] = ["all", "toRecount", "moved"];

/** The parts of the items as links, each with how many it holds; and what stands beside the items. */
export function TabLinks({ inventory: { oid, inventoryStateId }, items, current }: LinksProps) {
  const { body } = useProgress(oid);
  const hasResults = inventoryStateId === State.Processing || inventoryStateId === State.Closed;
  const isThere = ({ name }: Tab) =>
    name === "open" ? inventoryStateId === State.Processing : hasResults || ALWAYS.indexOf(name) !== -1;
  const { item: _, page: __, ...query } = Object.fromEntries(addressQuery());
  const own = `/stocktakes/${oid}`;
  const counted = (words: Words, n: number) => `${t(words)} (${number(n)})`;
  const parts = TABS.filter(isThere).map(({ name, words, holds }) => ({
    to: addressOf(`${own}/results`, { ...query, tab: name === "all" ? null : name }),
    words: counted(words, items.filter(holds).length),
    isHere: name === current,
    isBare: !items.some(holds),
  }));
  const { unknown = 0, late = 0 } = body ?? {};
  const beside = [
    { to: `${own}/waiting?state=unknown`, words: counted(TEXTS.unknown, unknown), isThere: unknown > 0 },
    { to: `${own}/waiting?state=late`, words: counted(TEXTS.late, late), isThere: late > 0 },
  ];
  return <Ways name={t(TEXTS.parts)} ways={[...parts, ...beside.filter((one) => one.isThere)]} />;
}

const TEXTS = {
  parts: say("Parts of the results", "Části výsledků"),
  unknown: say("Unknown codes", "Neznámé kódy"),
  late: say("Late counts", "Opožděné počty"),
};
