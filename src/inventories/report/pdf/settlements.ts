import { SETTLEMENT_NAMES, SETTLEMENTS, type Settlement } from "../../../domain/stocktakes/settlement.ts";
import { textIn } from "../../../i18n/text.ts";
import { worth } from "../money.ts";
import type { SettlementSum } from "../report.ts";
import { spanText } from "../report-facts.ts";
import type { Settler } from "../store.ts";
import { drawGrid, type GridCell, type GridRow } from "./grid.ts";
import { line } from "./paper.ts";
import type { PdfWriter } from "./pdf-writer.ts";

/**
 * How many shortages and surpluses are settled in each way (null: not settled), by whom and when, with their pieces and values by
 * currency, and all of each. Nothing where there are no differences.
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
    rows: [...rows, ...allRows(writer, messages.shortages, -1), ...allRows(writer, messages.surpluses, 1)],
  });
}

/** Writes what the signatures below minutes say. */
export function writeDeclaration({ paper, messages }: PdfWriter): void {
  paper.y += 12;
  line(paper, messages.declaration);
}

/** The sums of all shortages (-1) or surpluses (1). */
const allRows = (writer: PdfWriter, name: string, sign: -1 | 1): GridRow[] =>
  sumsOf(
    writer,
    writer.report.settlements.filter((sum) => sum.sign === sign),
  ).map((sums) => ({ sums: [name, ...sums] }));

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
  const unitOf = ({ unitThen }: SettlementSum) => unitThen ?? messages.pieceUnit;
  const groups = Map.groupBy(sums, (sum) => JSON.stringify([sum.sign, sum.currency, unitOf(sum)]));
  const sorted = [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([, own]) => [
    number(own.reduce((all, { items }) => all + items, 0)),
    own[0] === undefined ? "" : unitOf(own[0]),
    number(own.reduce((all, { difference }) => all + difference, 0)),
    own[0]?.currency ?? "",
    money(own.reduce((all, { price, difference }) => all + worth(price, difference), 0n)),
  ]);
}

/** A person, with the times of the first and the last settlement. */
function settlerText({ report, messages, time }: PdfWriter, { explainedBy, ...span }: Settler): string {
  const by = explainedBy === null ? [] : [report.names.user(explainedBy)];
  return `${messages.settledBy} ${[...by, spanText(span, time)].join(", ")}`;
}
