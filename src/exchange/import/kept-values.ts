import { findArticleByCode } from "../../articles/article.ts";
import { storedValues } from "../../articles/custom-values.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import type { Db } from "../../storage/database/statement.ts";
import type { HeaderColumn } from "./header.ts";
import { cellText } from "./read-row.ts";
import { customFieldOf, type Field } from "./values.ts";

/** Clears cells of a row that repeat what its article has. An empty cell keeps the stored value. */
export type WithoutKept = (read: ReadRow, invalid: readonly Field[]) => ReadRow | null;

/**
 * Creates the function that clears those of the `invalid` cells whose text is the present value of the article's custom field: of a
 * removed choice, or of a former type. So an exported list can always be imported again. Null: there is none.
 */
export function createWithoutKept(db: Db, tenantId: number, columns: readonly HeaderColumn[]): WithoutKept {
  const codeColumn = columns.find(({ field }) => field === "code");
  return (read, invalid) => {
    const wrong = columns.filter(({ field }) => customFieldOf(field) !== null && invalid.includes(field));
    if (codeColumn === undefined || wrong.length === 0) return null;
    const code = cellText(read.cells[codeColumn.index]);
    const article = code === "" ? null : findArticleByCode(db, tenantId, code);
    if (article === null) return null;
    const stored = storedValues(article.customValues);
    const kept = wrong.filter(
      ({ field, index }) => stored[customFieldOf(field) ?? 0] === cellText(read.cells[index]),
    );
    if (kept.length === 0) return null;
    const indexes = new Set(kept.map(({ index }) => index));
    return { ...read, cells: Array.from(read.cells, (cell, index) => (indexes.has(index) ? null : cell)) };
  };
}
