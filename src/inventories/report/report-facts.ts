import { nameOfState } from "../../domain/inventory-states.ts";
import { type Message, msg } from "../../domain/message.ts";
import { hasMoved, TOTAL_NAMES, TOTAL_ROWS } from "../../domain/results.ts";
import {
  COMMITTEE_ROLE_NAMES,
  HANDOVER_NAMES,
  HANDOVER_SIDES,
  METHOD_NAMES,
  PURPOSE_NAMES,
  recordsBeginLater,
} from "../../domain/stocktakes/frame.ts";
import { LOCALES, type Locale } from "../../i18n/locales.ts";
import { textIn } from "../../i18n/text.ts";
import { MAX_CELL_CHARACTERS } from "../../platform/limits.ts";
import { beforeNumber } from "../../platform/pdf/directions.ts";
import type { Cell, Column, Table } from "../../platform/tables/cell.ts";
import { COMPANY } from "../../records/company.ts";
import { labelsOf } from "../../records/record.ts";
import { INVENTORY } from "../../records/stocktake.ts";
import type { AsOfReport } from "./as-of.ts";
import type { Subtotal, Subtotals } from "./line-sums.ts";
import { amount } from "./money.ts";
import type { Counter, Milestone, Report, ReportItem } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { earlierCount } from "./store.ts";
import { type AsOfTotal, quantityIn, type Total, type Totals, valueIn } from "./totals.ts";

/** How a report shows a time (ISO 8601) and a day (YYYY-MM-DD). */
interface Formats {
  time(iso: string): string;
  day(day: string): string;
}

/** Who makes minutes, and when (ISO 8601). */
export interface Made {
  readonly at: string;
  readonly by: string;
  /** The number of the last addendum that they show; null: all there are. */
  readonly lastAddendum: number | null;
}

/** The facts of a stocktake (locations, users, times): names and values in the order of the report. `made`: of minutes; null: others. */
export function factsOf(
  report: Report,
  language: Locale,
  { time, day }: Formats,
  made: Made | null = null,
): [string, string][] {
  const { inventory, names, personId, started, finished, closed, keepUntil } = report;
  const messages = reportMessages(language);
  const locations = report.locationIds.map(names.location);
  const shown = (milestone: Milestone | null) =>
    milestone === null ? "–" : milestoneText(report, milestone, time);
  return [
    ...companyFacts(report, language),
    ...frameFacts(report, language, { time, day }),
    [messages.locations, locations.length === 0 ? messages.everywhere : locations.join("; ")],
    ...(personId === null ? [] : [[messages.person, names.user(personId)] as [string, string]]),
    [messages.state, textIn(nameOfState(inventory.inventoryStateId), language)],
    [messages.started, shown(started)],
    [messages.finished, shown(finished)],
    [messages.counters, countersOf(report, language)],
    [messages.approval, approvalText(report, messages, time)],
    ...itemApprovalFacts(report, messages, time),
    ...waiverFacts(report, messages, time),
    ...(closed === null ? [] : [[messages.closed, shown(closed)] as [string, string]]),
    ...(made === null ? [] : [[messages.created, `${time(made.at)}, ${made.by}`] as [string, string]]),
    ...(closed === null && made === null
      ? [[messages.created, time(report.madeDT)] as [string, string]]
      : []),
    ...(keepUntil === null ? [] : [[messages.keepUntil, day(keepUntil)] as [string, string]]),
  ];
}

/** As they are stored. */
const STORED: Formats = { time: (iso) => iso, day: (day) => day };

/** The facts of the head that each row of a CSV file repeats beside the company's name and the decisive day. Times are ISO 8601. */
export function rowFacts(report: Report, language: Locale): [string, string][] {
  const { company, frame, started, finished, keepUntil } = report;
  const messages = reportMessages(language);
  const steps: [string, Milestone | null][] = [
    [messages.started, started],
    [messages.finished, finished],
  ];
  return [
    ...companyFacts({ company: { ...company, legalName: null } }, language),
    ...frameFacts({ ...report, frame: { ...frame, decisiveDay: null } }, language, STORED),
    ...steps.flatMap(([name, step]): [string, string][] =>
      step === null ? [] : [[name, milestoneText(report, step, STORED.time)]],
    ),
    ...(keepUntil === null ? [] : [[messages.keepUntil, keepUntil] as [string, string]]),
  ];
}

