import { type FieldError, Invalid } from "../domain/errors.ts";
import { type Message, msg } from "../domain/message.ts";
import { nameKey } from "../domain/text-folding.ts";
import type { Db, Tx } from "../storage/database/statement.ts";
import * as store from "./store.ts";

// Which fields of an article the head office owns, and the rule for edits at the site. A site compares codes exactly, and so does
// the rule.

/** The values of an article that the head office owns. Null: the site owns the field. */
export interface OwnedValues {
  readonly name: string | null;
  /** Name of the category. */
  readonly category: string | null;
}

/** The values of an article that the head office may own. */
interface OwnableValues {
  readonly code: string | null;
  readonly name: string;
  /** Name of the category. Called only where the head office owns it. */
  category(): string | null;
}

/** A field that the head office may own. */
export type OwnableField = "code" | keyof OwnedValues;

/** A further field needs an entry here, and a column in `masterArticle` and in the head office. */
const FIELDS: Readonly<
  Record<
    keyof OwnedValues,
    { read(values: OwnableValues): string | null; isSame(a: string, b: string): boolean }
  >
> = {
  name: { read: ({ name }) => name, isSame: (a, b) => a === b },
  // The names of a list ignore case.
  category: { read: (values) => values.category(), isSame: (a, b) => nameKey(a) === nameKey(b) },
};
const NAMES = Object.keys(FIELDS) as (keyof OwnedValues)[];

/** The values that the head office owns of the article with exactly this code; null: none. */
export function findOwned(db: Db, tenantId: number, code: string): OwnedValues | null {
  return store.byCode.first(db, { tenantId, code });
}

/** True if a field has the value that the head office owns, or is not owned. */
export function hasOwnedValue(field: keyof OwnedValues, owned: OwnedValues, value: string | null): boolean {
  const required = owned[field];
  return required === null || (value !== null && FIELDS[field].isSame(required, value));
}

/**
 * The owned fields that an edit would change, each as an error whose path is the field. `before`: null for a new article, which
 * must have the owned values, as must an article that gets an owned code. Other edits may repeat the present values, because those
 * of the head office may arrive at any time.
 */
export function ownedChanges(
  db: Db,
  tenantId: number,
  before: OwnableValues | null,
  after: OwnableValues,
): FieldError[] {
  const oldCode = before?.code ?? null;
  if (oldCode !== null && oldCode !== after.code && findOwned(db, tenantId, oldCode) !== null)
    return [{ path: "code" satisfies OwnableField, text: OWNED }];
  const owned = after.code === null ? null : findOwned(db, tenantId, after.code);
  if (owned === null) return [];
  const same = oldCode === after.code ? before : null;
  return NAMES.flatMap((field) => {
    const { read, isSame } = FIELDS[field];
    const required = owned[field];
    if (required === null) return [];
    const value = read(after);
    if (value !== null && isSame(value, required)) return [];
    const present = same && read(same);
    if (present !== null && value !== null && isSame(value, present)) return [];
    return [{ path: field, text: msg("is owned by the head office: {value}", { value: required }) }];
  });
}

const OWNED: Message = msg("is owned by the head office");

/** True if the head office owns the category of some article, and it has this name. */
function isOwnedCategory(db: Db, tenantId: number, name: string): boolean {
  return store.ofCategory.first(db, { tenantId, categoryKey: nameKey(name) }) !== null;
}

/** Throws Invalid if articles have a category of this name by the head office. */
export function assertCategoryNotOwned(db: Db, tenantId: number, name: string, path: string): void {
  if (isOwnedCategory(db, tenantId, name))
    throw Invalid.field(path, msg("The head office owns the category {name} of articles.", { name }));
}

/** Saves the values that the head office owns of an article; null: none any more. */
export function saveOwned(tx: Tx, tenantId: number, code: string, owned: OwnedValues | null): void {
  if (owned === null) {
    store.remove.run(tx, { tenantId, code });
    return;
  }
  const { name, category } = owned;
  const categoryKey = category === null ? null : nameKey(category);
  store.save.run(tx, { tenantId, code, name, category, categoryKey, change: tx.change });
}
