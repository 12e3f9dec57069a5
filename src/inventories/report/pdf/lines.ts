import { msg } from "../../../domain/message.ts";
import type { AsOf } from "../../../domain/stocktakes/as-of.ts";
import { textIn } from "../../../i18n/text.ts";
import { valuesOf } from "../money.ts";
import type { ReportItem } from "../report.ts";
import type { GridCell, GridColumn, GridRow } from "./grid.ts";
import type { PdfWriter } from "./pdf-writer.ts";

// The lines of items in a PDF: what each column shows of a line, and of its figures as of the decisive day.

/** A line, or the row below it with the figures as of the decisive day. */
interface Line
  extends Pick<ReportItem, "unit" | "currency" | "price" | "quantity" | "found" | "difference">,
    ReturnType<typeof valuesOf> {
  readonly number: string;
  readonly code: string | null;
  /** The name, and below it what else there is to say. */
  readonly details: GridCell;
  readonly place: GridCell;
  /** Who counted when. */
  readonly count: GridCell;
}

/** A column of lines. `share`: of the width. */
interface LineColumn {
  readonly title: keyof PdfWriter["messages"];
  readonly isNumber?: boolean;
  cell(line: Line, writer: PdfWriter): GridCell;
}

const COLUMNS = {
  number: { title: "number", isNumber: true, cell: ({ number }) => number },
  code: { title: "code", cell: ({ code }) => code ?? "" },
  name: { title: "name", cell: ({ details }) => details },
  place: { title: "location", cell: ({ place }) => place },
  unit: { title: "unit", cell: ({ unit }, { messages }) => unit ?? messages.pieceUnit },
  quantity: { title: "quantity", isNumber: true, cell: ({ quantity }, { number }) => number(quantity) },
  found: { title: "found", isNumber: true, cell: ({ found }, writer) => pieces(writer, found) },
  difference: {
    title: "difference",
    isNumber: true,
    cell: ({ difference }, writer) => pieces(writer, difference),
  },
  currency: { title: "currency", cell: ({ currency }) => currency ?? "" },
  price: { title: "price", isNumber: true, cell: ({ price }, { money }) => money(BigInt(price)) },
  value: { title: "valueExpected", isNumber: true, cell: ({ value }, { money }) => money(value) },
  foundValue: {
    title: "valueFound",
    isNumber: true,
    cell: ({ foundValue }, writer) => valueOrNone(writer, foundValue),
  },
  differenceValue: {
    title: "differenceValue",
    isNumber: true,
    cell: ({ differenceValue }, writer) => valueOrNone(writer, differenceValue),
  },
  count: { title: "counters", cell: ({ count }) => count },
} as const satisfies Record<string, LineColumn>;

const pieces = ({ number }: PdfWriter, some: number | null) => (some === null ? "–" : number(some));
const valueOrNone = ({ money }: PdfWriter, value: bigint | null) => (value === null ? "–" : money(value));

/** The columns of a table of lines with their shares of the width, in order. */
export type LineShares = Readonly<Partial<Record<keyof typeof COLUMNS, number>>>;

/** The shares of the figures that every table of lines has. */
export const FIGURE_SHARES = {
  unit: 42,
  quantity: 54,
  found: 48,
  difference: 54,
  currency: 44,
  price: 54,
} as const satisfies LineShares;

const columnsOf = (shares: LineShares) =>
  Object.entries(shares).map(([name, share]) => {
    const column: LineColumn = COLUMNS[name as keyof typeof COLUMNS];
    return { column, share };
  });

/** The columns for `drawGrid`. */
export function gridColumns({ messages }: PdfWriter, shares: LineShares): readonly GridColumn[] {
  return columnsOf(shares).map(({ column: { title, isNumber = false }, share }) => ({
    title: messages[title],
    share,
    isNumber,
  }));
}

/** Makes the row of a line, and with it one of the figures as of the decisive day where they are others. */
export function lineRow(writer: PdfWriter, shares: LineShares): (line: Line, asOf: AsOf | null) => GridRow {
  const columns = columnsOf(shares).map(({ column }) => column);
  const cellsOf = (line: Line) => columns.map(({ cell }) => cell(line, writer));
  return (line, asOf) => {
    if (asOf === null || isSame(line, asOf)) return cellsOf(line);
    const ofDay = {
      ...line,
      ...asOf,
      ...valuesOf(line.price, asOf),
      number: "",
      code: null,
      details: asOfText(writer, line, asOf),
      place: "",
      count: "",
    };
    return { together: [cellsOf(line), cellsOf(ofDay)] };
  };
}

const isSame = (line: Line, asOf: AsOf) =>
  asOf.quantity === line.quantity &&
  asOf.found === line.found &&
  asOf.difference === line.difference &&
  !asOf.notOfDay;

/** The day, and what has moved between it and the count. */
function asOfText({ language, number, asOfTitle }: PdfWriter, line: Line, asOf: AsOf): string[] {
  const texts = [asOfTitle];
  if (asOf.moved) {
    const moved = `${asOf.moved > 0 ? "+" : ""}${number(asOf.moved)}`;
    // A decision may change on which side of the day the count is, so the sum tells it.
    const added = (asOf.found ?? 0) + (asOf.notOfDay ?? 0) - (line.found ?? 0);
    const text =
      added > 0 !== asOf.moved > 0
        ? msg("moved since: {moved}", { moved })
        : msg("moved until then: {moved}", { moved });
    texts.push(textIn(text, language));
  }
  if (asOf.notOfDay)
    texts.push(textIn(msg("of the difference not of that day: {n}", { n: number(asOf.notOfDay) }), language));
  return texts;
}