/** It has every day. */
const LEAP_YEAR = 2000;

/** What is known of the company. */
export function companyFacts({ company }: Pick<Report, "company">, language: Locale): [string, string][] {
  const { legalName, seat, registrationNumber, taxNumber } = company;
  const sheetDay = company.balanceSheetDay && new Date(`${LEAP_YEAR}-${company.balanceSheetDay}`);
  const form = { timeZone: "UTC", day: "numeric", month: "long" } as const;
  const shown = new Intl.DateTimeFormat(LOCALES[language].region, form);
  const balanceSheetDay = sheetDay && shown.format(sheetDay);
  const facts = { legalName, seat, registrationNumber, taxNumber, balanceSheetDay };
  const labels = labelsOf(COMPANY);
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : [[textIn(labels[name as keyof typeof facts], language), value]],
  );
}

const STOCK_RECORDS = msg("Stock records");

/** Purpose, decisive day, method and committee, as far as they are known, and the times of the counts. */
export function frameFacts(
  { frame, counted, asOf }: Pick<Report, "frame" | "counted"> & Partial<Pick<Report, "asOf">>,
  language: Locale,
  { time, day }: Formats,
): [string, string][] {
  const { purpose, decisiveDay, countBegunDT, countEndedDT, method, committee, handover } = frame;
  const recordsBegin = asOf?.recordsBegin ?? null;
  const labels = labelsOf(INVENTORY);
  const persons = committee.map(
    ({ role, name }) => `${name} (${textIn(COMMITTEE_ROLE_NAMES[role], language)})`,
  );
  const facts: (readonly [Message, string | null])[] = [
    [labels.purpose, purpose && textIn(PURPOSE_NAMES[purpose], language)],
    [labels.decisiveDay, decisiveDay && day(decisiveDay)],
    [STOCK_RECORDS, recordsBegin && textIn(recordsBeginLater(day(recordsBegin)), language)],
    [msg("Counting method"), method && textIn(METHOD_NAMES[method], language)],
    [labels.committee, persons.join("; ") || null],
    ...HANDOVER_SIDES.map((side) => [HANDOVER_NAMES[side], handover?.[side].name ?? null] as const),
    [labels.countBegunDT, countBegunDT && time(countBegunDT)],
    [labels.countEndedDT, countEndedDT && time(countEndedDT)],
    [
      msg("First and last count"),
      counted.first && counted.last && `${time(counted.first)} – ${time(counted.last)}`,
    ],
  ];
  return facts.flatMap(([name, value]) => (value === null ? [] : [[textIn(name, language), value]]));
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
  return [[messages.waived, `${by}; ${messages.waivedFor}: ${waived.reason.replace(/\s+/gu, " ")}`]];
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

/** Who has approved single items, where it is not the person who approved the whole stocktake. */
function itemApprovalFacts(
  report: Report,
  messages: ReturnType<typeof reportMessages>,
  time: (iso: string) => string,
): [string, string][] {
  const lines = report.itemApprovers().map(({ approvedBy, items, first, last }) => {
    const name = approvedBy === null ? "" : report.names.user(approvedBy);
    return `${beforeNumber(name)} (${items}), ${spanText({ first, last }, time)}`;
  });
  return lines.length === 0 ? [] : [[messages.itemApproval, lines.join("; ")]];
}

function countersOf(report: Report, language: Locale): string {
  const messages = reportMessages(language);
  const lines = report.counters.map((counter) => {
    const counts = msg("{n, plural, one {# count} other {# counts}}", { n: counter.counts }, "report");
    return `${beforeNumber(authorText(report, counter, messages))}: ${textIn(counts, language)}`;
  });
  return lines.join("; ") || "–";
}

/** The first and the last time of something; one where they are shown alike. */
export function spanText(
  { first, last }: { readonly first: string | null; readonly last: string | null },
  time: (iso: string) => string,
): string {
  const times = [first, last].flatMap((at) => (at === null ? [] : [time(at)]));
  return [...new Set(times)].join(" – ");
}

/** From which location the close has taken pieces of an unexpected item, and how many; null: none. */
export function takenText(
  { names }: Report,
  { takenFromLocationId, takenQuantity }: ReportItem,
  number: (pieces: number) => string,
): string | null {
  if (takenFromLocationId === null || takenQuantity === null) return null;
  return `${names.location(takenFromLocationId)}: ${number(takenQuantity)}`;
}

/** Quantity, person and time of the count before that of another person; null: none. */
export function countedBeforeText(
  { names }: Report,
  item: Pick<ReportItem, "countedBefore">,
  { number, time }: { number(pieces: number): string; time(iso: string): string },
): string | null {
  const before = earlierCount(item);
  return before && `${number(before.quantity)} (${names.user(before.userId)}, ${time(before.at)})`;
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
    rows: [name, ...factsOf(report, language, STORED)].flatMap(toCells),
  };
}

