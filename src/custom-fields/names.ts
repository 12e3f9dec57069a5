import { Conflict, Invalid } from "../domain/errors.ts";
import { msg } from "../domain/message.ts";
import { columnKey, nameKey } from "../domain/text-folding.ts";

// Tables of articles have a column for each custom field. A header must mean one column only.

/** What a field is named by, in tables too. */
interface FieldName {
  readonly name: string;
  readonly unit?: string | null | undefined;
}

/** The headers of the column of a field: its name, and its name with the unit. */
export function headersOfField({ name, unit = null }: FieldName): readonly [string, ...string[]] {
  return unit === null ? [name] : [name, `${name} (${unit})`];
}

/**
 * Throws Conflict if one of the `others` has the name, Invalid if it is that of another column of articles: `reserved`, by
 * `columnKey`.
 */
export function assertNameIsFree(
  field: FieldName,
  others: readonly FieldName[],
  reserved: ReadonlySet<string>,
): void {
  const keys = keysOf(field);
  if (keys.includes("")) throw Invalid.field("name", msg("must contain a letter or a digit"));
  if (keys.some((key) => reserved.has(key)))
    throw Invalid.field("name", msg("is the name of a column of the articles table. Choose another name"));
  const holder = others.find((other) => keysOf(other).some((key) => keys.includes(key)));
  if (holder === undefined) return;
  throw new Conflict(msg("There is already a custom field named {name}.", { name: holder.name }), [
    { path: "name", text: msg("is taken by another custom field") },
  ]);
}

/** True if both have the same names in tables. */
export function isSameName(a: FieldName, b: FieldName): boolean {
  return nameKey(a.name) === nameKey(b.name) && keysOf(a).join() === keysOf(b).join();
}

const keysOf = (field: FieldName) => headersOfField(field).map(columnKey);
