import { DECISION_NAMES } from "../../domain/item-decisions.ts";
import { type Listed, listsAll, RESULT_NAMES } from "../../domain/results.ts";
import type { AsOf } from "../../domain/stocktakes/as-of.ts";
import { METHOD_NAMES } from "../../domain/stocktakes/frame.ts";
import { SETTLEMENT_NAMES } from "../../domain/stocktakes/settlement.ts";
import type { Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import type { Cell, Column, Table } from "../../platform/tables/cell.ts";
import { COMPANY } from "../../records/company.ts";
import { INVENTORY } from "../../records/stocktake.ts";
import { sumUpLines } from "./line-sums.ts";
import { amount, valuesOf, worth } from "./money.ts";
import type { Milestone, Report, ReportItem } from "./report.ts";
import {
  asOfTables,
  countedBeforeText,
  factsTable,
  rowFacts,
  subtotalsTable,
  takenText,
  totalsTable,
} from "./report-facts.ts";
import { reportMessages, unitOfCount } from "./report-messages.ts";
import { type OperationRow, photoFiles } from "./store.ts";

// The report as tables of a spreadsheet.

/** The items of these results in one table, for CSV. Remainders and unknown codes come last. Each row repeats approval and close, the facts of the head, company and decisive day. */
export function reportTable(report: Report, language: Locale, results: readonly Listed[]): Table {
  const messages = reportMessages(language);
  const columns = itemColumns(report, language);
  const more = laterColumns(report, language);
  const steps = [messages.approvedBy, messages.approvedDT, messages.closedBy, messages.closedDT];
  const done = [...cellsOf(report, report.approved), ...cellsOf(report, report.closed)];
  const { company, tenant, frame } = report;
  const facts = rowFacts(report, language);
  const record = [company.legalName ?? tenant.name, ...(report.asOf === null ? [] : [frame.decisiveDay])];
  const cells = (cell: (column: ItemColumn) => Cell) => [
    ...columns.map(cell),
    ...done,
    ...more.map(cell),
    ...facts.map(([, value]) => value),
    ...record,
  ];
  function* rows() {
    for (const item of report.items(results)) yield cells((column) => column.item(item));
    for (const one of report.remainders(results)) yield cells(({ remainder }) => remainder?.(one) ?? null);
    for (const code of report.unknownCodes()) yield cells(({ unknownCode }) => unknownCode?.(code) ?? null);
  }
  const titles = steps.map((title) => ({ title }));
  const ofRecord = [COMPANY.label, INVENTORY.fields.decisiveDay.label]
    .slice(0, record.length)
    .map((label) => ({ title: textIn(label, language) }));
  return {
    name: messages.items,
    columns: [
      ...columns.map(({ column }) => column),
      ...titles,
      ...more.map(({ column }) => column),
      ...facts.map(([title]) => ({ title })),
      ...ofRecord,
    ],
    rows: rows(),
  };
}

/** User and time of a milestone. */
function cellsOf({ names }: Report, step: Milestone | null): Cell[] {
  return [step === null || step.userId === null ? null : names.user(step.userId), step?.at ?? null];
}

/** The sheets of the workbook: facts, totals, items, unknown codes, late counts, totals as of the decisive day, and subtotals where all lines are listed. */
export function reportTables(report: Report, language: Locale, results: readonly Listed[]): Table[] {
  const messages = reportMessages(language);
  const lines = sumUpLines(report);
  return [
    factsTable(report, language),
    totalsTable(report, language),
    itemTable(report, language, lines.items(results), results),
    operationTable(report, language, messages.unknownCodes, report.unknownCodes()),
    operationTable(report, language, messages.late, report.late()),
    ...asOfTables(report, language),
    ...(listsAll(results) ? [subtotalsTable(report, language, lines.subtotals)] : []),
  ];
}

/** A column of the items. */
interface ItemColumn {
  readonly column: Column;
  item(item: ReportItem): Cell;
  /** The cells of an unknown code and of a remainder; absent: empty. */
  unknownCode?(operation: OperationRow): Cell;
  remainder?(remainder: ReturnType<Report["remainders"]>[number]): Cell;
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
      remainder: () => messages.remainder,
    },
    {
      column: { title: messages.code },
      item: ({ code }) => code,
      unknownCode: ({ code }) => code,
      remainder: ({ code }) => code,
    },
    { column: wide(messages.name), item: ({ name }) => name, remainder: ({ name }) => name },
    {
      column: wide(messages.location),
      item: ({ locationId }) => location(locationId),
      remainder: (one) => one.location,
    },
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
    {
      column: { title: messages.price, width: 13 },
      item: ({ price }) => amount(worth(price, 1)),
      remainder: ({ price }) => amount(worth(price, 1)),
    },
    {
      column: { title: messages.differenceValue, width: 20 },
      item: ({ differenceValue }) => amountOrNull(differenceValue),
    },
    {
      column: { title: messages.currency, width: 10 },
      item: ({ currency }) => currency,
      remainder: ({ currency }) => currency,
    },
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

/** What accounting law asks for beside them. Programs read columns by their position, so new ones come last, before the company. */
function laterColumns(report: Report, language: Locale): readonly ItemColumn[] {
  const photos = (row: Pick<OperationRow, "photos">) => photoFiles(row).join(" ") || null;
  return [
    ...accountingColumns(report, language),
    ...asOfColumns(report, language),
    {
      column: { title: reportMessages(language).photos, width: 36 },
      item: photos,
      unknownCode: photos,
    },
    {
      column: { title: reportMessages(language).movedBeforeCount, width: 22 },
      item: ({ movedBeforeCount }) => movedBeforeCount,
    },
    {
      column: { title: reportMessages(language).itemApprovedBy, width: 22 },
      item: ({ approvedBy }) => (approvedBy === null ? null : report.names.user(approvedBy)),
    },
    {
      column: { title: reportMessages(language).itemApprovedDT, width: 26 },
      item: ({ approvedDT }) => approvedDT,
    },
    {
      column: { title: reportMessages(language).decision, width: 22 },
      item: ({ decision }) => decision && textIn(DECISION_NAMES[decision], language),
    },
    {
      column: { title: reportMessages(language).countedBefore, width: 36 },
      item: (item) => countedBeforeText(report, item, { number: String, time: (iso) => iso }),
    },
    {
      column: { title: reportMessages(language).takenFrom, width: 36 },
      item: (item) => takenText(report, item, String),
    },
    {
      column: { title: reportMessages(language).decidedBy, width: 22 },
      item: ({ decidedBy }) => (decidedBy === null ? null : report.names.user(decidedBy)),
    },
    {
      column: { title: reportMessages(language).decidedDT, width: 26 },
      item: ({ decidedDT }) => decidedDT,
    },
    {
      column: { title: reportMessages(language).line, width: 10 },
      item: ({ lineNumber }) => lineNumber,
      remainder: ({ lineNumber }) => lineNumber,
    },
    ...asOfValueColumns(report, language),
  ];
}

function accountingColumns(report: Report, language: Locale): readonly ItemColumn[] {
  const messages = reportMessages(language);
  const wide = (title: string) => ({ title, width: 36 });
  const person = (userId: number | null) => (userId === null ? null : report.names.user(userId));
  return [
    {
      column: { title: messages.serialNumber, width: 20 },
      item: ({ serialNumber }) => serialNumber,
      remainder: ({ serialNumber }) => serialNumber,
    },
    {
      column: { title: messages.unit, width: 10 },
      item: ({ unit }) => unit ?? messages.pieceUnit,
      remainder: ({ unit }) => unit ?? messages.pieceUnit,
    },
    {
      column: { title: messages.valueExpected, width: 20 },
      item: ({ value }) => amount(value),
    },
    {
      column: { title: messages.valueFound, width: 20 },
      item: ({ foundValue }) => amountOrNull(foundValue),
    },
    {
      column: { title: messages.counters, width: 22 },
      item: ({ countedBy }) => (countedBy === null ? null : report.names.user(countedBy)),
      unknownCode: ({ userId }) => report.names.user(userId),
    },
    {
      column: { title: messages.counted, width: 26 },
      item: ({ countedDT }) => countedDT,
      unknownCode: ({ at }) => at,
    },
    {
      column: wide(messages.settlement),
      item: ({ settlement }) => settlement && textIn(SETTLEMENT_NAMES[settlement], language),
    },
    { column: wide(messages.cause), item: ({ cause }) => cause },
    {
      column: { title: messages.settledBy, width: 22 },
      item: ({ explainedBy }) => (explainedBy === null ? null : report.names.user(explainedBy)),
    },
    { column: { title: messages.category, width: 22 }, item: ({ category }) => category },
    {
      column: { title: messages.responsible, width: 22 },
      item: ({ responsibleUserId }) => person(responsibleUserId),
      remainder: ({ responsibleUserId }) => person(responsibleUserId),
    },
    {
      column: { title: textIn(INVENTORY.fields.method.label, language), width: 22 },
      item: ({ method, found }) => {
        const used = found === null ? null : (method ?? report.frame.method);
        return used && textIn(METHOD_NAMES[used], language);
      },
    },
  ];
}

/** The figures as of the decisive day; none without one. */
function asOfColumns(report: Report, language: Locale): readonly ItemColumn[] {
  if (report.asOf === null) return [];
  const messages = reportMessages(language);
  return [
    asOfColumn(messages.asOfQuantity, ({ quantity }) => quantity),
    asOfColumn(messages.asOfFound, ({ found }) => found),
    asOfColumn(messages.asOfDifference, ({ difference }) => difference),
    asOfColumn(messages.asOfMoved, ({ moved }) => moved),
    asOfColumn(messages.asOfNotOfDay, ({ notOfDay }) => notOfDay),
  ];
}

/** The values of these figures. */
function asOfValueColumns(report: Report, language: Locale): readonly ItemColumn[] {
  if (report.asOf === null) return [];
  const messages = reportMessages(language);
  return [
    asOfColumn(messages.asOfValue, (asOf, price) => amount(valuesOf(price, asOf).value)),
    asOfColumn(messages.asOfFoundValue, (asOf, price) => amountOrNull(valuesOf(price, asOf).foundValue)),
    asOfColumn(messages.asOfDifferenceValue, (asOf, price) =>
      amountOrNull(valuesOf(price, asOf).differenceValue),
    ),
  ];
}

const asOfColumn = (title: string, cell: (asOf: AsOf, price: number) => Cell): ItemColumn => ({
  column: { title, width: 22 },
  item: ({ asOf, price }) => asOf && cell(asOf, price),
  remainder: ({ asOf, price }) => cell(asOf, price),
});

const amountOrNull = (value: bigint | null) => (value === null ? null : amount(value));

function itemTable(
  report: Report,
  language: Locale,
  items: Iterable<ReportItem>,
  results: readonly Listed[],
): Table {
  const columns = [...itemColumns(report, language), ...laterColumns(report, language)];
  function* rows() {
    for (const item of items) yield columns.map((column) => column.item(item));
    for (const one of report.remainders(results))
      yield columns.map(({ remainder }) => remainder?.(one) ?? null);
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
    { title: messages.entered, width: 11 },
    { title: messages.note, width: 36 },
    { title: messages.time, width: 26 },
    { title: messages.received, width: 26 },
    { title: messages.user, width: 22 },
    { title: messages.device, width: 22 },
    { title: messages.sentBy, width: 22 },
    { title: messages.unit, width: 10 },
  ];
  const { names } = report;
  function* cells() {
    for (const row of rows) {
      const { code, locationId, quantity, note, at, receivedDT, userId, deviceTokenId, sentBy } = row;
      const location = locationId === null ? null : names.location(locationId);
      const device = deviceTokenId === null ? null : names.device(deviceTokenId);
      const sender = sentBy === null ? messages.nobody : names.user(sentBy);
      const unit = unitOfCount(row, messages);
      yield [code, location, quantity, note, at, receivedDT, names.user(userId), device, sender, unit];
    }
  }
  return { name, columns, rows: cells() };
}
