import { type RawBuilder, sql } from "kysely";
import { findCatalogueName } from "../catalogue/catalogue.ts";
import { assertNoErrors } from "../domain/errors.ts";
import { type OwnableField, ownedChanges } from "../master-data/ownership.ts";
import type { Db } from "../storage/database/statement.ts";

/** The fields of an article that the head office may own. */
interface OwnableFields {
  readonly code?: string | null | undefined;
  readonly name?: string | undefined;
  readonly categoryId?: number | undefined;
}

/** These fields of an article, all present. */
type Stored = { readonly code: string | null; readonly name: string; readonly categoryId: number };

/** Throws Invalid where an edit would change fields that the head office owns. `record` null: a new article. */
export function assertNotOwned(db: Db, tenantId: number, record: Stored | null, fields: OwnableFields): void {
  const { code, name, categoryId } = { ...record, ...withoutAbsent(fields) };
  if (name === undefined || categoryId === undefined) return;
  const valuesOf = (stored: Stored) => ({
    ...stored,
    category: () => findCatalogueName(db, "articleCategory", tenantId, stored.categoryId),
  });
  const after = valuesOf({ code: code ?? null, name, categoryId });
  const errors = ownedChanges(db, tenantId, record && valuesOf(record), after);
  assertNoErrors(errors.map(({ path, text }) => ({ path: path === "category" ? "categoryId" : path, text })));
}

function withoutAbsent({ code, name, categoryId }: OwnableFields): OwnableFields {
  return {
    ...(code !== undefined && { code }),
    ...(name !== undefined && { name }),
    ...(categoryId !== undefined && { categoryId }),
  };
}

/** One column of what the head office owns of the article `a`. */
const masterColumn = <T>(column: string) =>
  sql<T>`(SELECT ${sql.raw(column)} FROM ${sql.table("masterArticle")} m
    WHERE m.tenantId = ${sql.ref("a.tenantId")} AND m.code = ${sql.ref("a.code")})`;

/** The fields of the article `a` that the head office owns, as a JSON array. */
export function ownedFields(): RawBuilder<OwnableField[]> {
  const names = `'["code"' || iif(m.name IS NULL, '', ',"name"') || iif(m.category IS NULL, '', ',"category"') || ']'`;
  return sql`json(ifnull(${masterColumn(names)}, '[]'))`;
}

/** The last change of what the head office owns of the article `a`; 0: none. */
export const ownedChange = () => sql<number>`ifnull(${masterColumn("m.change")}, 0)`;
