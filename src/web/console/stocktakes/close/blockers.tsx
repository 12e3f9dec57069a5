import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryReport } from "../../../api/types/endpoints.d.ts";
import { plural, t } from "../../../i18n/translate.ts";
import { Icon } from "../../../ui/icon.tsx";
import { ApproveAll } from "../decide/approve-all.tsx";

interface WayProps {
  readonly inventory: InventoryDetail;
  /** The version of the items that are shown. */
  readonly cursor: string;
  readonly report: InventoryReport;
}

/** What stands in the way of closing, and what somebody should have looked at before; each leads to exactly those. */
export function CloseBlockers({ inventory, cursor, report }: WayProps) {
  const { oid, mustBeApproved, isApproved } = inventory;
  const { decisions, unknownCodes, late, totals, approvals } = report;
  const own = `#/stocktakes/${oid}`;
  const open: readonly (readonly [Message, number, string])[] = [
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
          <ApproveAll
            inventory={inventory}
            cursor={cursor}
            open={approvals.items - approvals.approvedItems}
          />
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
  notApproved: msg(
    "The stocktake must be approved before it is closed.",
    "Inventuru je třeba před uzavřením schválit.",
  ),
  itemsOpen: msg(
    "{n} item not approved|{n} items not approved",
    "neschválena je {n} položka|neschváleny jsou {n} položky|neschváleno je {n} položek",
  ),
  look: msg("Unresolved", "Nevyřešené"),
  undecided: msg(
    "{n} item with changed stock is undecided: movements after its count are applied|{n} items with changed stock are undecided: movements after their count are applied",
    "{n} nerozhodnutá položka se změněným stavem: pohyby po spočítání se započtou|{n} nerozhodnuté položky se změněným stavem: pohyby po spočítání se započtou|{n} nerozhodnutých položek se změněným stavem: pohyby po spočítání se započtou",
  ),
  toRecount: msg(
    "{n} item to recount|{n} items to recount",
    "{n} položka k přepočítání|{n} položky k přepočítání|{n} položek k přepočítání",
  ),
  notCounted: msg(
    "{n} item not counted|{n} items not counted",
    "{n} položka není spočítaná|{n} položky nejsou spočítané|{n} položek není spočítaných",
  ),
  unknown: msg(
    "{n} scan of an unknown code|{n} scans of unknown codes",
    "{n} načtení neznámého kódu|{n} načtení neznámých kódů|{n} načtení neznámých kódů",
  ),
  late: msg(
    "{n} late count|{n} late counts",
    "{n} opožděný záznam|{n} opožděné záznamy|{n} opožděných záznamů",
  ),
};
