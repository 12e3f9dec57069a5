import type { Locale } from "../../domain/message.ts";
import { RESULT_NAMES, type Result } from "../../domain/results.ts";
import type { Cell, Column, Table } from "../../exchange/tables/cell.ts";
import { amount, worth } from "./money.ts";
import type { Milestone, Report, ReportItem } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { factsTable, totalsTable } from "./report-summary.ts";
import type { OperationRow } from "./store.ts";

// The report as rows of a spreadsheet.

/**
 * The items of these results in one table: for CSV, which holds one. Unknown codes are its last rows. Who approved and
 * closed the stocktake, and when, is in each row.
 */
export function reportTable(report: Report, language: Locale, results: readonly Result[]): Table {
  const words = reportMessages(language);
  const items = itemTable(report, language, results);
  const steps = [words.approvedBy, words.approvedDT, words.closedBy, words.closedDT];
  const done = [...cellsOf(report, report.approved), ...cellsOf(report, report.closed)];
  function* rows() {
    for (const row of items.rows) yield [...row, ...done];
    for (const { code, locationId, quantity, note } of report.unknownCodes()) {
      const at = locationId === null ? null : report.names.location(locationId);
      const found = [words.unknownCode, code, null, null, at, null, quantity];
      yield [...found, null, null, null, null, false, false, null, note, ...done];
    }
  }
  return { ...items, columns: [...items.columns, ...steps.map((title) => ({ title }))], rows: rows() };
}

/** By whom, and when. */
function cellsOf({ names }: Report, step: Milestone | null): Cell[] {
  return [step === null || step.userId === null ? null : names.user(step.userId), step?.at ?? null];
}

/** The same as a workbook: the stocktake, its results, items, unknown codes and late counts, a sheet each. */
export function reportTables(report: Report, language: Locale, results: readonly Result[]): Table[] {
  const words = reportMessages(language);
  return [
    factsTable(report, language),
    totalsTable(report, language),
    itemTable(report, language, results),
    operationTable(report, language, words.unknownCodes, report.unknownCodes()),
    operationTable(report, language, words.late, report.late()),
  ];
}

interface ItemTable extends Table {
  readonly rows: Iterable<readonly Cell[]>;
}

function itemTable(report: Report, language: Locale, results: readonly Result[]): ItemTable {
  const words = reportMessages(language);
  const columns: Column[] = [
    { title: words.result, width: 22 },
    { title: words.code },
    { title: words.name, width: 36 },
    { title: words.location, width: 36 },
    { title: words.foundLocation, width: 36 },
    { title: words.quantity, width: 11 },
    { title: words.found, width: 11 },
    { title: words.difference, width: 11 },
    { title: words.price, width: 13 },
    { title: words.differenceValue, width: 20 },
    { title: words.currency, width: 10 },
    { title: words.approved, width: 10 },
    { title: words.toRecount, width: 13 },
    { title: words.moved, width: 18 },
    { title: words.note, width: 36 },
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
  return { name: words.items, columns, rows: rows() };
}

function operationTable(report: Report, language: Locale, name: string, rows: Iterable<OperationRow>): Table {
  const words = reportMessages(language);
  const columns: Column[] = [
    { title: words.code },
    { title: words.location, width: 36 },
    { title: words.pieces, width: 11 },
    { title: words.note, width: 36 },
    { title: words.time, width: 26 },
    { title: words.received, width: 26 },
    { title: words.user, width: 22 },
    { title: words.device, width: 22 },
    { title: words.sentBy, width: 22 },
  ];
  const { names } = report;
  function* cells() {
    for (const row of rows) {
      const { code, locationId, quantity, note, at, receivedDT, userId, deviceTokenId, sentBy } = row;
      const place = locationId === null ? null : names.location(locationId);
      const device = deviceTokenId === null ? null : names.device(deviceTokenId);
      const sender = sentBy === null ? words.nobody : names.user(sentBy);
      yield [code, place, quantity, note, at, receivedDT, names.user(userId), device, sender];
    }
  }
  return { name, columns, rows: cells() };
}
