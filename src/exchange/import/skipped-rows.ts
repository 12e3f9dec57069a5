import type { TableKind } from "../../domain/table-kinds.ts";
import { fold } from "../../domain/text-folding.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { isNumberLike } from "./cells.ts";
import { KEY_FIELDS } from "./columns.ts";
import type { HeaderColumn } from "./header.ts";
import { cellText } from "./read-row.ts";

const TOTAL = /^(celkem|celkovy soucet|mezisoucet|soucet|suma|sum|total|grand total|subtotal)(?=$|[\s:.,])/;

/**
 * Returns a test for rows of a print-out that are not records: totals (`Celkem` or `Total` in the first filled cell of a row
 * without a key) and header rows repeated on each page.
 */
export function createSkipTest(kind: TableKind, columns: readonly HeaderColumn[]): (row: ReadRow) => boolean {
  const keyField = KEY_FIELDS[kind][0];
  const key = columns.find(({ field }) => field === keyField);
  // A row of totals contains numbers only.
  const texts = columns.filter(({ field }) => !["price", "quantity"].includes(field) && field !== keyField);

  function isTotal({ cells }: ReadRow): boolean {
    const first = cells.findIndex((cell) => cellText(cell) !== "");
    if (!TOTAL.test(fold(cellText(cells[first])))) return false;
    const isFilled = ({ index }: HeaderColumn) => cellText(cells[index]) !== "";
    const isText = ({ index }: HeaderColumn) => !isNumberLike(cellText(cells[index]));
    // A record whose name begins like this has other texts too.
    if (texts.some((column) => column.index !== first && isFilled(column) && isText(column))) return false;
    if (key === undefined || !isFilled(key)) return true;
    // A location may have such a name.
    return kind !== "locations" && first === key.index && texts.length > 0;
  }

  function isHeader({ cells }: ReadRow): boolean {
    const alike = columns.filter(({ index, header }) => cellText(cells[index]) === header);
    return alike.length > 1 && (key === undefined || alike.includes(key));
  }

  return (row) => isTotal(row) || isHeader(row);
}
