import { SETTLEMENT_NAMES, SETTLEMENTS, type Settlement } from "../../../domain/stocktakes/settlement.ts";
import { textIn } from "../../../i18n/text.ts";
import { worth } from "../money.ts";
import type { SettlementSum } from "../store.ts";
import { drawGrid, type GridCell } from "./grid.ts";
import { line } from "./paper.ts";
import type { PdfWriter } from "./pdf-writer.ts";

/** How many differences are settled in each way, with their pieces and values by currency; null: not settled. Nothing where there are no differences. */
export function* writeSettlements(writer: PdfWriter): Generator<void> {
  const { paper, report, messages } = writer;
  const sums = report.settlements();
  const rows = [...SETTLEMENTS, null].flatMap((settlement) =>
    rowsOf(
      writer,
      settlement,
      sums.filter((sum) => sum.settlement === settlement),
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
    rows,
  });
}

/** Writes what the signatures below minutes say. */
export function writeDeclaration({ paper, messages }: PdfWriter): void {
  paper.y += 12;
  line(paper, messages.declaration);
}

/** A row for each currency and unit. */
function rowsOf(
  { language, messages, number, money }: PdfWriter,
  settlement: Settlement | null,
  sums: readonly SettlementSum[],
): GridCell[][] {
  const name = settlement === null ? messages.notSettled : textIn(SETTLEMENT_NAMES[settlement], language);
  const unitOf = ({ unitThen }: SettlementSum) => unitThen ?? messages.pieceUnit;
  const groups = Map.groupBy(sums, (sum) => JSON.stringify([sum.currency, unitOf(sum)]));
  return Array.from(groups.values(), (own) => [
    name,
    number(own.reduce((all, { items }) => all + items, 0)),
    own[0] === undefined ? "" : unitOf(own[0]),
    number(own.reduce((all, { difference }) => all + difference, 0)),
    own[0]?.currency ?? "",
    money(own.reduce((all, { price, difference }) => all + worth(price, difference), 0n)),
  ]);
}
