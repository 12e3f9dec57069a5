import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type { InventoryDetail, InventoryReport } from "../../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Button } from "../../../ui/button.tsx";
import { Toolbar } from "../../../ui/toolbar.tsx";
import { useDownload } from "../../batch/use-download.ts";
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
      {inventory.isSelective && <CertificateButton inventory={inventory} />}
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

const FORMATS = ["pdf", "xlsx", "csv"] as const;

/** Downloads of the report: the PDF and the tables. */
export function ReportFiles({ inventory: { oid, name } }: { readonly inventory: InventoryDetail }) {
  const { coming, problem, start } = useDownload();
  const fileName = name.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const isBusy = coming !== null;
  return (
    <Toolbar class="report-files no-print">
      {FORMATS.map((format) => (
        <Button
          key={format}
          kind={format === "pdf" ? "primary" : "secondary"}
          aria-disabled={isBusy}
          onClick={() =>
            isBusy ||
            start(call("GET /api/inventories/{id}/report", { id: oid, format }), `${fileName}.${format}`)
          }
        >
          {t(TEXTS[format])}
        </Button>
      ))}
      <span class="muted" role="status">
        {isBusy && t(msg("Creating the file…"))}
      </span>
      <span class="error-text" role="alert">
        {problem}
      </span>
    </Toolbar>
  );
}

/** The figures of a stocktake's report. Items are loaded separately; the report gives only the few unexpected ones. */
export function useReport(inventoryId: number): LiveQuery<InventoryReport> {
  return useLiveQuery(call("GET /api/inventories/{id}/report", { id: inventoryId, result: "unexpected" }), {
    follows: ["stocktakes"],
  });
}

const TEXTS = {
  pdf: msg("Stocktake report (PDF)"),
  xlsx: msg("All items (XLSX)"),
  csv: msg("All items (CSV)"),
};

/** The record accuracy of a closed stocktake of a random sample, and its certificate. Renders nothing for others. */
function CertificateButton({ inventory: { oid, name } }: { readonly inventory: InventoryDetail }) {
  const { body } = useLiveQuery(call("GET /api/inventories/{id}/certificate", { id: oid }));
  const { coming, problem, start } = useDownload();
  if (body === null) return null;
  const { estimate, lower, upper, population, sample, wrong } = body;
  const isBusy = coming !== null;
  const fileName = `${name.replace(/[^\p{L}\p{N}._-]+/gu, "-")}-certificate.pdf`;
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
      <Toolbar class="report-files no-print">
        <Button
          kind="secondary"
          aria-disabled={isBusy}
          onClick={() =>
            isBusy ||
            start(call("GET /api/inventories/{id}/certificate", { id: oid, format: "pdf" }), fileName)
          }
        >
          {t(msg("Certificate (PDF)"))}
        </Button>
        <span class="error-text" role="alert">
          {problem}
        </span>
      </Toolbar>
    </>
  );
}
