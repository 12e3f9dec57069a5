import { z } from "zod";
import { MAX_CHOICES } from "../domain/custom-fields.ts";
import { Conflict, type FieldError } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { listInMainThread, parsedRows } from "../storage/database/json.ts";
import type { Reader } from "../storage/database/reader.ts";
import type { Db } from "../storage/database/statement.ts";
import type { CustomFieldRecord, NewCustomField } from "./custom-field.ts";
import { CustomFieldUses } from "./shapes.ts";
import * as store from "./store.ts";

// The uses of a field, and which changes they prevent. No change of a field changes the values of articles: what is refused
// here would leave values that the field no longer permits, so the caller confirms it (`force`).

/** The uses of a field by articles, counted before a transaction. */
export interface CountedUses {
  readonly uses: CustomFieldUses;
  /** Articles with a newer change may not be counted. */
  readonly change: number;
}

const Counted = z.tuple([CustomFieldUses.omit({ choices: true }).extend({ change: z.int() })]);
const Values = z.array(CustomFieldUses.shape.choices.element);
/** Choices that were removed may be in use too. */
const MAX_VALUES = 3 * MAX_CHOICES;

type Counting = Pick<CustomFieldRecord, "tenantId" | "oid" | "type">;

/**
 * Counts the uses of a field in the reader thread, because a tenant may have a million articles. `categoryIds`: those that the field
 * will have.
 */
export async function countUses(
  reader: Reader,
  { tenantId, oid, type }: Counting,
  categoryIds: readonly number[] | null,
): Promise<CountedUses> {
  const query = { tenantId, oid, categoryIds: categoryIds && JSON.stringify(categoryIds), since: 0 };
  const [{ change, ...counted }] = Counted.parse(parsedRows(await reader.rows(store.uses.bound(query))));
  if (type !== "choice") return { uses: { ...counted, choices: [] }, change };
  const values = await reader.rows(store.valuesInUse.bound({ ...query, limit: MAX_VALUES }));
  return { uses: { ...counted, choices: Values.parse(parsedRows(values)) }, change };
}

/** The uses by articles that have changed since the count. */
function usesSince(
  db: Db,
  { tenantId, oid }: Counting,
  categoryIds: readonly number[] | null,
  since: number,
): CustomFieldUses {
  const query = { tenantId, oid, categoryIds: categoryIds && JSON.stringify(categoryIds), since };
  const [{ change: _, ...counted }] = Counted.parse(JSON.parse(listInMainThread(db, store.uses, query)));
  const values = listInMainThread(db, store.valuesInUse, { ...query, limit: MAX_VALUES });
  return { ...counted, choices: Values.parse(JSON.parse(values)) };
}

/**
 * Throws Conflict where articles have values that the field would not permit after the change: those that were counted, and those
 * that have changed since. `after` null: the field is deleted. A type changes only to text while there are values, even if
 * `isForced`: every value is a text.
 */
export function assertUsesPermit(
  db: Db,
  before: CustomFieldRecord,
  after: NewCustomField | null,
  { uses, change }: CountedUses,
  isForced: boolean,
): void {
  assertPermitted(before, after, uses, isForced);
  assertPermitted(before, after, usesSince(db, before, after?.categoryIds ?? null, change), isForced);
}

function assertPermitted(
  before: CustomFieldRecord,
  after: NewCustomField | null,
  uses: CustomFieldUses,
  isForced: boolean,
): void {
  if (after !== null && after.type !== before.type && after.type !== "text" && uses.articles > 0)
    throw new Conflict(
      msg(
        "{count, plural, one {# article has} other {# articles have}} a value of this field: its type can only become text.",
        {
          count: uses.articles,
        },
      ),
      [{ path: "type", text: msg("can only become text") }],
    );
  if (isForced) return;
  const errors =
    after === null ? deletion(uses) : [...narrowed(before, after, uses), ...removed(before, after, uses)];
  if (errors.length === 0) return;
  throw new Conflict(
    msg(
      "Articles have values that this field would no longer permit. They stay until somebody removes them. Confirm the change.",
    ),
    errors,
  );
}

const countText = (count: number) => msg("{count, plural, one {# article} other {# articles}}", { count });

function deletion({ articles }: CustomFieldUses): FieldError[] {
  return articles === 0 ? [] : [{ path: "articles", text: countText(articles) }];
}

/** The articles whose category loses the field. */
function narrowed(
  before: CustomFieldRecord,
  after: NewCustomField,
  { outside }: CustomFieldUses,
): FieldError[] {
  const categories = after.categoryIds ?? null;
  const isNarrower =
    categories !== null &&
    (before.categoryIds === null || before.categoryIds.some((one) => !categories.includes(one)));
  return isNarrower && outside > 0 ? [{ path: "categoryIds", text: countText(outside) }] : [];
}

/** The choices in use that the field loses. */
function removed(before: CustomFieldRecord, after: NewCustomField, uses: CustomFieldUses): FieldError[] {
  if (after.type !== "choice") return [];
  const lost = (before.choices ?? []).filter((one) => !after.choices?.includes(one));
  return uses.choices
    .filter(({ choice }) => lost.includes(choice))
    .map(({ choice, articles }) => ({
      path: "choices",
      text: msg("{choice}: {articles}", { choice, articles: countText(articles) }),
    }));
}
