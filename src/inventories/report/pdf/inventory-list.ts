import {
  addLine,
  addRemainder,
  foundAtOthers,
  foundHereSums,
  type LineSums,
  noLineSums,
  rowsByUnit,
  type Sums,
  sortedCategories,
} from "../line-sums.ts";
import type { ReportItem } from "../report.ts";
import type { FoundElsewhere } from "../store.ts";
import { type CellRow, drawGrid, type GridCell, type GridRow } from "./grid.ts";
import { FIGURE_SHARES, gridColumns, type LineShares, lineRow } from "./lines.ts";
import { detailsOf, remainderRows, responsibleLines } from "./lists.ts";
import { FAINT, line } from "./paper.ts";
import { type PdfWriter, quantityCell, unitCell } from "./pdf-writer.ts";

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
  const byCategory = new Map<string | null, LineSums>();
  const elsewhere = Map.groupBy(others, ({ placeFound }) => placeFound);
  const listed = report.itemLocations();
  let next = 1;
  for (const locationId of listed) {
    yield { title: locationId === null ? messages.unexpected : titleOf(writer, locationId) };
    const here = noLineSums();
    const first = next;
    for (const item of report.itemsAt(locationId, first)) {
      addLine(here, item);
      addLine(all, item);
      addLine(byCategory.getOrInsertComputed(item.category, noLineSums), item);
      next++;
      yield rowOfLine(lineOf(writer, item), item.asOf);
    }
    // The sum of one line is that line.
    if (next - first > 1) yield* sumRows(writer, messages.sum, here, true);
    const foundHere = locationId === null ? undefined : elsewhere.get(locationId);
    if (foundHere !== undefined) yield* foundHereRows(writer, foundHere);
  }
  for (const [locationId, found] of foundAtOthers(report, elsewhere, listed)) {
    yield { title: `${titleOf(writer, locationId)} · ${messages.nothingExpected}` };
    yield* foundHereRows(writer, found);
  }
  const remainders = report.remainders();
  const ofRemainders = noLineSums();
  if (remainders.length > 0) yield { title: messages.remainder };
  for (const remainder of remainders) {
    addRemainder(ofRemainders, remainder);
    addRemainder(all, remainder);
  }
  yield* remainderRows(writer, SHARES, remainders);
  if (remainders.length > 1) yield* sumRows(writer, messages.sum, ofRemainders);
  if (all.count.size + all.asOf.size > 0) {
    yield { title: messages.wholeStocktake };
    yield* sumRows(writer, messages.total, all);
  }
  if (byCategory.size < 2) return;
  yield { title: messages.byCategory };
  for (const name of sortedCategories(byCategory.keys()))
    yield* sumRows(writer, name ?? "–", byCategory.get(name) ?? noLineSums());
  yield* sumRows(writer, messages.remainder, ofRemainders);
}

/** The path of a location, and who is responsible for it. */
function titleOf(writer: PdfWriter, locationId: number): string {
  const { location, responsibleFor } = writer.report.names;
  const person = responsibleFor(locationId);
  return [location(locationId), ...responsibleLines(writer, person)].join(" · ");
}

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

type UnitSums = ReturnType<typeof rowsByUnit>[number];

/** Unit and pieces of some units. */
const unitsOf = (writer: PdfWriter, rows: readonly UnitSums[]) => ({
  unit: unitCell(writer, rows),
  cellOf: (piecesOf: (quantities: UnitSums) => number) =>
    quantityCell(
      writer,
      rows.map((row) => ({ unit: row.unit, pieces: piecesOf(row) })),
    ),
});

function figuresRow(writer: PdfWriter, title: GridCell, currency: string | null, sum: Sums): CellRow {
  const { money } = writer;
  const { unit, cellOf } = unitsOf(writer, rowsByUnit(sum));
  return {
    sums: [
      "",
      "",
      title,
      unit,
      cellOf(({ quantity }) => quantity),
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
  const some = (piecesOf: (quantities: UnitSums) => number) => {
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
  for (const [currency, sum] of foundHereSums(found)) {
    const { unit, cellOf } = unitsOf(writer, rowsByUnit(sum));
    const cell = cellOf(({ found: pieces }) => pieces);
    yield foundRow(messages.foundHere, unit, cell, currency, money(sum.foundValue));
  }
}

const foundRow = (
  title: string,
  unit: string,
  pieces: GridCell,
  currency: string | null,
  value: string,
): CellRow => ({ sums: ["", "", title, unit, "", pieces, "", currency ?? "", "", "", value, "", ""] });
