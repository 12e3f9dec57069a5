import type { Cell } from "./cell.ts";

/** Rows per page. Writing a page blocks the event loop for a few milliseconds at most. */
export const EXPORT_PAGE = 500;

/** Reads the newest rows before an oid, EXPORT_PAGE at most. */
export type PageBefore<Row> = (oid: number) => Promise<readonly Row[]>;

/** The rows of a table, newest first, read page by page. */
export async function* rowsNewestFirst<Row extends { readonly oid: number }>(
  pageBefore: PageBefore<Row>,
  cellsOf: (row: Row) => readonly Cell[],
): AsyncGenerator<readonly Cell[]> {
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const page = await pageBefore(before);
    for (const row of page) yield cellsOf(row);
    const last = page.at(-1);
    if (last === undefined || page.length < EXPORT_PAGE) return;
    before = last.oid;
  }
}