/** A fact in rows whose values fit into cells. */
function toCells([name, value]: readonly [string, string]): [string, string][] {
  if (value.length <= MAX_CELL_CHARACTERS) return [[name, value]];
  // No half of a surrogate pair.
  const isInside = (value.codePointAt(MAX_CELL_CHARACTERS - 1) ?? 0) > 0xffff;
  const end = isInside ? MAX_CELL_CHARACTERS - 1 : MAX_CELL_CHARACTERS;
  return [[name, value.slice(0, end)], ...toCells([name, value.slice(end)])];
}

/** The totals as of the decisive day: the quantities in each unit, and the values in each currency as ten-thousandths. */
export function asOfTotals({ total }: AsOfReport, { noCurrency }: ReturnType<typeof reportMessages>) {
  return {
    quantities: total.quantities.map(({ unit, ...quantity }) => ({
      unit,
      figures: [...figuresOf(quantity), quantity.notOfDay],
    })),
    values: total.values.map(({ currency, ...value }) => ({
      name: currency ?? noCurrency,
      figures: [...figuresOf(value), value.notOfDay],
    })),
  };
}

/** The titles of the figures of `asOfTotals`. */
export const asOfTitles = (messages: ReturnType<typeof reportMessages>): readonly string[] => [
  messages.quantity,
  messages.notCounted,
  messages.difference,
  messages.found,
  messages.asOfNotOfDay,
];

function figuresOf<T>({ expected, notCounted, difference, found }: Figures<T>): readonly T[] {
  return [expected, notCounted, difference, found];
}

interface Figures<T> {
  readonly expected: T;
  readonly notCounted: T;
  readonly difference: T;
  readonly found: T;
}

/** `asOfTotals` as a table; none without a decisive day. */
export function asOfTables({ asOf }: Report, language: Locale): Table[] {
  if (asOf === null) return [];
  const messages = reportMessages(language);
  const { quantities, values } = asOfTotals(asOf, messages);
  const titles = asOfTitles(messages);
  return [
    {
      name: asOf.day,
      columns: [{ title: messages.value, width: 24 }, ...titles.map((title) => ({ title, width: 22 }))],
      rows: [
        ...quantities.map(({ unit, figures }) => [unit ?? messages.pieces, ...figures]),
        ...values.map(({ name, figures }) => [name, ...figures.map(amount)]),
      ],
    },
  ];
}

/** The currencies and units of totals, and whether anything moved before the count: they say which columns there are. */
type TotalParts = ReturnType<typeof partsOf>;

const ownUnitsOf = ({ units }: TotalParts) => (units.some((unit) => unit !== null) ? units : []);

/** Columns of totals: items, quantities, and values in each currency. Quantities of several units have no sum, but columns of their own. */
function totalColumns(parts: TotalParts, messages: ReturnType<typeof reportMessages>): Column[] {
  const figures = [messages.quantity, messages.notCounted, messages.difference, messages.found];
  return [
    { title: messages.items, width: 11 },
    ...figures.map((title) => ({ title })),
    ...partColumns(figures, parts, messages),
    ...(parts.isMoved
      ? [
          { title: messages.movedBeforeCount, width: 22 },
          ...partColumns([messages.movedBeforeCount], parts, messages),
        ]
      : []),
  ];
}

/** Columns of figures in each currency, then in each unit. */
function partColumns(
  figures: readonly string[],
  parts: TotalParts,
  { noCurrency, pieceUnit }: ReturnType<typeof reportMessages>,
): Column[] {
  const names = [
    ...parts.currencies.map((currency) => currency ?? noCurrency),
    ...ownUnitsOf(parts).map((unit) => unit ?? pieceUnit),
  ];
  return names.flatMap((name) => figures.map((title) => ({ title: `${title} (${name})`, width: 22 })));
}

