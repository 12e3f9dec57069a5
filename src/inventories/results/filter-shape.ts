import { sql } from "kysely";
import { z } from "zod";
import type { ItemFilter } from "../../domain/item-views.ts";
import { parsedRows } from "../../storage/database/json.ts";
import type { Reader } from "../../storage/database/reader.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { type FilterShape, shapeOf } from "../items/item-filter.ts";

/** Whose items are read. */
export interface ResultScope {
  readonly tenantId: number;
  readonly inventoryId: number;
}

/** A look-up of an article costs as much as this many articles of a scan. */
const SCANNED_PER_LOOKUP = 8;

const amounts = statement((p: ResultScope) =>
  sqlite.selectNoFrom(
    sql<string>`json_array(
      (SELECT count(*) FROM ${sql.table("inventoryItem")} WHERE inventoryId = ${p.inventoryId}),
      (SELECT count(*) FROM ${sql.table("article")} WHERE tenantId = ${p.tenantId}))`.as("json"),
  ),
);
const Amounts = z.tuple([z.tuple([z.int(), z.int()])]);

/** The shape of a filter for all items of an inventory. With words: whichever way of finding them reads less. */
export async function wholeShapeOf(
  reader: Reader,
  scope: ResultScope,
  filter: ItemFilter,
): Promise<FilterShape> {
  const shape = shapeOf(filter);
  if (shape.wordCount === 0) return shape;
  const [[items, articles]] = Amounts.parse(parsedRows(await reader.rows(amounts.bound(scope))));
  return { ...shape, scansArticles: items * SCANNED_PER_LOOKUP > articles };
}
