import type { InventoryReport } from "../../../../inventories/results/shapes.ts";
import type { InventoryDetail } from "../../../../inventories/shapes.ts";
import { say, type Words } from "../../../../words.ts";
import { Icon } from "../../../app/icon.tsx";
import { plural, t } from "../../../app/words.ts";
import { ApproveAll } from "../decide/approve-all.tsx";
import type { SeenItems } from "../decide/seen-items.ts";

interface WayProps {
  readonly inventory: InventoryDetail;
  readonly seen: SeenItems;
  readonly report: InventoryReport;
}

/** What stands in the way of closing, and what somebody should have looked at before; each leads to exactly those. */
export function InTheWay({ inventory, seen, report }: WayProps) {
  const { oid, mustBeApproved, isApproved } = inventory;
  const { decisions, unknownCodes, late, totals, approvals } = report;
  const own = `#/stocktakes/${oid}`;
  const open: readonly (readonly [Words, number, string])[] = [
    [TEXTS.undecided, decisions.undecided, `${own}/results?tab=moved`],
    [TEXTS.toRecount, decisions.toRecount, `${own}/results?tab=toRecount`],
    [TEXTS.notCounted, totals.notCounted.items, `${own}/results?tab=notCounted`],
    [TEXTS.unknown, unknownCodes.length, `${own}/waiting?state=unknown`],
    [TEXTS.late, late.length, `${own}/waiting`],
  ];
  const lines = open.filter(([, count]) => count > 0);
  return (
    <>
      {mustBeApproved && !isApproved && (
        <div class="note is-bad">
          <p>
            <Icon name="warning" size={18} /> {t(TEXTS.notApproved)}{" "}
            <a href={`${own}/results?tab=open`}>
              {plural(approvals.items - approvals.approvedItems, TEXTS.itemsOpen)}
            </a>
          </p>
          <ApproveAll inventory={inventory} seen={seen} />
        </div>
      )}
      {lines.length > 0 && (
        <>
          <h2>{t(TEXTS.look)}</h2>
          <ul>
            {lines.map(([words, count, to]) => (
              <li key={to}>
                <a href={to}>{plural(count, words)}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const TEXTS = {
  notApproved: say(
    "The stocktake must be approved before it is closed.",
    "Inventuru je třeba před uzavřením schválit.",
  ),
  itemsOpen: say(
    "{n} item is not approved|{n} items are not approved",
    "neschválena je {n} položka|neschváleny jsou {n} položky|neschváleno je {n} položek",
  ),
  look: say("Still open, and left as it is when you close", "Zatím otevřené; uzavřením to tak zůstane"),
  undecided: say(
    "{n} item whose stock has moved is undecided: what came and went after the count is added to it|{n} items whose stock has moved are undecided: what came and went after the count is added to it",
    "{n} položka s pohybem zásoby bez rozhodnutí: pohyb po spočítání se přičte|{n} položky s pohybem zásoby bez rozhodnutí: pohyb po spočítání se přičte|{n} položek s pohybem zásoby bez rozhodnutí: pohyb po spočítání se přičte",
  ),
  toRecount: say(
    "{n} item is to be counted again|{n} items are to be counted again",
    "{n} položka čeká na přepočítání|{n} položky čekají na přepočítání|{n} položek čeká na přepočítání",
  ),
  notCounted: say(
    "{n} item is not counted|{n} items are not counted",
    "{n} položka není spočítaná|{n} položky nejsou spočítané|{n} položek není spočítaných",
  ),
  unknown: say(
    "{n} scan of a code that nobody knows|{n} scans of codes that nobody knows",
    "{n} načtení neznámého kódu|{n} načtení neznámých kódů|{n} načtení neznámých kódů",
  ),
  late: say(
    "{n} count that came late|{n} counts that came late",
    "{n} opožděný počet|{n} opožděné počty|{n} opožděných počtů",
  ),
};