/** The cells of a total in these columns. */
function totalCells(total: Total, parts: TotalParts): Cell[] {
  const values = parts.currencies.map((currency) => valueIn(total, currency));
  const quantities = ownUnitsOf(parts).map((unit) => quantityIn(total, unit));
  const sums = figuresOf({ ...total, expected: total.quantity });
  const hasSum = total.quantities.length < 2;
  return [
    total.items,
    ...(hasSum ? sums : sums.map(() => null)),
    ...values.flatMap((value) => figuresOf(value).map(amount)),
    ...quantities.flatMap(figuresOf),
    ...(parts.isMoved
      ? [
          hasSum ? total.moved : null,
          ...values.map(({ moved }) => amount(moved)),
          ...quantities.map(({ moved }) => moved),
        ]
      : []),
  ];
}

/** The totals of each result. */
export function totalsTable({ totals }: Report, language: Locale): Table {
  const messages = reportMessages(language);
  const parts = partsOf(totals, [totals.all]);
  return {
    name: messages.results,
    columns: [{ title: messages.result, width: 24 }, ...totalColumns(parts, messages)],
    rows: TOTAL_ROWS.map((row) => [textIn(TOTAL_NAMES[row], language), ...totalCells(totals[row], parts)]),
  };
}

const partsOf = (totals: Totals, shown: readonly Total[]) => ({
  currencies: [...new Set(shown.flatMap(({ values }) => values.map(({ currency }) => currency)))],
  units: [...new Set(shown.flatMap(({ quantities }) => quantities.map(({ unit }) => unit)))],
  isMoved: hasMoved(totals),
});

/**
 * The totals of each location, then of each category; of each a row of the count and one as of the decisive day. `subtotalsOf` is called
 * when the rows are read.
 */
export function subtotalsTable(report: Report, language: Locale, subtotalsOf: () => Subtotals): Table {
  const messages = reportMessages(language);
  const { totals, asOf, names } = report;
  const parts = {
    ...partsOf(totals, asOf === null ? [totals.all] : [totals.all, asOf.total]),
    // Between two locations pieces move that no total shows.
    isMoved: true,
  };
  const notOfDay = messages.asOfNotOfDay;
  const dayColumns = [{ title: textIn(INVENTORY.fields.decisiveDay.label, language) }];
  const lastColumns = [{ title: notOfDay, width: 22 }, ...partColumns([notOfDay], parts, messages)];
  const rowsOf = (titles: readonly Cell[], subtotal: Partial<Subtotal>): Cell[][] => [
    ...(subtotal.count === undefined
      ? []
      : [[...titles, ...(asOf === null ? [] : [null]), ...totalCells(subtotal.count, parts)]]),
    ...(asOf === null || !subtotal.asOf
      ? []
      : [[...titles, asOf.day, ...totalCells(subtotal.asOf, parts), ...notOfDayCells(subtotal.asOf, parts)]]),
  ];
  function* rows() {
    const { locations, categories, remainders } = subtotalsOf();
    // The others have what other lines list.
    for (const { locationId, ...subtotal } of locations.filter(({ count }) => count.items > 0))
      yield* rowsOf(
        [locationId === null ? textIn(TOTAL_NAMES.unexpected, language) : names.location(locationId), null],
        subtotal,
      );
    for (const { category, ...subtotal } of categories) yield* rowsOf([null, category ?? "–"], subtotal);
    if (remainders !== null && remainders.items > 0)
      yield* rowsOf([messages.remainder, null], { asOf: remainders });
  }
  return {
    name: messages.subtotals,
    columns: [
      { title: messages.location, width: 36 },
      { title: messages.category, width: 22 },
      ...(asOf === null ? [] : dayColumns),
      ...totalColumns(parts, messages),
      ...(asOf === null ? [] : lastColumns),
    ],
    rows: rows(),
  };
}

function notOfDayCells(total: AsOfTotal, parts: TotalParts): Cell[] {
  const { notOfDay, quantities, values } = total;
  const worthOf = (one: string | null) => values.find(({ currency }) => currency === one)?.notOfDay ?? 0n;
  const piecesOf = (one: string | null) => quantities.find(({ unit }) => unit === one)?.notOfDay ?? 0;
  return [
    quantities.length < 2 ? notOfDay : null,
    ...parts.currencies.map(worthOf).map(amount),
    ...ownUnitsOf(parts).map(piecesOf),
  ];
}
