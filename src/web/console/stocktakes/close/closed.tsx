import { NO_CERTIFICATE, withTwoDecimals } from "../../../../domain/cycle-counts/value-certificate.ts";
import { type Message, msg } from "../../../../domain/message.ts";
import { call } from "../../../api/call.ts";
import type {
  InventoryCertificate,
  InventoryDetail,
  InventoryReport,
} from "../../../api/types/endpoints.d.ts";
import { dayAndTime, number, t } from "../../../i18n/translate.ts";
import { QueryBoundary } from "../../../query/query-boundary.tsx";
import { Facts } from "../../../ui/surfaces.tsx";
import { Downloads } from "../../batch/downloads.tsx";
import { type LiveQuery, useLiveQuery } from "../../realtime/use-live-query.ts";
import { money, SHARE_NAMES, shareText, useAccuracy } from "../accuracy.ts";
import { sentBy } from "../sent-by.ts";
import { ReportTotals } from "./report-totals.tsx";
import { SealedRecord } from "./sealed-record.tsx";

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
            <Facts
              class="count-figures closed-times"
              facts={[
                ...stepsOf(report).map(
                  ([label, time, who]) =>
                    [
                      t(label),
                      <>
                        {time === null ? "–" : dayAndTime(time)}
                        {who !== null && <span class="muted">{who.fullName}</span>}
                      </>,
                    ] as const,
                ),
                [t(SHARE_NAMES.items), found === undefined ? null : shareText("items", found)],
                [
                  t(msg("Recorded value of the counted items")),
                  found === undefined ? null : found.value === null ? "–" : valueText(found.value, report),
                ],
              ]}
            />
            <ReportTotals report={report} />
            <SealedRecord inventory={inventory} />
            <h2>{t(msg("Counts by person"))}</h2>
            <ul>
              {report.counters.map(({ user, device, sender, counts }) => (
                <li key={`${user.id} ${device?.id} ${sender?.id}`}>
                  {[user.fullName, device?.name, sentBy(user, sender)].filter(Boolean).join(" · ")}:{" "}
                  {number(counts)}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </>
  );
}

/** A value of all items, with the currency if there is one. */
const valueText = (value: number, { totals }: InventoryReport): string =>
  [money(value), totals.all.values.length === 1 ? totals.all.values[0]?.currency : null]
    .filter(Boolean)
    .join(" ");

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

/** Downloads of the report: the PDFs and the tables. */
export function ReportFiles({ inventory: { oid: id, name } }: { readonly inventory: InventoryDetail }) {
  const file = (format: "pdf" | "xlsx" | "csv", label: Message, only?: "differences" | "minutes") => ({
    label: t(label),
    request: call("GET /api/inventories/{id}/report", { id, format, only }),
    name: `${[fileName(name), only].filter(Boolean).join("-")}.${format}`,
  });
  return (
    <>
      <Downloads
        files={[
          { ...file("pdf", msg("Inventory list (PDF)")), kind: "primary" },
          file("pdf", msg("Differences (PDF)"), "differences"),
          file("pdf", msg("Minutes (PDF)"), "minutes"),
          file("xlsx", msg("All items (XLSX)")),
          file("csv", msg("All items (CSV)")),
        ]}
      />
      <p class="muted no-print">
        {t(
          msg(
            "Inventory list: every item by location. Differences: what was not found as expected, by result. Minutes: the result alone. All are made to be signed.",
          ),
        )}
      </p>
    </>
  );
}

const fileName = (name: string) => name.replace(/[^\p{L}\p{N}._-]+/gu, "-");

/** The figures of a stocktake's report. Items are loaded separately; the report gives only the few unexpected ones. */
export function useReport(inventoryId: number): LiveQuery<InventoryReport> {
  return useLiveQuery(call("GET /api/inventories/{id}/report", { id: inventoryId, result: "unexpected" }), {
    follows: ["stocktakes"],
  });
}

/** What the random sample of a closed stocktake says, and its certificate or why there is none. Renders nothing for others. */
function Certificate({ inventory: { oid: id, name } }: { readonly inventory: InventoryDetail }) {
  const { body } = useLiveQuery(call("GET /api/inventories/{id}/certificate", { id }));
  if (body === null) return null;
  const { population, sample, wrong, seed, value, noCertificate } = body;
  const pdf = {
    label: t(msg("Certificate (PDF)")),
    request: call("GET /api/inventories/{id}/certificate", { id, format: "pdf" }),
    name: `${fileName(name)}-certificate.pdf`,
  };
  const list = {
    label: t(msg("Population list (CSV)")),
    request: call("GET /api/inventories/{id}/population", { id }),
    name: `${fileName(name)}-population.csv`,
  };
  return (
    <>
      <p>
        {estimateText(body)}{" "}
        <span class="muted">
          {t(msg("{wrong} wrong of {sample} sampled of {population} records."), {
            wrong: number(wrong),
            sample: number(sample),
            population: number(population),
          })}{" "}
          {t(msg("Seed"))}: {seed}
        </span>
      </p>
      {noCertificate !== null && (
        <p>
          <strong>{t(msg("No certificate."))}</strong> {t(NO_CERTIFICATE[noCertificate])}
        </p>
      )}
      {value !== null && <Downloads files={[...(noCertificate === null ? [pdf] : []), list]} />}
    </>
  );
}

/** The value that a sample by value gives, or the record accuracy that one of records gives; null: none. */
function estimateText({ estimate, lower, upper, value }: InventoryCertificate): string | null {
  const percent = (share: number, round: (value: number) => number) =>
    `${number(withTwoDecimals(share * 100, round))} %`;
  const amount = (of: number, round: (value: number) => number) =>
    [money(withTwoDecimals(of, round)), value?.currency].filter(Boolean).join(" ");
  const byValue = value?.differenceEstimate ?? null;
  if (byValue !== null)
    return t(msg("Value: {estimate}, with 95 % confidence {lower} to {upper}: a precision of {precision}."), {
      estimate: amount(byValue.estimate, Math.round),
      lower: amount(byValue.lower, Math.floor),
      upper: amount(byValue.upper, Math.ceil),
      precision: percent(byValue.precision, Math.ceil),
    });
  if (estimate === null || lower === null || upper === null) return null;
  return t(msg("Record accuracy: {estimate}, with 95 % confidence {lower} to {upper}."), {
    estimate: percent(estimate, Math.round),
    lower: percent(lower, Math.floor),
    upper: percent(upper, Math.ceil),
  });
}
