import { eachUnit } from "../../../domain/units.ts";
import type { Remainder } from "../as-of.ts";
import { valuesOf, worth } from "../money.ts";
import { compareNames, type ReportItem } from "../report.ts";
import type { FoundElsewhere } from "../store.ts";
import { type CellRow, drawGrid, type GridCell, type GridRow } from "./grid.ts";
import { FIGURE_SHARES, gridColumns, type LineShares, lineRow } from "./lines.ts";
import { detailsOf, remainderRows, responsibleLines } from "./lists.ts";
import { FAINT, line } from "./paper.ts";
import { type PdfWriter, quantityCell, unitCell } from "./pdf-writer.ts";

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

/** The sums of the count, and those as of the decisive day. */
interface LineSums {
  readonly count: SumsByCurrency;
  readonly asOf: SumsByCurrency;
}

const SHARES = {
  number: 36,
  code: 68,
  name: 94,
  ...FIGURE_SHARES,
  value: 62,
  foundValue: 62,
  differenceValue: 62,
  count: 86,
} as const satisfies LineShares;

/**
 * Writes every item as a numbered line, by location, with the sums of each location, of all, and of each category; yields as
 * `drawGrid`.
 */
export function* writeInventoryList(writer: PdfWriter): Generator<void> {
  const { paper, report, messages } = writer;
  const others = report.foundElsewhere();
  yield* drawGrid(paper, {
    title: messages.items,
    columns: gridColumns(writer, SHARES),
    rows: rowsOf(writer, others),
  });
  const notes = [
    ...(report.asOf === null ? [] : [messages.sameAsOf]),
    ...(others.length === 0 ? [] : [messages.sumOfLocation]),
  ];
  if (notes.length > 0) paper.y += 6;
  for (const note of notes) line(paper, note, { color: FAINT });
}

