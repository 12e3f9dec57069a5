import { msg } from "../../../domain/message.ts";
import type { AsOf } from "../../../domain/stocktakes/as-of.ts";
import { METHOD_NAMES } from "../../../domain/stocktakes/frame.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Remainder } from "../as-of.ts";
import { worth } from "../money.ts";
import { compareNames, type ReportItem } from "../report.ts";
import { drawGrid, type GridCell, type GridRow } from "./grid.ts";
import { movedOf, photosOf, settlementOf } from "./lists.ts";
import type { PdfWriter } from "./pdf-writer.ts";

/** Sums of lines in one currency. Values are ten-thousandths. */
interface Sums {
  /** The unit of the lines; null: pieces. Lines of several units have no sum of quantities. */
  unit: string | null;
  isMixed: boolean;
  notCounted: number;
  notCountedValue: bigint;
  moved: number;
  movedValue: bigint;
  expected: number;
  found: number;
  difference: number;
  expectedValue: bigint;
  foundValue: bigint;
  differenceValue: bigint;
}

/** By the name of the currency; null: unknown. */
type SumsByCurrency = Map<string | null, Sums>;

/**
 * Writes every item as a numbered line, by location, with the sums of each location, of all, and of each category; yields after each
 * row.
 */
export function* writeInventoryList(writer: PdfWriter): Generator<void> {
  const { paper, messages } = writer;
  yield* drawGrid(paper, {
    title: messages.items,
    columns: [
      { title: messages.number, share: 36, isNumber: true },
      { title: messages.code, share: 68 },
      { title: messages.name, share: 94 },
      { title: messages.unit, share: 42 },
      { title: messages.quantity, share: 54, isNumber: true },
      { title: messages.found, share: 48, isNumber: true },
      { title: messages.difference, share: 54, isNumber: true },
      { title: messages.currency, share: 44 },
      { title: messages.price, share: 54, isNumber: true },
      { title: messages.valueExpected, share: 62, isNumber: true },
      { title: messages.valueFound, share: 62, isNumber: true },
      { title: messages.differenceValue, share: 62, isNumber: true },
      { title: messages.counters, share: 80 },
    ],
    rows: rowsOf(writer),
  });
}

function* rowsOf(writer: PdfWriter): Generator<GridRow> {
  const { report, messages } = writer;
  const all: SumsByCurrency = new Map();
  const byCategory = new Map<string, SumsByCurrency>();
  let number = 0;
  for (const locationId of report.itemLocations()) {
    yield { title: locationId === null ? messages.unexpected : titleOf(writer, locationId) };
    const here: SumsByCurrency = new Map();
    const before = number;
    for (const item of report.itemsAt(locationId)) {
      addTo(here, item);
      addTo(all, item);
      addTo(
        byCategory.getOrInsertComputed(item.category ?? "–", () => new Map()),
        item,
      );
      yield lineOf(writer, ++number, item);
    }
    // The sum of one line is that line.
    if (number - before > 1) yield* sumRows(writer, messages.sum, here);
  }
  const remainders = report.asOf?.remainders ?? [];
  if (remainders.length > 0) yield { title: messages.remainder };
  for (const remainder of remainders) yield remainderLine(writer, ++number, remainder);
  if (number > 0) yield* sumRows(writer, messages.total, all);
  if (byCategory.size < 2) return;
  yield { title: messages.byCategory };
  const names = [...byCategory.keys()].toSorted(compareNames);
  for (const name of names) yield* sumRows(writer, name, byCategory.get(name) ?? new Map());
}

/** The path of a location, and who is responsible for it. */
function titleOf(writer: PdfWriter, locationId: number): string {
  const { location, responsibleFor } = writer.report.names;
  const person = responsibleFor(locationId);
  return [location(locationId), ...responsibleLines(writer, person)].join(" · ");
}

const responsibleLines = ({ report, messages }: PdfWriter, userId: number | null): string[] =>
  userId === null ? [] : [`${messages.responsible}: ${report.names.user(userId)}`];

function addTo(sums: SumsByCurrency, item: ReportItem): void {
  // Without a rest of properties: to copy these takes most of the time.
  const { currency, unit, price, quantity, found } = item;
  const sum = sums.get(currency) ?? {
    unit,
    isMixed: false,
    notCounted: 0,
    notCountedValue: 0n,
    moved: 0,
    movedValue: 0n,
    expected: 0,
    found: 0,
    difference: 0,
    expectedValue: 0n,
    foundValue: 0n,
    differenceValue: 0n,
  };
  sum.isMixed ||= sum.unit !== unit;
  sum.expected += quantity;
  const value = worth(price, quantity);
  if (found === null) {
    sum.notCounted += quantity;
    sum.notCountedValue += value;
  }
  sum.moved += item.movedBeforeCount;
  sum.movedValue += worth(price, item.movedBeforeCount);
  sum.found += found ?? 0;
  sum.difference += item.difference ?? 0;
  sum.expectedValue += value;
  sum.foundValue += item.foundValue ?? 0n;
  sum.differenceValue += item.differenceValue ?? 0n;
  sums.set(currency, sum);
}

