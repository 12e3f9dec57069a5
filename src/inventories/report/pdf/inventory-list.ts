import { msg } from "../../../domain/message.ts";
import type { AsOf } from "../../../domain/stocktakes/as-of.ts";
import { METHOD_NAMES } from "../../../domain/stocktakes/frame.ts";
import { eachUnit } from "../../../domain/units.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Remainder } from "../as-of.ts";
import { worth } from "../money.ts";
import { compareNames, type ReportItem } from "../report.ts";
import type { FoundElsewhere } from "../store.ts";
import { drawGrid, type GridCell, type GridRow } from "./grid.ts";
import { approvalOf, movedOf, photosOf, recountsOf, settlementOf } from "./lists.ts";
import { FAINT, line } from "./paper.ts";
import { asOfMoment, type PdfWriter, quantityCell, unitCell } from "./pdf-writer.ts";

/** Pieces of lines in one unit. */
interface Quantities {
  notCounted: number;
  moved: number;
  expected: number;
  found: number;
  difference: number;
  elsewhere: number;
}

/** Sums of lines in one currency. Values are ten-thousandths. */
interface Sums {
  /** By unit; null: pieces. */
  readonly quantities: Map<string | null, Quantities>;
  notCountedValue: bigint;
  movedValue: bigint;
  expectedValue: bigint;
  foundValue: bigint;
  differenceValue: bigint;
  /** Of what was found at another location than that of its line. */
  elsewhereValue: bigint;
}

/** By the name of the currency; null: unknown. */
type SumsByCurrency = Map<string | null, Sums>;

/**
 * Writes every item as a numbered line, by location, with the sums of each location, of all, and of each category; yields as
 * `drawGrid`.
 */
export function* writeInventoryList(writer: PdfWriter): Generator<void> {
  const { paper, report, messages } = writer;
  const others = report.foundElsewhere();
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
    rows: rowsOf(writer, others),
  });
  if (others.length === 0) return;
  paper.y += 6;
  line(paper, messages.sumOfLocation, { color: FAINT });
}

function* rowsOf(writer: PdfWriter, others: readonly FoundElsewhere[]): Generator<GridRow> {
  const { report, messages } = writer;
  const all: SumsByCurrency = new Map();
  const byCategory = new Map<string, SumsByCurrency>();
  const elsewhere = Map.groupBy(others, ({ placeFound }) => placeFound);
  let number = 0;
  const listed = report.itemLocations();
  for (const locationId of listed) {
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
    if (number - before > 1) yield* sumRows(writer, messages.sum, here, true);
    const foundHere = locationId === null ? undefined : elsewhere.get(locationId);
    if (foundHere !== undefined) yield* foundHereRows(writer, foundHere);
  }
  const { location } = report.names;
  for (const locationId of listed) if (locationId !== null) elsewhere.delete(locationId);
  for (const [locationId, found] of [...elsewhere].toSorted(([one], [other]) =>
    compareNames(location(one), location(other)),
  )) {
    yield { title: `${titleOf(writer, locationId)} · ${messages.nothingExpected}` };
    yield* foundHereRows(writer, found);
  }
  const remainders = report.asOf?.remainders ?? [];
  if (remainders.length > 0) yield { title: messages.remainder };
  for (const remainder of remainders) yield remainderLine(writer, ++number, remainder);
  if (number > 0) {
    yield { title: messages.wholeStocktake };
    yield* sumRows(writer, messages.total, all);
  }
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
  const sum = sums.getOrInsertComputed(currency, noSums);
  const pieces = sum.quantities.getOrInsertComputed(unit, noQuantities);
  pieces.expected += quantity;
  const value = worth(price, quantity);
  if (found === null) {
    pieces.notCounted += quantity;
    sum.notCountedValue += value;
  }
  pieces.moved += item.movedBeforeCount;
  sum.movedValue += worth(price, item.movedBeforeCount);
  pieces.found += found ?? 0;
  pieces.difference += item.difference ?? 0;
  sum.expectedValue += value;
  sum.foundValue += item.foundValue ?? 0n;
  sum.differenceValue += item.differenceValue ?? 0n;
  if (isElsewhere(item)) {
    pieces.elsewhere += found ?? 0;
    sum.elsewhereValue += item.foundValue ?? 0n;
  }
}

const noQuantities = (): Quantities => ({
  notCounted: 0,
  moved: 0,
  expected: 0,
  found: 0,
  difference: 0,
  elsewhere: 0,
});
const noSums = (): Sums => ({
  quantities: new Map(),
  notCountedValue: 0n,
  movedValue: 0n,
  expectedValue: 0n,
  foundValue: 0n,
  differenceValue: 0n,
  elsewhereValue: 0n,
});

