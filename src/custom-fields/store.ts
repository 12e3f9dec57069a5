import { type RawBuilder, sql } from "kysely";
import type { CustomFieldType } from "../domain/custom-fields.ts";
import { CUSTOM_FIELD } from "../records/custom-field.ts";
import { bool, jsonObject, listProperties } from "../storage/database/json.ts";
import type { Flag } from "../storage/database/schema.ts";
import { writtenColumns } from "../storage/database/schema.ts";
import { sqlite, statement } from "../storage/database/statement.ts";
import { insertInto, updateTable } from "../storage/database/table-statements.ts";
import type { CustomField, CustomFieldUses, CustomValue } from "./shapes.ts";

// Queries of custom fields, and of their values in articles.

const ref = sql.ref;

/** The categories of the field `f` that are still there, as a JSON array; null: all. */
const categoryIds = sql<number[] | null>`json(iif(f.categoryIds IS NULL, NULL, (SELECT json_group_array(value)
  FROM json_each(f.categoryIds) WHERE value IN (SELECT oid FROM ${sql.table("articleCategory")}))))`;

const json = jsonObject<CustomField>({
  oid: ref("f.oid"),
  ...listProperties(CUSTOM_FIELD, "f"),
  categoryIds,
}).as("json");

const fieldsOf = (tenantId: number) =>
  sqlite
    .selectFrom("customField as f")
    .where("f.tenantId", "=", tenantId)
    .orderBy("f.position")
    .orderBy("f.oid");
const presentOf = (tenantId: number) => fieldsOf(tenantId).where("f.deleted", "=", sql.lit<Flag>(0));

export const all = statement((p: { tenantId: number }) => presentOf(p.tenantId).select(json));
export const detail = statement((p: { tenantId: number; oid: number }) =>
  presentOf(p.tenantId).where("f.oid", "=", p.oid).select(["f.change", json]),
);
/** All fields, deleted ones too. */
export const records = statement((p: { tenantId: number }) => fieldsOf(p.tenantId).selectAll("f"));
export const record = statement((p: { tenantId: number; oid: number }) =>
  presentOf(p.tenantId).where("f.oid", "=", p.oid).selectAll("f"),
);

const COLUMNS = writtenColumns(CUSTOM_FIELD);
export const insert = insertInto("customField", COLUMNS);
export const update = updateTable("customField", { set: COLUMNS, where: ["oid", "tenantId"] });
export const setPosition = updateTable("customField", { set: ["position"], where: ["oid"] });

/** The value of a field in the article `a`; NULL: none. */
export const valueIn = (fieldId: number | RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(a.customValues ->> ('$."' || CAST(${fieldId} AS INTEGER) || '"'))`;

interface UsesQuery {
  readonly tenantId: number;
  readonly oid: number;
  /** JSON array; null: all. */
  readonly categoryIds: string | null;
  /** Articles with a newer change alone; 0: all. */
  readonly since: number;
}
const articlesSince = (p: Pick<UsesQuery, "tenantId" | "since">) =>
  sql`${sql.table("article")} a WHERE a.tenantId = ${p.tenantId} AND a.change > ${p.since} AND a.deleted = 0`;
/** The uses of a field as if it had these categories, without `choices`, and the newest change of an article. */
export const uses = statement((p: UsesQuery) =>
  sqlite
    .selectFrom(
      sql<{ value: string | null; isInside: Flag }>`(SELECT ${valueIn(p.oid)} AS value,
        (${p.categoryIds} IS NULL OR a.categoryId IN (SELECT value FROM json_each(${p.categoryIds}))) AS isInside
        FROM ${articlesSince(p)})`.as("n"),
    )
    .select(
      jsonObject<Omit<CustomFieldUses, "choices"> & { readonly change: number }>({
        articles: sql<number>`count(value)`,
        outside: sql<number>`ifnull(sum(value IS NOT NULL AND NOT isInside), 0)`,
        missing: sql<number>`ifnull(sum(value IS NULL AND isInside), 0)`,
        change: sql<number>`ifnull((SELECT max(change) FROM ${sql.table("article")} WHERE tenantId = ${p.tenantId}), 0)`,
      }).as("json"),
    ),
);
/** The values in use, at most `limit`. */
export const valuesInUse = statement((p: Omit<UsesQuery, "categoryIds"> & { limit: number }) =>
  sqlite
    .selectFrom(
      sql<{ value: string | null }>`(SELECT ${valueIn(p.oid)} AS value FROM ${articlesSince(p)}
        AND a.customValues IS NOT NULL)`.as("n"),
    )
    .where(sql<boolean>`value IS NOT NULL`)
    .groupBy(sql`value`)
    .orderBy(sql`value`)
    .limit(p.limit)
    .select(
      jsonObject<CustomFieldUses["choices"][number]>({
        choice: sql<string>`value`,
        articles: sql<number>`count(*)`,
      }).as("json"),
    ),
);

/** The values of the article `a` as a JSON array, in the order of the fields. */
export const valuesJson = sql<CustomValue[]>`json((SELECT json_group_array(json(n.one)) FROM (
  SELECT ${jsonObject<CustomValue>({
    fieldId: ref("f.oid"),
    name: ref("f.name"),
    type: ref<CustomFieldType>("f.type"),
    unit: ref("f.unit"),
    value: sql<string>`v.value`,
    isDefined: bool(
      sql`f.deleted = 0 AND (f.categoryIds IS NULL OR a.categoryId IN (SELECT value FROM json_each(f.categoryIds)))`,
    ),
  })} AS one
  FROM json_each(ifnull(a.customValues, '{}')) v JOIN ${sql.table("customField")} f ON f.oid = CAST(v.key AS INTEGER)
  WHERE f.tenantId = a.tenantId ORDER BY f.position, f.oid) n))`;

/** The last change of a field of the article's tenant; 0: none. */
export const fieldsChange = sql<number>`ifnull((SELECT max(f.change) FROM ${sql.table("customField")} f
  WHERE f.tenantId = a.tenantId), 0)`;
