import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { InventoryDetail, InventoryReport } from "../../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Downloads } from "../../batch/downloads.tsx";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { money, SHARE_NAMES, shareText, useAccuracy } from "../accuracy.ts";
import { ReportTotals } from "./report-totals.tsx";

/** A closed stocktake: dates, counters, results, and the report to sign. */
export function ClosedFigures({ inventory }: { readonly inventory: InventoryDetail }) {
  const query = useReport(inventory.oid);
  const found = useAccuracy().body?.find((row) => row.inventory.oid === inventory.oid);
  return (
    <>
      <ReportFiles inventory={inventory} />
      {inventory.isSelective && <Certificate inventory={inventory} />}
      <QueryBoundary query={query}>
        {(report) => (
          <>
            <dl class="count-figures closed-times">
              {stepsOf(report).map(([label, time, who]) => (
                <div key={label.source}>
                  <dt>{t(label)}</dt>
                  <dd>
                    {time === null ? "–" : dayAndTime(time)}
                    {who !== null && <span class="muted">{who.fullName}</span>}
                  </dd>
                </div>
              ))}
              {found !== undefined && (
                <>
                  <div>
                    <dt>{t(SHARE_NAMES.items)}</dt>
                    <dd>{shareText("items", found)}</dd>
                  </div>
                  <div>
                    <dt>{t(msg("Value"))}</dt>
                    <dd>{found.value === null ? "–" : money(found.value)}</dd>
                  </div>
                </>
              )}
            </dl>
            <ReportTotals report={report} />
            <h2>{t(msg("Counts by person"))}</h2>
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

/** When and by whom; the approval only if there was one. */
function stepsOf(report: InventoryReport): readonly Step[] {
  const { isApproved, approvedDT, approvedBy } = report.approvals;
  return [
    [msg("Started", "stocktake"), report.startedDT, report.startedBy],
    [msg("Finished", "stocktake"), report.finishedDT, report.finishedBy],
    ...(isApproved ? [[msg("Approved", "stocktake"), approvedDT, approvedBy] as const] : []),
    [msg("Closed", "stocktake"), report.closedDT, report.closedBy],
  ];
}

/** Downloads of the report: the PDF and the tables. */
export function ReportFiles({ inventory: { oid: id, name } }: { readonly inventory: InventoryDetail }) {
  const file = (format: "pdf" | "xlsx" | "csv", label: Message) => ({
    label: t(label),
    request: call("GET /api/inventories/{id}/report", { id, format }),
    name: `${fileName(name)}.${format}`,
  });
  return (
    <Downloads
      files={[
        { ...file("pdf", msg("Stocktake report (PDF)")), kind: "primary" },
        file("xlsx", msg("All items (XLSX)")),
        file("csv", msg("All items (CSV)")),
      ]}
    />
  );
}

const fileName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, "-");

/** The figures of a stocktake's report. Items are loaded separately; the report gives only the few unexpected ones. */
export function useReport(inventoryId: number): LiveQuery<InventoryReport> {
  return useLiveQuery(call("GET /api/inventories/{id}/report", { id: inventoryId, result: "unexpected" }), {
    follows: ["stocktakes"],
  });
}

/** The record accuracy of a closed stocktake of a random sample, and its certificate. Renders nothing for others. */
function Certificate({ inventory: { oid: id, name } }: { readonly inventory: InventoryDetail }) {
  const { body } = useLiveQuery(call("GET /api/inventories/{id}/certificate", { id }));
  if (body === null) return null;
  const { estimate, lower, upper, population, sample, wrong } = body;
  const percent = (share: number) => `${number(Math.round(share * 10_000) / 100)} %`;
  return (
    <>
      <p>
        {t(msg("Record accuracy: {estimate}, with 95 % confidence {lower} to {upper}."), {
          estimate: percent(estimate),
          lower: percent(lower),
          upper: percent(upper),
        })}{" "}
        <span class="muted">
          {t(msg("{wrong} wrong of {sample} sampled of {population} records."), {
            wrong: number(wrong),
            sample: number(sample),
            population: number(population),
          })}
        </span>
      </p>
      <Downloads
        files={[
          {
            label: t(msg("Certificate (PDF)")),
            request: call("GET /api/inventories/{id}/certificate", { id, format: "pdf" }),
            name: `${fileName(name)}-certificate.pdf`,
          },
        ]}
      />
    </>
  );
}
