import { z } from "zod";
import { causeMessage } from "../domain/audit-causes.ts";
import { msg } from "../domain/message.ts";
import { MOVEMENT_KIND_NAMES } from "../domain/stock-movements.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import type { Cell, Table } from "../platform/tables/cell.ts";
import { type PageBefore, rowsNewestFirst } from "../platform/tables/newest-first.ts";
import { parsedRows } from "../storage/database/json.ts";
import { StockMovement } from "./shapes.ts";

const COLUMNS = [
  { title: msg("Number"), width: 10 },
  { title: msg("When"), width: 22 },
  { title: msg("Kind"), width: 20 },
  { title: msg("Cause"), width: 30 },
  { title: msg("Code") },
  { title: msg("Article"), width: 30 },
  { title: msg("Location"), width: 30 },
  { title: msg("Code on its label") },
  { title: msg("Before", "pieces") },
  { title: msg("After", "pieces") },
  { title: msg("Difference") },
  { title: msg("User"), width: 24 },
  { title: msg("Unit") },
];

/** The table of movements, newest first. `pathOf`: the path of a location; empty where it is removed by now. */
export function movementTable(
  pageBefore: PageBefore<StockMovement>,
  pathOf: (location: StockMovement["location"]) => string,
  language: Locale,
): Table {
  const columns = COLUMNS.map(({ title, ...column }) => ({ ...column, title: textIn(title, language) }));
  return {
    name: "stock-movements",
    columns,
    rows: rowsNewestFirst(pageBefore, (row) => cellsOf(row, pathOf(row.location), language)),
  };
}

function cellsOf(row: StockMovement, path: string, language: Locale): readonly Cell[] {
  const { article, location, before, after } = row;
  return [
    row.oid,
    row.at,
    textIn(MOVEMENT_KIND_NAMES[row.kind], language),
    row.inventory?.name ?? causeIn(row.cause, language),
    article.code,
    article.name ?? article.oid,
    path || location.name || location.oid,
    location.code,
    before,
    after,
    after - before,
    row.user?.fullName ?? null,
    article.unit ?? textIn(msg("pcs"), language),
  ];
}

function causeIn(cause: string | null, language: Locale): string | null {
  if (cause === null) return null;
  const message = causeMessage(cause, (ms) => new Date(ms).toISOString());
  return message === null ? cause : textIn(message, language);
}

/** The rows of the reader thread as movements. */
export function parsedPage(rows: Parameters<typeof parsedRows>[0]): readonly StockMovement[] {
  return z.array(StockMovement).parse(parsedRows(rows));
}