/** Whether an expected item was found at another location. */
const isElsewhere = ({ locationId, foundLocationId }: ReportItem) =>
  locationId !== null && foundLocationId !== null && foundLocationId !== locationId;

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
  return [
    name,
    ...(serialNumber === null ? [] : [`${messages.serialNumber}: ${serialNumber}`]),
    ...movedOf(writer, item),
    ...recountsOf(writer, item),
    ...(foundLocationId !== null && foundLocationId !== locationId
      ? [`${messages.foundAt} ${report.names.location(foundLocationId)}`]
      : []),
    ...(item.isDisposal === 1 ? [messages.forDisposal] : []),
    ...(method === null ? [] : [`${messages.method}: ${textIn(METHOD_NAMES[method], language)}`]),
    ...settlementOf(writer, item),
    ...approvalOf(writer, item),
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

function asOfText(writer: PdfWriter, asOf: AsOf, counted: string | null): string {
  const { report, language, number } = writer;
  if (report.asOf === null) throw new Error("figures without a decisive day");
  const values = { day: asOfMoment(writer, report.asOf), quantity: number(asOf.quantity) };
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

/**
 * For each currency a row of sums, and one of what was not counted and of what moved: they make expected and difference found.
 * `isLocation`: also one of what of the found was found elsewhere.
 */
function* sumRows(
  writer: PdfWriter,
  title: string,
  sums: SumsByCurrency,
  isLocation = false,
): Generator<GridRow> {
  const { messages, money } = writer;
  for (const [currency, sum] of sums) {
    const rows = [...sum.quantities].map(([unit, quantities]) => ({ unit, ...quantities }));
    const cellOf = (own: typeof rows, piecesOf: (quantities: Quantities) => number) =>
      quantityCell(
        writer,
        own.map((row) => ({ unit: row.unit, pieces: piecesOf(row) })),
      );
    yield {
      sums: [
        "",
        "",
        title,
        unitCell(writer, rows),
        cellOf(rows, ({ expected }) => expected),
        cellOf(rows, ({ found }) => found),
        cellOf(rows, ({ difference }) => difference),
        currency ?? "",
        "",
        money(sum.expectedValue),
        money(sum.foundValue),
        money(sum.differenceValue),
        "",
      ],
    };
    /** Unit and pieces of the units that have some. */
    const some = (piecesOf: (quantities: Quantities) => number) => {
      const own = rows.filter((row) => piecesOf(row) !== 0);
      return { isAny: own.length > 0, unit: unitCell(writer, own), cell: cellOf(own, piecesOf) };
    };
    const rest = (name: string, { unit, cell }: ReturnType<typeof some>, value: bigint): GridRow => ({
      sums: ["", "", name, unit, cell, "", "", currency ?? "", "", money(value), "", "", ""],
    });
    const notCounted = some((quantities) => quantities.notCounted);
    const moved = some((quantities) => quantities.moved);
    const elsewhere = some((quantities) => quantities.elsewhere);
    if (notCounted.isAny) yield rest(messages.notCounted, notCounted, sum.notCountedValue);
    if (moved.isAny || sum.movedValue !== 0n) yield rest(messages.movedBeforeCount, moved, sum.movedValue);
    if (isLocation && elsewhere.isAny)
      yield foundRow(
        messages.foundElsewhere,
        elsewhere.unit,
        elsewhere.cell,
        currency,
        money(sum.elsewhereValue),
      );
  }
}

/** For each currency a row of what was found at a location, and is listed at another one or as unexpected. */
function* foundHereRows(writer: PdfWriter, found: readonly FoundElsewhere[]): Generator<GridRow> {
  const { messages, money } = writer;
  for (const [currency, own] of Map.groupBy(found, ({ currency }) => currency)) {
    const rows = eachUnit(
      own,
      ({ unitThen }) => unitThen,
      (some) => ({ pieces: some.reduce((all, { found }) => all + found, 0) }),
    );
    const value = own.reduce((all, { price, found }) => all + worth(price, found), 0n);
    const cell = quantityCell(writer, rows);
    yield foundRow(messages.foundHere, unitCell(writer, rows), cell, currency, money(value));
  }
}

const foundRow = (
  title: string,
  unit: string,
  pieces: GridCell,
  currency: string | null,
  value: string,
): GridRow => ({ sums: ["", "", title, unit, "", pieces, "", currency ?? "", "", "", value, "", ""] });
