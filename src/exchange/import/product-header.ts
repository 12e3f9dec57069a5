import { msg } from "../../domain/message.ts";
import { columnKey } from "../../domain/text-folding.ts";
import { textIn } from "../../i18n/text.ts";
import type { ReadRow } from "../../platform/tables/source.ts";
import { columnName } from "../../platform/tables/xlsx-parts.ts";
import type { Column } from "./columns.ts";
import { type Header, headersOf } from "./header.ts";
import type { MappedField, ProductChoice, ProductFile } from "./products/product-file.ts";
import { PRODUCT_FILES } from "./products/registry.ts";
import { customFieldName } from "./products/value-rules.ts";
import { customFieldOf, type Field } from "./values.ts";

/** A field with the indexes of the columns that hold it, the preferred one first. */
export interface FieldSource extends Pick<MappedField, "rule" | "except" | "isJoined" | "left"> {
  readonly field: Field;
  readonly indexes: readonly number[];
}

/** The header of a product's file. */
export interface ProductHeader {
  readonly file: ProductFile;
  readonly header: Header;
  /** In the order of the header's columns. */
  readonly sources: readonly FieldSource[];
}

/** The indexes of the columns with one of these names, in the order of the names. */
export function indexesOf(headers: readonly string[], names: readonly string[]): number[] {
  const keys = headers.map(columnKey);
  return names.flatMap((name) => {
    const key = columnKey(name);
    return keys.flatMap((one, index) => (one === key ? [index] : []));
  });
}

/** Finds the product whose file has this header row: the chosen one, else the first that is recognised; null: none. */
export function findProduct(
  row: ReadRow | null,
  choice: ProductChoice | null | undefined,
): ProductFile | null {
  if (choice === "none" || row === null) return null;
  if (choice) return PRODUCT_FILES.find(({ id }) => id === choice) ?? null;
  const headers = headersOf(row);
  const isOf = ({ signature }: ProductFile) =>
    signature.every((names) => indexesOf(headers, names).length > 0);
  return PRODUCT_FILES.find(isOf) ?? null;
}

/** The first row that a product's file begins with; null: none of them. */
export function findProductRow(rows: readonly ReadRow[]): ReadRow | null {
  return rows.find((row) => findProduct(row, null) !== null) ?? null;
}

/** Matches the columns of a product's file. `byIndex`: fields that a person chose, which have precedence. */
export function readProductHeader(
  file: ProductFile,
  all: readonly Column[],
  row: ReadRow,
  byIndex: ReadonlyMap<number, Field | null>,
): ProductHeader {
  const headers = headersOf(row);
  let sources: FieldSource[] = [...sourcesOf(file, headers), ...customSources(file, all, headers)];
  for (const [index, field] of byIndex) {
    if (sources.some((one) => one.field === field && one.indexes[0] === index)) continue;
    sources = sources.filter((one) => one.field !== field && one.indexes[0] !== index);
    if (field !== null) sources.push({ field, indexes: [index] });
  }
  const columns = sources.flatMap(({ field, indexes: [index = 0] }) => {
    const column = all.find((one) => one.field === field);
    return column === undefined ? [] : [{ ...column, index, header: headers[index] || columnName(index) }];
  });
  const missing = all.filter(({ field, isKey }) => isKey && !sources.some((one) => one.field === field));
  const errors = missing.map(({ field, title }) => {
    return { column: null, message: msg("The column {column} is missing.", { column: title }), field };
  });
  return { file, header: { row: row.number, headers, columns, errors }, sources };
}

function sourcesOf({ fields }: ProductFile, headers: readonly string[]): FieldSource[] {
  return fields.flatMap(({ from, ...field }) => {
    const indexes = indexesOf(headers, from);
    return indexes.length === 0 ? [] : [{ ...field, indexes }];
  });
}

/** The columns that no field of the product takes, and that have the name of a custom field. */
function customSources(file: ProductFile, all: readonly Column[], headers: readonly string[]): FieldSource[] {
  const taken = new Set(file.fields.flatMap(({ from }) => indexesOf(headers, from)));
  return all.flatMap(({ field, title }) => {
    if (customFieldOf(field) === null) return [];
    const key = columnKey(textIn(title, "en"));
    const index = headers.findIndex(
      (header, at) => !taken.has(at) && columnKey(customFieldName(file, header)) === key,
    );
    return index === -1 ? [] : [{ field, indexes: [index] }];
  });
}
