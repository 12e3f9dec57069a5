import { SETTLEMENT_NAMES, SETTLEMENTS, type Settlement } from "../../../domain/stocktakes/settlement.ts";
import { eachUnit } from "../../../domain/units.ts";
import { textIn } from "../../../i18n/text.ts";
import { worth } from "../money.ts";
import type { SettlementSum } from "../report.ts";
import { spanText } from "../report-facts.ts";
import type { Settler, TakenSum } from "../store.ts";
import { byName } from "../totals.ts";
import { drawGrid, type GridCell, type GridRow } from "./grid.ts";
import { type PdfWriter, quantityCell, unitCell } from "./pdf-writer.ts";

/**
 * How many shortages and surpluses are settled in each way (null: not settled), by whom and when, with their pieces and values by
 * currency, the sums that make the difference of the stocktake, and what makes that of the decisive day with them. Nothing where there are
 * no differences.
 */
export function* writeSettlements(writer: PdfWriter): Generator<void> {
  const { paper, report, messages } = writer;
  const sums = report.settlements;
  const settlers = report.settlers();
  const rows = [...SETTLEMENTS, null].flatMap((settlement) =>
    rowsOf(
      writer,
      settlement,
      sums.filter((sum) => sum.settlement === settlement),
      settlers.filter((settler) => settler.settlement === settlement),
    ),
  );
  yield* drawGrid(paper, {
    title: messages.settlements,
    columns: [
      { title: messages.settlement, share: 40 },
      { title: messages.items, share: 12, isNumber: true },
      { title: messages.unit, share: 12 },
      { title: messages.difference, share: 14, isNumber: true },
      { title: messages.currency, share: 12 },
      { title: messages.differenceValue, share: 22, isNumber: true },
    ],
    rows: [...rows, ...totalRows(writer)],
    isWhole: true,
  });
}

/** All shortages, all surpluses, what the close has moved from elsewhere, and the whole difference: a row for each currency. */
function* totalRows(writer: PdfWriter): Generator<GridRow> {
  const { messages } = writer;
  const settled = writer.report.settlements;
  const taken = writer.report.taken();
  const ofSign = (wanted: -1 | 1) => settled.filter(({ sign }) => sign === wanted);
  yield* sumRows(writer, messages.shortages, ofSign(-1));
  yield* sumRows(writer, messages.surpluses, ofSign(1));
  yield* sumRows(writer, messages.transfer, taken);
  // An item of which a part was moved is in two of them.
  yield* sumRows(writer, messages.total, [...settled, ...taken], false);
  // Differences of the day alone. The stock movements have the reason of what was corrected.
  yield* sumRows(writer, messages.corrected, writer.report.asOf?.corrected ?? []);
  yield* sumRows(writer, messages.remainder, writer.report.asOf?.ofRemainders ?? []);
}

/** Adds up sums of pieces. The value is in ten-thousandths. */
export const added = (sums: readonly TakenSum[]) => ({
  items: sums.reduce((all, { items }) => all + items, 0),
  pieces: sums.reduce((all, { pieces }) => all + pieces, 0),
  value: sums.reduce((all, { price, pieces }) => all + worth(price, pieces), 0n),
});
/** The same for each unit, pieces first. */
export const addedByUnit = (sums: readonly TakenSum[]) => eachUnit(sums, ({ unitThen }) => unitThen, added);

function* sumRows(
  writer: PdfWriter,
  title: string,
  sums: readonly TakenSum[],
  hasItems = true,
): Generator<GridRow> {
  const { number, money } = writer;
  const groups = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, own]) => ({
    currency,
    own,
  }));
  for (const { currency, own } of groups.toSorted(byName)) {
    const rows = addedByUnit(own);
    const { items, value } = added(own);
    yield {
      sums: [
        title,
        hasItems ? number(items) : "",
        unitCell(writer, rows),
        quantityCell(writer, rows),
        currency ?? "",
        money(value),
      ],
    };
  }
}

/** A row for each sign, currency and unit. The first one names who has settled. */
function rowsOf(
  writer: PdfWriter,
  settlement: Settlement | null,
  sums: readonly SettlementSum[],
  settlers: readonly Settler[],
): GridCell[][] {
  const { language, messages } = writer;
  const name = settlement === null ? messages.notSettled : textIn(SETTLEMENT_NAMES[settlement], language);
  return sumsOf(writer, sums).map((cells, row) => [
    row === 0 ? [name, ...settlers.map((settler) => settlerText(writer, settler))] : name,
    ...cells,
  ]);
}

/** Number, unit, pieces, currency and value, for each sign, currency and unit. */
function sumsOf({ messages, number, money }: PdfWriter, sums: readonly SettlementSum[]): GridCell[][] {
  const groups = Map.groupBy(sums, ({ sign, currency }) => JSON.stringify([sign, currency]));
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.flatMap(([, own]) =>
    addedByUnit(own).map(({ unit, items, pieces, value }) => [
      number(items),
      unit ?? messages.pieceUnit,
      number(pieces),
      own[0]?.currency ?? "",
      money(value),
    ]),
  );
}

/** A person, with the times of the first and the last settlement. */
function settlerText({ report, messages, time }: PdfWriter, { explainedBy, ...span }: Settler): string {
  const by = explainedBy === null ? [] : [report.names.user(explainedBy)];
  return `${messages.settledBy} ${[...by, spanText(span, time)].join(", ")}`;
}
