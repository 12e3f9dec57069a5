import type { Locale } from "../../domain/message.ts";
import { RESULT_NAMES, type Result } from "../../domain/results.ts";
import type { Cell, Column, Table } from "../../platform/tables/cell.ts";
import { amount, worth } from "./money.ts";
import type { Milestone, Report, ReportItem } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { factsTable, totalsTable } from "./report-summary.ts";
import type { OperationRow } from "./store.ts";

// The report as tables of a spreadsheet.

/** The items of these results in one table, for CSV. Unknown codes come last. Each row repeats approval and close. */
export function reportTable(report: Report, language: Locale, results: readonly Result[]): Table {
  const messages = reportMessages(language);
  const items = itemTable(report, language, results);
  const steps = [messages.approvedBy, messages.approvedDT, messages.closedBy, messages.closedDT];
  const done = [...cellsOf(report, report.approved), ...cellsOf(report, report.closed)];
  function* rows() {
    for (const row of items.rows) yield [...row, ...done];
    for (const { code, locationId, quantity, note } of report.unknownCodes()) {
      const at = locationId === null ? null : report.names.location(locationId);
      const found = [messages.unknownCode, code, null, null, at, null, quantity];
      yield [...found, null, null, null, null, false, false, null, note, ...done];
    }
  }
  return { ...items, columns: [...items.columns, ...steps.map((title) => ({ title }))], rows: rows() };
}

/** User and time of a milestone. */
function cellsOf({ names }: Report, step: Milestone | null): Cell[] {
  return [step === null || step.userId === null ? null : names.user(step.userId), step?.at ?? null];
}

/** The sheets of the workbook: facts, totals, items, unknown codes and late counts. */
export function reportTables(report: Report, language: Locale, results: readonly Result[]): Table[] {
  const messages = reportMessages(language);
  return [
    factsTable(report, language),
    totalsTable(report, language),
    itemTable(report, language, results),
    operationTable(report, language, messages.unknownCodes, report.unknownCodes()),
    operationTable(report, language, messages.late, report.late()),
  ];
}

interface ItemTable extends Table {
  readonly rows: Iterable<readonly Cell[]>;
}

function itemTable(report: Report, language: Locale, results: readonly Result[]): ItemTable {
  const messages = reportMessages(language);
  const columns: Column[] = [
    { title: messages.result, width: 22 },
    { title: messages.code },
    { title: messages.name, width: 36 },
    { title: messages.location, width: 36 },
    { title: messages.foundLocation, width: 36 },
    { title: messages.quantity, width: 11 },
    { title: messages.found, width: 11 },
    { title: messages.difference, width: 11 },
    { title: messages.price, width: 13 },
    { title: messages.differenceValue, width: 20 },
    { title: messages.currency, width: 10 },
    { title: messages.approved, width: 10 },
    { title: messages.toRecount, width: 13 },
    { title: messages.moved, width: 18 },
    { title: messages.note, width: 36 },
  ];
  const place = (oid: number | null) => (oid === null ? null : report.names.location(oid));
  const rowOf = (item: ReportItem): Cell[] => [
    RESULT_NAMES[item.result][language],
    item.code,
    item.name,
    place(item.locationId),
    place(item.foundLocationId),
    item.quantity,
    item.found,
    item.difference,
    amount(worth(item.price, 1)),
    item.differenceValue === null ? null : amount(item.differenceValue),
    item.currency,
    item.isApproved === 1,
    item.isToRecount === 1,
    item.movedDT === null ? null : item.movedQuantity,
    item.note,
  ];
  function* rows() {
    for (const item of report.items(results)) yield rowOf(item);
  }
  return { name: messages.items, columns, rows: rows() };
}

function operationTable(report: Report, language: Locale, name: string, rows: Iterable<OperationRow>): Table {
  const messages = reportMessages(language);
  const columns: Column[] = [
    { title: messages.code },
    { title: messages.location, width: 36 },
    { title: messages.pieces, width: 11 },
    { title: messages.note, width: 36 },
    { title: messages.time, width: 26 },
    { title: messages.received, width: 26 },
    { title: messages.user, width: 22 },
    { title: messages.device, width: 22 },
    { title: messages.sentBy, width: 22 },
  ];
  const { names } = report;
  function* cells() {
    for (const row of rows) {
      const { code, locationId, quantity, note, at, receivedDT, userId, deviceTokenId, sentBy } = row;
      const place = locationId === null ? null : names.location(locationId);
      const device = deviceTokenId === null ? null : names.device(deviceTokenId);
      const sender = sentBy === null ? messages.nobody : names.user(sentBy);
      yield [code, place, quantity, note, at, receivedDT, names.user(userId), device, sender];
    }
  }
  return { name, columns, rows: cells() };
}
