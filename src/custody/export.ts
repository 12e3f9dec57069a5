import { z } from "zod";
import { msg } from "../domain/message.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import type { Cell, Table } from "../platform/tables/cell.ts";
import { parsedRows } from "../storage/database/json.ts";
import { Custody } from "./shapes.ts";

/** Rows per page. Writing a page blocks the event loop for a few milliseconds at most. */
export const EXPORT_PAGE = 500;

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

/** Reads the newest rows before an oid. */
type PageBefore = (oid: number) => Promise<readonly Custody[]>;

/** The table of custodies, newest first. */
export function custodyTable(pageBefore: PageBefore, language: Locale): Table {
  const columns = COLUMNS.map(({ title, ...column }) => ({ ...column, title: textIn(title, language) }));
  return { name: "custodies", columns, rows: rowsOf(pageBefore) };
}

async function* rowsOf(pageBefore: PageBefore): AsyncGenerator<readonly Cell[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await pageBefore(before);
    for (const row of page) yield cellsOf(row);
    const last = page.at(-1);
    if (last === undefined || page.length < EXPORT_PAGE) return;
    before = last.oid;
  }
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
