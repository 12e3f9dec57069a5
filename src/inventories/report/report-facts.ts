import { nameOfState } from "../../domain/inventory-states.ts";
import { type Message, msg } from "../../domain/message.ts";
import { TOTAL_NAMES, TOTAL_ROWS } from "../../domain/results.ts";
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
import type { Cell, Column, Table } from "../../platform/tables/cell.ts";
import { COMPANY } from "../../records/company.ts";
import { labelsOf } from "../../records/record.ts";
import { INVENTORY } from "../../records/stocktake.ts";
import type { AsOfReport } from "./as-of.ts";
import { amount } from "./money.ts";
import type { Counter, Milestone, Report, ReportItem } from "./report.ts";
import { reportMessages } from "./report-messages.ts";
import { earlierCount } from "./store.ts";
import { hasMoved, quantityIn, valueIn } from "./totals.ts";

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

/** Who has approved single items, where it is not the person who approved the whole stocktake. */
function itemApprovalFacts(
  report: Report,
  messages: ReturnType<typeof reportMessages>,
  time: (iso: string) => string,
): [string, string][] {
  const lines = report.itemApprovers().map(({ approvedBy, items, first, last }) => {
    const name = approvedBy === null ? "" : report.names.user(approvedBy);
    return `${name} (${items}), ${spanText({ first, last }, time)}`;
  });
  return lines.length === 0 ? [] : [[messages.itemApproval, lines.join("; ")]];
}

function countersOf(report: Report, language: Locale): string {
  const messages = reportMessages(language);
  const lines = report.counters.map((counter) => {
    const counts = msg("{n, plural, one {# count} other {# counts}}", { n: counter.counts }, "report");
    return `${authorText(report, counter, messages)}: ${textIn(counts, language)}`;
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
    rows: [name, ...factsOf(report, language, { time: (iso) => iso, day: (day) => day })],
  };
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

/** The totals of each result: items, quantities, and values in each currency. Quantities of several units have no sum, but columns of their own. */
export function totalsTable({ totals }: Report, language: Locale): Table {
  const messages = reportMessages(language);
  const currencies = totals.all.values.map(({ currency }) => currency);
  const units = totals.all.quantities.map(({ unit }) => unit);
  const ownUnits = units.some((unit) => unit !== null) ? units : [];
  const parts = [messages.quantity, messages.notCounted, messages.difference, messages.found];
  const columns: Column[] = [
    { title: messages.result, width: 24 },
    { title: messages.items, width: 11 },
    ...parts.map((title) => ({ title })),
    ...currencies.flatMap((currency) =>
      parts.map((title) => ({ title: `${title} (${currency ?? messages.noCurrency})`, width: 22 })),
    ),
    ...ownUnits.flatMap((unit) =>
      parts.map((title) => ({ title: `${title} (${unit ?? messages.pieceUnit})`, width: 22 })),
    ),
  ];
  const shown = hasMoved(totals);
  if (shown)
    columns.push(
      { title: messages.movedBeforeCount, width: 22 },
      ...currencies.map((currency) => ({
        title: `${messages.movedBeforeCount} (${currency ?? messages.noCurrency})`,
        width: 22,
      })),
      ...ownUnits.map((unit) => ({
        title: `${messages.movedBeforeCount} (${unit ?? messages.pieceUnit})`,
        width: 22,
      })),
    );
  const rows = TOTAL_ROWS.map((row): Cell[] => {
    const total = totals[row];
    const values = currencies.map((currency) => valueIn(total, currency));
    const sums = figuresOf({ ...total, expected: total.quantity });
    return [
      textIn(TOTAL_NAMES[row], language),
      total.items,
      ...(total.quantities.length > 1 ? sums.map(() => null) : sums),
      ...values.flatMap((value) => figuresOf(value).map(amount)),
      ...ownUnits.flatMap((unit) => figuresOf(quantityIn(total, unit))),
      ...(shown
        ? [
            total.quantities.length > 1 ? null : total.moved,
            ...values.map(({ moved }) => amount(moved)),
            ...ownUnits.map((unit) => quantityIn(total, unit).moved),
          ]
        : []),
    ];
  });
  return { name: messages.results, columns, rows };
}
