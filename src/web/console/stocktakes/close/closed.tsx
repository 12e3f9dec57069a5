import { type Message, msg } from "../../../../domain/message.ts";
import type { InventoryDetail, InventoryReport } from "../../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { ReportFiles, useReport } from "./report-files.tsx";
import { ReportTotals } from "./report-totals.tsx";

/** A closed stocktake: when it was, who counted, the results, and the report to sign. */
export function ClosedFigures({ inventory }: { readonly inventory: InventoryDetail }) {
  const answer = useReport(inventory.oid);
  return (
    <>
      <ReportFiles inventory={inventory} />
      <QueryBoundary answer={answer}>
        {(report) => (
          <>
            <dl class="count-figures closed-times">
              {stepsOf(report).map(([words, time, who]) => (
                <div key={words.source}>
                  <dt>{t(words)}</dt>
                  <dd>
                    {time === null ? "–" : dayAndTime(time)}
                    {who !== null && <span class="quiet">{who.fullName}</span>}
                  </dd>
                </div>
              ))}
            </dl>
            <ReportTotals report={report} />
            <h2>{t(TEXTS.counters)}</h2>
            <ul>
              {report.counters.map(({ user, device, counts }) => (
                <li key={`${user.id} ${device?.id}`}>
                  {[user.fullName, device?.name].filter(Boolean).join(" · ")}: {number(counts)}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </>
  );
}

type Step = readonly [Message, time: string | null, who: InventoryReport["closedBy"]];

/** When and by whom; the approval only where there is one. */
function stepsOf(report: InventoryReport): readonly Step[] {
  const { isApproved, approvedDT, approvedBy } = report.approvals;
  return [
    [TEXTS.started, report.startedDT, report.startedBy],
    [TEXTS.finished, report.finishedDT, report.finishedBy],
    ...(isApproved ? [[TEXTS.approved, approvedDT, approvedBy] as const] : []),
    [TEXTS.closed, report.closedDT, report.closedBy],
  ];
}

const TEXTS = {
  started: msg("Started", "stocktake"),
  finished: msg("Finished", "stocktake"),
  approved: msg("Approved", "stocktake"),
  closed: msg("Closed", "stocktake"),
  counters: msg("Counts by person"),
};
