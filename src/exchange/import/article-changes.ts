import type { ArticleFields, ArticleRecord } from "../../articles/article.ts";
import { ArticleState } from "../../catalogue/catalogue.ts";
import { plainNumber } from "../../platform/tables/cell.ts";
import { ARTICLE } from "../../records/article.ts";
import { columnOf, type Field as Declared, fieldsIn } from "../../records/record.ts";
import type { ArticleNames, NamedRecords } from "./article-names.ts";
import { packsChange } from "./pack-list.ts";
import type { FieldChange } from "./plan-result.ts";
import type { Field, Values } from "./values.ts";

/** The fields that tables have, without the code, by which articles are found. */
const FIELDS = fieldsIn(ARTICLE, "cells").filter(([name]) => name !== "code");

/** The fields of a row that are no references. */
export function givenFields(values: Values): ArticleFields {
  const given = FIELDS.filter(([, { kind }]) => kind !== "reference").map(([name]) => [
    name,
    values[name as Field],
  ]);
  // The values of a row have the types of the fields that their columns stand for.
  return Object.fromEntries(given) as ArticleFields;
}

/** The fields that a row changes. A new article without a state is In stock. */
export function articleChanges(
  names: ArticleNames,
  values: Values,
  named: NamedRecords,
  record: ArticleRecord | null,
): FieldChange[] {
  const changes = FIELDS.map(([name, field]) => {
    const before = record?.[columnOf(name, field) as keyof ArticleRecord] ?? null;
    return field.kind === "reference"
      ? referenceChange(names, named, record, (field.cells?.name ?? name) as keyof ArticleNames)
      : valueChange(name as Field, field, { before, after: values[name as Field], isNew: record === null });
  });
  return [...changes.filter((change) => change !== null), ...packsChange(record, values.packs)];
}

function valueChange(
  field: Field,
  { kind }: Declared,
  { before, after, isNew }: { before: unknown; after: unknown; isNew: boolean },
): FieldChange | null {
  if (after === undefined || after === before) return null;
  const shown = (value: unknown) =>
    value === null ? null : kind === "money" ? plainNumber(Number(value) / 10_000) : String(value);
  return { field, before: isNew ? null : shown(before), after: shown(after) };
}

function referenceChange(
  names: ArticleNames,
  named: NamedRecords,
  record: ArticleRecord | null,
  field: keyof ArticleNames,
): FieldChange | null {
  const before = record?.[`${field}Id`] ?? null;
  const inStock = record === null && field === "state" ? ArticleState.InStock : null;
  const after = named[field];
  const oid = after === undefined ? inStock : after.oid;
  if ((after === undefined && inStock === null) || (oid !== null && oid === before)) return null;
  const name = after?.name ?? names[field].nameOf(inStock);
  return { field, before: record && names[field].nameOf(before), after: name };
}
