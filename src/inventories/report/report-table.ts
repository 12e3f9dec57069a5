import { RESULT_NAMES, type Result } from "../../domain/results.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell, Column, Table } from "../../platform/tables/cell.ts";
import { amount, worth } from "./money.ts";
import type { Milestone, Report, ReportItem } from "./report.ts";
import { factsTable, totalsTable } from "./report-facts.ts";
import { reportMessages } from "./report-messages.ts";
import type { OperationRow } from "./store.ts";

// The report as tables of a spreadsheet.

/** The items of these results in one table, for CSV. Unknown codes come last. Each row repeats approval and close. */
export function reportTable(report: Report, language: Locale, results: readonly Result[]): Table {
  const messages = reportMessages(language);
  const columns = itemColumns(report, language);
  const steps = [messages.approvedBy, messages.approvedDT, messages.closedBy, messages.closedDT];
  const done = [...cellsOf(report, report.approved), ...cellsOf(report, report.closed)];
  function* rows() {
    for (const item of report.items(results)) yield [...columns.map((column) => column.item(item)), ...done];
    for (const code of report.unknownCodes())
      yield [...columns.map(({ unknownCode }) => unknownCode?.(code) ?? null), ...done];
  }
  const titles = steps.map((title) => ({ title }));
  return { name: messages.items, columns: [...columns.map(({ column }) => column), ...titles], rows: rows() };
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

/** A column of the items. */
interface ItemColumn {
  readonly column: Column;
  item(item: ReportItem): Cell;
  /** The cell of an unknown code; absent: empty. */
  unknownCode?(operation: OperationRow): Cell;
}

function itemColumns(report: Report, language: Locale): readonly ItemColumn[] {
  const messages = reportMessages(language);
  const location = (oid: number | null) => (oid === null ? null : report.names.location(oid));
  const wide = (title: string) => ({ title, width: 36 });
  return [
    {
      column: { title: messages.result, width: 22 },
      item: ({ result }) => textIn(RESULT_NAMES[result], language),
      unknownCode: () => messages.unknownCode,
    },
    { column: { title: messages.code }, item: ({ code }) => code, unknownCode: ({ code }) => code },
    { column: wide(messages.name), item: ({ name }) => name },
    { column: wide(messages.location), item: ({ locationId }) => location(locationId) },
    {
      column: wide(messages.foundLocation),
      item: ({ foundLocationId }) => location(foundLocationId),
      unknownCode: ({ locationId }) => location(locationId),
    },
    { column: { title: messages.quantity, width: 11 }, item: ({ quantity }) => quantity },
    {
      column: { title: messages.found, width: 11 },
      item: ({ found }) => found,
      unknownCode: ({ quantity }) => quantity,
    },
    { column: { title: messages.difference, width: 11 }, item: ({ difference }) => difference },
    { column: { title: messages.price, width: 13 }, item: ({ price }) => amount(worth(price, 1)) },
    {
      column: { title: messages.differenceValue, width: 20 },
      item: ({ differenceValue }) => (differenceValue === null ? null : amount(differenceValue)),
    },
    { column: { title: messages.currency, width: 10 }, item: ({ currency }) => currency },
    {
      column: { title: messages.approved, width: 10 },
      item: ({ isApproved }) => isApproved === 1,
      unknownCode: () => false,
    },
    {
      column: { title: messages.toRecount, width: 13 },
      item: ({ isToRecount }) => isToRecount === 1,
      unknownCode: () => false,
    },
    {
      column: { title: messages.moved, width: 18 },
      item: ({ movedDT, movedQuantity }) => (movedDT === null ? null : movedQuantity),
    },
    { column: wide(messages.note), item: ({ note }) => note, unknownCode: ({ note }) => note },
  ];
}

function itemTable(report: Report, language: Locale, results: readonly Result[]): Table {
  const columns = itemColumns(report, language);
  function* rows() {
    for (const item of report.items(results)) yield columns.map((column) => column.item(item));
  }
  return {
    name: reportMessages(language).items,
    columns: columns.map(({ column }) => column),
    rows: rows(),
  };
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
      const location = locationId === null ? null : names.location(locationId);
      const device = deviceTokenId === null ? null : names.device(deviceTokenId);
      const sender = sentBy === null ? messages.nobody : names.user(sentBy);
      yield [code, location, quantity, note, at, receivedDT, names.user(userId), device, sender];
    }
  }
  return { name, columns, rows: cells() };
}
