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
    [
      msg(
        "{n, plural, one {# item with changed stock is undecided: movements after its} other {# items with changed stock are undecided: movements after their}} count are applied",
      ),
      decisions.undecided,
      `${own}/results?tab=moved`,
    ],
    [
      msg("{n, plural, one {# item} other {# items}} to recount"),
      decisions.toRecount,
      `${own}/results?tab=toRecount`,
    ],
    [
      msg("{n, plural, one {# item} other {# items}} not counted"),
      totals.notCounted.items,
      `${own}/results?tab=notCounted`,
    ],
    [
      msg("{n, plural, one {# scan of an unknown code} other {# scans of unknown codes}}"),
      unknownCodes.length,
      `${own}/waiting?state=unknown`,
    ],
    [msg("{n, plural, one {# late count} other {# late counts}}"), late.length, `${own}/waiting`],
  ];
  const lines = open.filter(([, count]) => count > 0);
  return (
    <>
      {mustBeApproved && !isApproved && (
        <Banner tone="danger">
          <p>
            <Icon name="warning" size={18} /> {t(msg("The stocktake must be approved before it is closed."))}{" "}
            <a href={`${own}/results?tab=notApproved`}>
              {t(msg("{n, plural, one {# item} other {# items}} not approved"), {
                n: approvals.items - approvals.approvedItems,
              })}
            </a>
          </p>
          <ApproveAll inventory={inventory} />
        </Banner>
      )}
      <OpenSecondCounts inventory={inventory} />
      {lines.length > 0 && (
        <>
          <h2>{t(msg("Unresolved"))}</h2>
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