function* rowsOf(writer: PdfWriter, others: readonly FoundElsewhere[]): Generator<GridRow> {
  const { report, messages } = writer;
  const rowOfLine = lineRow(writer, SHARES);
  const all = noLineSums();
  const byCategory = new Map<string, LineSums>();
  const elsewhere = Map.groupBy(others, ({ placeFound }) => placeFound);
  const listed = report.itemLocations();
  let next = 1;
  for (const locationId of listed) {
    yield { title: locationId === null ? messages.unexpected : titleOf(writer, locationId) };
    const here = noLineSums();
    const first = next;
    for (const item of report.itemsAt(locationId, first)) {
      addTo(here, item);
      addTo(all, item);
      addTo(byCategory.getOrInsertComputed(item.category ?? "–", noLineSums), item);
      next++;
      yield rowOfLine(lineOf(writer, item), item.asOf, item.countedDT);
    }
    // The sum of one line is that line.
    if (next - first > 1) yield* sumRows(writer, messages.sum, here, true);
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
  const remainders = report.remainders();
  const ofRemainders = noLineSums();
  if (remainders.length > 0) yield { title: messages.remainder };
  for (const remainder of remainders) {
    addAsOf(ofRemainders, remainder);
    addAsOf(all, remainder);
  }
  yield* remainderRows(writer, SHARES, remainders);
  if (remainders.length > 1) yield* sumRows(writer, messages.sum, ofRemainders);
  if (all.count.size + all.asOf.size > 0) {
    yield { title: messages.wholeStocktake };
    yield* sumRows(writer, messages.total, all);
  }
  if (byCategory.size < 2) return;
  yield { title: messages.byCategory };
  const names = [...byCategory.keys()].toSorted(compareNames);
  for (const name of names) yield* sumRows(writer, name, byCategory.get(name) ?? noLineSums());
  yield* sumRows(writer, messages.remainder, ofRemainders);
}

/** The path of a location, and who is responsible for it. */
function titleOf(writer: PdfWriter, locationId: number): string {
  const { location, responsibleFor } = writer.report.names;
  const person = responsibleFor(locationId);
  return [location(locationId), ...responsibleLines(writer, person)].join(" · ");
}

function addTo({ count, asOf }: LineSums, item: ReportItem): void {
  // Without a rest of properties: to copy these takes most of the time.
  const { price, quantity, found } = item;
  const [sum, pieces] = addFigures(count, item, item);
  if (found === null) {
    pieces.notCounted += quantity;
    sum.notCountedValue += item.value;
  }
  pieces.moved += item.movedBeforeCount;
  sum.movedValue += worth(price, item.movedBeforeCount);
  if (isElsewhere(item)) {
    pieces.elsewhere += found ?? 0;
    sum.elsewhereValue += item.foundValue ?? 0n;
  }
  if (item.asOf !== null) addFigures(asOf, item, { ...item.asOf, ...valuesOf(price, item.asOf) });
}

const addAsOf = ({ asOf: sums }: LineSums, remainder: Remainder) =>
  addFigures(sums, remainder, { ...remainder.asOf, ...valuesOf(remainder.price, remainder.asOf) });

function addFigures(
  sums: SumsByCurrency,
  { currency, unit }: Pick<ReportItem, "currency" | "unit">,
  figures: Pick<ReportItem, "quantity" | "found" | "difference" | "value" | "foundValue" | "differenceValue">,
): readonly [Sums, Quantities] {
  const sum = sums.getOrInsertComputed(currency, noSums);
  const pieces = sum.quantities.getOrInsertComputed(unit, noQuantities);
  pieces.expected += figures.quantity;
  pieces.found += figures.found ?? 0;
  pieces.difference += figures.difference ?? 0;
  sum.expectedValue += figures.value;
  sum.foundValue += figures.foundValue ?? 0n;
  sum.differenceValue += figures.differenceValue ?? 0n;
  return [sum, pieces];
}

const noLineSums = (): LineSums => ({ count: new Map(), asOf: new Map() });
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

// Into the item: a copy takes as long as the row.
const lineOf = (writer: PdfWriter, item: ReportItem) =>
  Object.assign(item, {
    number: String(item.lineNumber),
    details: ownDetailsOf(writer, item),
    place: "",
    count: countOf(writer, item),
  });

/** The name, and below it what else there is to say. */
function ownDetailsOf(writer: PdfWriter, item: ReportItem): GridCell {
  const { report, messages } = writer;
  const { name, locationId, foundLocationId, responsibleUserId } = item;
  // The title of the location names its person.
  const isAbove = locationId !== null && report.names.responsibleFor(locationId) === responsibleUserId;
  return [
    name,
    ...detailsOf(
      writer,
      item,
      foundLocationId !== null && foundLocationId !== locationId
        ? [`${messages.foundAt} ${report.names.location(foundLocationId)}`]
        : [],
    ),
    ...(isAbove ? [] : responsibleLines(writer, responsibleUserId)),
  ];
}

function countOf({ report, time }: PdfWriter, { countedBy, countedDT }: ReportItem): GridCell {
  if (countedDT === null) return "–";
  return [...(countedBy === null ? [] : [report.names.user(countedBy)]), time(countedDT)];
}

/**
 * For each currency a row of sums, one of what was not counted and of what moved, which make expected and difference found, and one as of
 * the decisive day. `isLocation`: also one of what of the found was found elsewhere.
 */
function* sumRows(
  writer: PdfWriter,
  title: string,
  { count, asOf }: LineSums,
  isLocation = false,
): Generator<GridRow> {
  const { asOfTitle } = writer;
  for (const currency of new Set([...count.keys(), ...asOf.keys()])) {
    const [counted, ofDay] = [count.get(currency), asOf.get(currency)];
    const ofDayTitle = counted === undefined ? [title, asOfTitle] : asOfTitle;
    yield {
      together: [
        ...(counted === undefined ? [] : countRows(writer, title, currency, counted, isLocation)),
        ...(ofDay === undefined ? [] : [figuresRow(writer, ofDayTitle, currency, ofDay)]),
      ],
    };
  }
}

/** Unit and pieces of some units. */
const unitsOf = (writer: PdfWriter, rows: readonly (Quantities & { readonly unit: string | null })[]) => ({
  unit: unitCell(writer, rows),
  cellOf: (piecesOf: (quantities: Quantities) => number) =>
    quantityCell(
      writer,
      rows.map((row) => ({ unit: row.unit, pieces: piecesOf(row) })),
    ),
});

const rowsByUnit = ({ quantities }: Sums) => [...quantities].map(([unit, own]) => ({ unit, ...own }));

function figuresRow(writer: PdfWriter, title: GridCell, currency: string | null, sum: Sums): CellRow {
  const { money } = writer;
  const { unit, cellOf } = unitsOf(writer, rowsByUnit(sum));
  return {
    sums: [
      "",
      "",
      title,
      unit,
      cellOf(({ expected }) => expected),
      cellOf(({ found }) => found),
      cellOf(({ difference }) => difference),
      currency ?? "",
      "",
      money(sum.expectedValue),
      money(sum.foundValue),
      money(sum.differenceValue),
      "",
    ],
  };
}

function* countRows(
  writer: PdfWriter,
  title: string,
  currency: string | null,
  sum: Sums,
  isLocation: boolean,
): Generator<CellRow> {
  const { messages, money } = writer;
  const rows = rowsByUnit(sum);
  yield figuresRow(writer, title, currency, sum);
  const some = (piecesOf: (quantities: Quantities) => number) => {
    const own = rows.filter((row) => piecesOf(row) !== 0);
    const { unit, cellOf } = unitsOf(writer, own);
    return { isAny: own.length > 0, unit, cell: cellOf(piecesOf) };
  };
  const rest = (name: string, { unit, cell }: ReturnType<typeof some>, value: bigint): CellRow => ({
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
): CellRow => ({ sums: ["", "", title, unit, "", pieces, "", currency ?? "", "", "", value, "", ""] });