function lineOf(writer: PdfWriter, line: number, item: ReportItem): GridRow {
  const { messages, number, money } = writer;
  const { code, price, quantity, found, difference, foundValue, differenceValue } = item;
  return [
    String(line),
    code ?? "",
    detailsOf(writer, item),
    item.unit ?? messages.pieceUnit,
    number(quantity),
    found === null ? "–" : number(found),
    difference === null ? "–" : number(difference),
    item.currency ?? "",
    money(worth(price, 1)),
    money(worth(price, quantity)),
    foundValue === null ? "–" : money(foundValue),
    differenceValue === null ? "–" : money(differenceValue),
    countOf(writer, item),
  ];
}

/** The name, and below it what else identifies the article, and what was found of it. */
function detailsOf(writer: PdfWriter, item: ReportItem): GridCell {
  const { report, language, messages } = writer;
  const { name, serialNumber, locationId, foundLocationId, note, responsibleUserId, method } = item;
  // The title of the location names its person.
  const isAbove = locationId !== null && report.names.responsibleFor(locationId) === responsibleUserId;
  const isElsewhere = foundLocationId !== null && foundLocationId !== locationId;
  return [
    name,
    ...(serialNumber === null ? [] : [`${messages.serialNumber}: ${serialNumber}`]),
    ...movedOf(writer, item),
    ...(isElsewhere ? [`${messages.foundAt} ${report.names.location(foundLocationId)}`] : []),
    ...(item.isDisposal === 1 ? [messages.forDisposal] : []),
    ...(method === null ? [] : [`${messages.method}: ${textIn(METHOD_NAMES[method], language)}`]),
    ...settlementOf(writer, item),
    ...(note === null ? [] : [`${messages.note}: ${note}`]),
    ...photosOf(writer, item),
    ...(isAbove ? [] : responsibleLines(writer, responsibleUserId)),
    ...asOfLines(writer, item),
  ];
}

/** The line of an article without an item: nothing is expected, and nothing was counted. */
function remainderLine(writer: PdfWriter, line: number, remainder: Remainder): GridRow {
  const { report, messages, number, money } = writer;
  const { code, name, serialNumber, unit, location, currency, price, asOf } = remainder;
  return [
    String(line),
    code ?? "",
    [
      name,
      ...(serialNumber === null ? [] : [`${messages.serialNumber}: ${serialNumber}`]),
      `${messages.location}: ${location}`,
      ...responsibleLines(writer, remainder.responsibleUserId),
      asOfText(writer, asOf, report.finished?.at ?? null),
    ],
    unit ?? messages.pieceUnit,
    number(0),
    "–",
    "–",
    currency ?? "",
    money(worth(price, 1)),
    money(0n),
    "–",
    "–",
    "–",
  ];
}

/** The figures as of the decisive day, where they are others than those of the count. */
function asOfLines(writer: PdfWriter, { asOf, quantity, found, countedDT }: ReportItem): string[] {
  if (asOf === null || (asOf.quantity === quantity && asOf.found === found && !asOf.notOfDay)) return [];
  return [asOfText(writer, asOf, countedDT)];
}

function asOfText({ report, language, number, day }: PdfWriter, asOf: AsOf, counted: string | null): string {
  if (report.asOf === null) throw new Error("figures without a decisive day");
  const values = { day: day(report.asOf.day), quantity: number(asOf.quantity) };
  if (asOf.found === null || asOf.moved === null)
    return textIn(msg("{day}: expected {quantity}, not counted", values), language);
  const both = { ...values, found: number(asOf.found) };
  if (asOf.moved === 0) return textIn(msg("{day}: expected {quantity}, found {found}", both), language);
  const moved = `${asOf.moved > 0 ? "+" : ""}${number(asOf.moved)}`;
  const text =
    counted !== null && counted > report.asOf.until
      ? msg("{day}: expected {quantity}, found {found} (moved since: {moved})", { ...both, moved })
      : msg("{day}: expected {quantity}, found {found} (moved until then: {moved})", { ...both, moved });
  const shown = textIn(text, language);
  if (!asOf.notOfDay) return shown;
  const rest = msg("of the difference not of that day: {n}", { n: number(asOf.notOfDay) });
  return `${shown}; ${textIn(rest, language)}`;
}

function countOf({ report, time }: PdfWriter, { countedBy, countedDT }: ReportItem): GridCell {
  if (countedDT === null) return "–";
  return [...(countedBy === null ? [] : [report.names.user(countedBy)]), time(countedDT)];
}

/** For each currency a row of sums, and one of what was not counted and of what moved: they make expected and difference found. */
function* sumRows(writer: PdfWriter, title: string, sums: SumsByCurrency): Generator<GridRow> {
  const { messages, number, money } = writer;
  for (const [currency, sum] of sums) {
    const quantity = (pieces: number) => (sum.isMixed ? "" : number(pieces));
    const unit = sum.isMixed ? "" : (sum.unit ?? messages.pieceUnit);
    yield {
      sums: [
        "",
        "",
        title,
        unit,
        quantity(sum.expected),
        quantity(sum.found),
        quantity(sum.difference),
        currency ?? "",
        "",
        money(sum.expectedValue),
        money(sum.foundValue),
        money(sum.differenceValue),
        "",
      ],
    };
    const rest = (name: string, pieces: number, value: bigint) => ({
      sums: ["", "", name, unit, quantity(pieces), "", "", currency ?? "", "", money(value), "", "", ""],
    });
    if (sum.notCounted !== 0) yield rest(messages.notCounted, sum.notCounted, sum.notCountedValue);
    if (sum.moved !== 0 || sum.movedValue !== 0n)
      yield rest(messages.movedBeforeCount, sum.moved, sum.movedValue);
  }
}
