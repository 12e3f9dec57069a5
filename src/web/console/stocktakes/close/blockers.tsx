import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryReport } from "../../../api/types/endpoints.d.ts";
import { t } from "../../../i18n/translate.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { OpenSecondCounts } from "../../count-plans/second-counts.tsx";
import { ApproveAll } from "../decide/approve-all.tsx";

interface WayProps {
  readonly inventory: InventoryDetail;
  readonly report: InventoryReport;
}

/** What prevents closing, and what should be reviewed before, with links to the items. */
export function CloseBlockers({ inventory, report }: WayProps) {
  const { oid, mustBeApproved, isApproved } = inventory;
  const { decisions, unknownCodes, late, totals, approvals } = report;
  const own = `#/stocktakes/${oid}`;
  const open: readonly (readonly [Message<{ n: number }>, number, string])[] = [
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
        <Banner tone="danger">
          <p>
            <Icon name="warning" size={18} /> {t(TEXTS.notApproved)}{" "}
            <a href={`${own}/results?tab=notApproved`}>
              {t(TEXTS.itemsOpen, { n: approvals.items - approvals.approvedItems })}
            </a>
          </p>
          <ApproveAll inventory={inventory} />
        </Banner>
      )}
      <OpenSecondCounts inventory={inventory} />
      {lines.length > 0 && (
        <>
          <h2>{t(TEXTS.look)}</h2>
          <ul>
            {lines.map(([message, count, to]) => (
              <li key={to}>
                <a href={to}>{t(message, { n: count })}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

const TEXTS = {
  notApproved: msg("The stocktake must be approved before it is closed."),
  itemsOpen: msg("{n, plural, one {# item} other {# items}} not approved"),
  look: msg("Unresolved"),
  undecided: msg(
    "{n, plural, one {# item with changed stock is undecided: movements after its} other {# items with changed stock are undecided: movements after their}} count are applied",
  ),
  toRecount: msg("{n, plural, one {# item} other {# items}} to recount"),
  notCounted: msg("{n, plural, one {# item} other {# items}} not counted"),
  unknown: msg("{n, plural, one {# scan of an unknown code} other {# scans of unknown codes}}"),
  late: msg("{n, plural, one {# late count} other {# late counts}}"),
};
