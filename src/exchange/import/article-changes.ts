import type { ArticleRecord } from "../../articles/article.ts";
import { ArticleState } from "../../catalogue/catalogue.ts";
import { plainNumber } from "../../platform/tables/cell.ts";
import type { ArticleNames, NamedRecords } from "./article-names.ts";
import { packsChange } from "./pack-list.ts";
import type { FieldChange } from "./plan-result.ts";
import type { Values } from "./values.ts";

const REST = ["serialNumber", "rfId", "user", "responsibleUser"] as const;
const PURCHASE = ["note", "invoiceNo", "supplier", "warrantyEnd"] as const;
const plain = (value: unknown) => (value === null || value === undefined ? null : String(value));
const money = (value: unknown) => (typeof value === "number" ? plainNumber(value / 10_000) : null);

/** The fields that a row changes. A new article without a state is In stock. */
export function articleChanges(
  names: ArticleNames,
  values: Values,
  named: NamedRecords,
  record: ArticleRecord | null,
): FieldChange[] {
  const changes: FieldChange[] = [];
  for (const field of ["name", "category", "type", "state", "price", ...REST] as const) {
    if (field === "price" || field === "name" || field === "serialNumber" || field === "rfId") {
      const [before, after] = [record?.[field] ?? null, values[field]];
      if (after === undefined || after === before) continue;
      const shown = field === "price" ? money : plain;
      changes.push({ field, before: record && shown(before), after: shown(after) });
    } else {
      const before = record?.[`${field}Id`] ?? null;
      const inStock = record === null && field === "state" ? ArticleState.InStock : null;
      const after = named[field];
      const oid = after === undefined ? inStock : after.oid;
      if ((after === undefined && inStock === null) || (oid !== null && oid === before)) continue;
      const name = after?.name ?? names[field].nameOf(inStock);
      changes.push({ field, before: record && names[field].nameOf(before), after: name });
    }
  }
  const stored = record && { ...record, dtBuy: record.buyDate };
  for (const field of [...PURCHASE, "dtBuy"] as const) {
    const [before, after] = [stored?.[field] ?? null, values[field]];
    if (after !== undefined && after !== before) changes.push({ field, before: record && before, after });
  }
  return [...changes, ...packsChange(record, values.packs)];
}
