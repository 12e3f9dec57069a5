import { sql } from "kysely";
import { bool, jsonObject } from "../storage/json.ts";
import type { CatalogueTables } from "../storage/schema/articles.ts";
import { sqlite, statement } from "../storage/statement.ts";
import type { CatalogueItem } from "./shapes.ts";

// The queries of a catalogue, the same for each. A tenant sees its own records and the global ones.

export type CatalogueName = keyof CatalogueTables;

/** The same thing made for each catalogue. */
export function ofEach<T>(make: (catalogue: CatalogueName) => T): Readonly<Record<CatalogueName, T>> {
  return {
    articleCategory: make("articleCategory"),
    articleType: make("articleType"),
    articleState: make("articleState"),
    currencyType: make("currencyType"),
    articleDisposalMethod: make("articleDisposalMethod"),
    articleDisposalReason: make("articleDisposalReason"),
  };
}

const seenBy = (catalogue: CatalogueName, tenantId: number) =>
  sqlite
    .selectFrom(`${catalogue} as c`)
    .where((eb) => eb.or([eb("c.tenantId", "=", tenantId), eb("c.tenantId", "is", null)]));

const json = () =>
  jsonObject<CatalogueItem>({
    oid: sql.ref("c.oid"),
    name: sql.ref("c.name"),
    isGlobal: bool(sql`${sql.ref("c.tenantId")} IS NULL`),
  }).as("json");

export const all = ofEach((catalogue) =>
  statement((p: { tenantId: number }) =>
    seenBy(catalogue, p.tenantId).orderBy("c.nameFolded").orderBy("c.oid").select(json()),
  ),
);
export const some = ofEach((catalogue) =>
  statement((p: { tenantId: number; most: number }) =>
    seenBy(catalogue, p.tenantId).select("c.oid").limit(p.most),
  ),
);
export const detail = ofEach((catalogue) =>
  statement((p: { tenantId: number; oid: number }) =>
    seenBy(catalogue, p.tenantId).where("c.oid", "=", p.oid).select(["c.change", json()]),
  ),
);
export const record = ofEach((catalogue) =>
  statement((p: { tenantId: number; oid: number }) =>
    seenBy(catalogue, p.tenantId)
      .where("c.oid", "=", p.oid)
      .select(["c.oid", "c.tenantId", "c.name", "c.change"]),
  ),
);
export const byName = ofEach((catalogue) =>
  statement((p: { tenantId: number; nameKey: string }) =>
    seenBy(catalogue, p.tenantId).where("c.nameKey", "=", p.nameKey).select("c.oid"),
  ),
);

interface Columns {
  readonly tenantId: number;
  readonly name: string;
  readonly nameKey: string;
  readonly nameFolded: string;
  readonly change: number;
}
const columnsOf = (p: Columns): Columns => ({
  tenantId: p.tenantId,
  name: p.name,
  nameKey: p.nameKey,
  nameFolded: p.nameFolded,
  change: p.change,
});
export const insert = ofEach((catalogue) =>
  statement((p: Columns) => sqlite.insertInto(catalogue).values(columnsOf(p))),
);
export const update = ofEach((catalogue) =>
  statement((p: Columns & { oid: number }) =>
    sqlite
      .updateTable(catalogue)
      .set(columnsOf(p))
      .where("tenantId", "=", p.tenantId)
      .where("oid", "=", p.oid),
  ),
);
export const remove = ofEach((catalogue) =>
  statement((p: { tenantId: number; oid: number }) =>
    sqlite.deleteFrom(catalogue).where("tenantId", "=", p.tenantId).where("oid", "=", p.oid),
  ),
);
