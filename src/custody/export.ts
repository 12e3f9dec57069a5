import { z } from "zod";
import { msg } from "../domain/message.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import type { Cell, Table } from "../platform/tables/cell.ts";
import { type PageBefore, rowsNewestFirst } from "../platform/tables/newest-first.ts";
import { parsedRows } from "../storage/database/json.ts";
import { Custody } from "./shapes.ts";

const COLUMNS = [
  { title: msg("Number"), width: 10 },
  { title: msg("Code") },
  { title: msg("Article"), width: 30 },
  { title: msg("Person"), width: 24 },
  { title: msg("Handed out"), width: 22 },
  { title: msg("Handed out by"), width: 24 },
  { title: msg("Due date"), width: 12 },
  { title: msg("Condition at the hand-over"), width: 30 },
  { title: msg("Signed at the hand-over") },
  { title: msg("Taken back"), width: 22 },
  { title: msg("Taken back by"), width: 24 },
  { title: msg("Condition at the return"), width: 30 },
  { title: msg("Signed at the return") },
];

/** The table of custodies, newest first. */
export function custodyTable(pageBefore: PageBefore<Custody>, language: Locale): Table {
  const columns = COLUMNS.map(({ title, ...column }) => ({ ...column, title: textIn(title, language) }));
  return { name: "custodies", columns, rows: rowsNewestFirst(pageBefore, cellsOf) };
}

function cellsOf(row: Custody): readonly Cell[] {
  const { article, user, endedDT } = row;
  return [
    row.oid,
    article.code,
    article.name,
    user.fullName,
    row.startedDT,
    row.startedBy.fullName,
    row.dueDate,
    row.startNote,
    row.isStartSigned,
    endedDT,
    row.endedBy?.fullName ?? null,
    row.endNote,
    endedDT === null ? null : row.isEndSigned,
  ];
}

/** The rows of the reader thread as custodies. */
export function parsedPage(rows: Parameters<typeof parsedRows>[0]): readonly Custody[] {
  return z.array(Custody).parse(parsedRows(rows));
}
