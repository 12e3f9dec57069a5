import { nameOfState } from "../../domain/inventory-states.ts";
import { TOTAL_NAMES, TOTAL_ROWS } from "../../domain/results.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell, Column, Table } from "../../platform/tables/cell.ts";
import { amount } from "./money.ts";
import type { Counter, Milestone, Report } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { valueIn } from "./totals.ts";

/** The facts of a stocktake (locations, users, times): names and values in the order of the report. `time` formats ISO 8601. */
export function factsOf(report: Report, language: Locale, time: (iso: string) => string): [string, string][] {
  const { inventory, names, started, finished, closed } = report;
  const messages = reportMessages(language);
  const locations = report.locationIds.map(names.location);
  const shown = (milestone: Milestone | null) =>
    milestone === null ? "–" : milestoneText(report, milestone, time);
  return [
    [messages.locations, locations.length === 0 ? messages.everywhere : locations.join("; ")],
    [messages.state, textIn(nameOfState(inventory.inventoryStateId), language)],
    [messages.started, shown(started)],
    [messages.finished, shown(finished)],
    [messages.counters, countersOf(report, messages)],
    [messages.approval, approvalText(report, messages, time)],
    ...waiverFacts(report, messages, time),
    closed === null ? [messages.created, time(report.madeDT)] : [messages.closed, shown(closed)],
  ];
}

/** Who let the stocktake be closed without the open second counts, when and why. */
function waiverFacts(
  report: Report,
  messages: ReturnType<typeof reportMessages>,
  time: (iso: string) => string,
): [string, string][] {
  const { waived } = report;
  if (waived === null) return [];
  const by = milestoneText(report, waived, time);
  return [[messages.waived, `${by}; ${messages.waivedFor}: ${waived.reason}`]];
}

/** Time and user of a milestone, as far as known. */
function milestoneText({ names }: Report, { at, userId }: Milestone, time: (iso: string) => string): string {
  const parts = [at === null ? "" : time(at), userId === null ? "" : names.user(userId)];
  return parts.filter((part) => part !== "").join(", ") || "–";
}

function approvalText(
  report: Report,
  messages: ReturnType<typeof reportMessages>,
  time: (iso: string) => string,
): string {
  const { approved, inventory } = report;
  if (approved === null) return inventory.mustBeApproved === 1 ? messages.mustBeApproved : messages.notNeeded;
  const { at, userId } = approved;
  if (at === null && userId === null) return messages.isApproved;
  return `${messages.isApproved}: ${milestoneText(report, approved, time)}`;
}

function countersOf(report: Report, messages: ReturnType<typeof reportMessages>): string {
  const lines = report.counters.map((counter) => {
    return `${authorText(report, counter, messages)}: ${counter.counts} ${messages.counts}`;
  });
  return lines.join("; ") || "–";
}

/** The counter, the device, and the sender if different. */
export function authorText(
  { names }: Report,
  { userId, deviceTokenId, sentBy }: Pick<Counter, "userId" | "deviceTokenId" | "sentBy">,
  messages: Pick<ReturnType<typeof reportMessages>, "sentBy" | "nobody">,
): string {
  const device = deviceTokenId === null ? [] : [names.device(deviceTokenId)];
  const other = sentBy === null ? messages.nobody : `${messages.sentBy.toLowerCase()} ${names.user(sentBy)}`;
  const details = sentBy === userId ? device : [...device, other];
  return details.length === 0 ? names.user(userId) : `${names.user(userId)} (${details.join(", ")})`;
}

// The first sheets of the workbook: facts and totals.

/** The facts of the stocktake. Times are ISO 8601. */
export function factsTable(report: Report, language: Locale): Table {
  const messages = reportMessages(language);
  const { inventory, tenant } = report;
  const name: [string, string] = [messages.stocktake, `${inventory.name} (${inventory.oid}), ${tenant.name}`];
  return {
    name: messages.stocktake,
    columns: [
      { title: messages.field, width: 22 },
      { title: messages.value, width: 60 },
    ],
    rows: [name, ...factsOf(report, language, (iso) => iso)],
  };
}

/** The totals of each result: items, pieces, and values in each currency. */
export function totalsTable({ totals }: Report, language: Locale): Table {
  const messages = reportMessages(language);
  const currencies = totals.all.values.map(({ currency }) => currency);
  const parts = [messages.quantity, messages.notCounted, messages.difference, messages.found];
  const columns: Column[] = [
    { title: messages.result, width: 24 },
    { title: messages.items, width: 11 },
    ...parts.map((title) => ({ title })),
    ...currencies.flatMap((currency) =>
      parts.map((title) => ({ title: `${title} (${currency ?? messages.noCurrency})`, width: 22 })),
    ),
  ];
  const rows = TOTAL_ROWS.map((row): Cell[] => {
    const total = totals[row];
    const values = currencies.map((currency) => valueIn(total, currency));
    return [
      textIn(TOTAL_NAMES[row], language),
      total.items,
      total.quantity,
      total.notCounted,
      total.difference,
      total.found,
      ...values.flatMap(({ expected, notCounted, difference, found }) =>
        [expected, notCounted, difference, found].map(amount),
      ),
    ];
  });
  return { name: messages.results, columns, rows };
}
