import { type RawBuilder, sql } from "kysely";
import { fold } from "../domain/text-folding.ts";
import { inEachLocale, type Locale } from "../i18n/locales.ts";
import { type CatalogueName, ofEachCatalogue } from "../records/catalogues.ts";
import { bool, type Json, jsonObject, numbersIn } from "../storage/database/json.ts";
import type { Flag } from "../storage/database/schema.ts";
import { sqlite, statement, withoutIndex } from "../storage/database/statement.ts";
import { deleteFrom, insertInto, updateTable } from "../storage/database/table-statements.ts";
import { articleStateName } from "./article-states.ts";
import type { CatalogueItem } from "./shapes.ts";

// Catalogue queries, the same for each catalogue. A tenant sees its own records and the global ones.

const inEach = <T>(make: (catalogue: CatalogueName, language: Locale) => T) =>
  ofEachCatalogue((catalogue) => inEachLocale((language) => make(catalogue, language)));

/** The visible records of a catalogue as `c`, with the tenant's settings as `s`. */
const visibleTo = (catalogue: CatalogueName, tenantId: number) =>
  sqlite
    .selectFrom(`${catalogue} as c`)
    .leftJoin("catalogueSetting as s", (join) =>
      join
        .on("s.tenantId", "=", tenantId)
        .on("s.catalogue", "=", sql.lit(catalogue))
        .onRef("s.recordId", "=", "c.oid"),
    )
    .where((eb) => eb.or([eb("c.tenantId", "=", tenantId), eb("c.tenantId", "is", null)]));

const nameIn = (catalogue: CatalogueName, language: Locale) =>
  catalogue === "articleState"
    ? articleStateName(sql.ref("c.oid"), sql.ref("c.name"), language)
    : sql.ref<string>("c.name");
const foldedIn = (catalogue: CatalogueName, language: Locale) =>
  catalogue === "articleState"
    ? articleStateName(sql.ref("c.oid"), sql.ref("c.nameFolded"), language, fold)
    : sql.ref<string>("c.nameFolded");

function json(catalogue: CatalogueName, language: Locale) {
  const fields = {
    oid: sql.ref<number>("c.oid"),
    name: nameIn(catalogue, language),
    isGlobal: bool(sql`${sql.ref("c.tenantId")} IS NULL`),
    isHidden: bool(sql`ifnull(${sql.ref("s.isHidden")}, 0)`),
  };
  const isDefault = bool(sql`ifnull(${sql.ref("s.isDefault")}, 0)`);
  const object: RawBuilder<Json<CatalogueItem>> =
    catalogue === "currencyType"
      ? jsonObject<CatalogueItem>({ ...fields, isDefault })
      : jsonObject<Omit<CatalogueItem, "isDefault">>(fields);
  return object.as("json");
}
const changed = sql<number>`max(${sql.ref("c.change")}, ifnull(${sql.ref("s.change")}, 0))`.as("change");

/** In the tenant's order. Records without a position follow, by name. */
const inOrder = (catalogue: CatalogueName, language: Locale, tenantId: number) =>
  visibleTo(catalogue, tenantId)
    .orderBy(sql`${sql.ref("s.position")} IS NULL`)
    .orderBy("s.position")
    .orderBy(foldedIn(catalogue, language))
    .orderBy("c.oid");

export const all = inEach((catalogue, language) =>
  statement((p: { tenantId: number }) =>
    inOrder(catalogue, language, p.tenantId).select(json(catalogue, language)),
  ),
);
export const order = inEach((catalogue, language) =>
  statement((p: { tenantId: number }) =>
    inOrder(catalogue, language, p.tenantId).select(["c.oid", "s.position"]),
  ),
);
/** Ids of the records, up to a limit. */
export const idsUpTo = ofEachCatalogue((catalogue) =>
  statement((p: { tenantId: number; limit: number }) =>
    visibleTo(catalogue, p.tenantId).select("c.oid").limit(p.limit),
  ),
);
export const detail = inEach((catalogue, language) =>
  statement((p: { tenantId: number; oid: number }) =>
    visibleTo(catalogue, p.tenantId)
      .where("c.oid", "=", p.oid)
      .select([changed, json(catalogue, language)]),
  ),
);
export const record = ofEachCatalogue((catalogue) =>
  statement((p: { tenantId: number; oid: number }) =>
    visibleTo(catalogue, p.tenantId)
      .where("c.oid", "=", p.oid)
      .select(["c.oid", "c.tenantId", "c.name", changed]),
  ),
);
export const names = ofEachCatalogue((catalogue) =>
  statement((p: { tenantId: number }) =>
    sqlite
      .selectFrom(catalogue)
      .select(["oid", "name"])
      .where((eb) => eb.or([eb("tenantId", "=", p.tenantId), eb("tenantId", "is", null)]))
      .orderBy("tenantId", (order) => order.desc().nullsLast())
      .orderBy("oid"),
  ),
);
export const byName = ofEachCatalogue((catalogue) =>
  statement((p: { tenantId: number; nameKey: string }) =>
    visibleTo(catalogue, p.tenantId).where("c.nameKey", "=", p.nameKey).select("c.oid"),
  ),
);

const COLUMNS = ["tenantId", "name", "nameKey", "nameFolded", "change"] as const;
export const insert = ofEachCatalogue((catalogue) => insertInto(catalogue, COLUMNS));
export const update = ofEachCatalogue((catalogue) =>
  updateTable(catalogue, { set: COLUMNS, where: ["tenantId", "oid"] }),
);
export const remove = ofEachCatalogue((catalogue) => deleteFrom(catalogue, ["tenantId", "oid"]));

export const removeAll = ofEachCatalogue((catalogue) =>
  statement((p: { tenantId: number; oids: string }) =>
    sqlite
      .deleteFrom(catalogue)
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where("oid", "in", numbersIn(p.oids)),
  ),
);

interface SettingKey {
  readonly tenantId: number;
  readonly catalogue: CatalogueName;
  readonly recordId: number;
  readonly change: number;
}
const settingOf = (p: SettingKey) => ({
  tenantId: p.tenantId,
  catalogue: p.catalogue,
  recordId: p.recordId,
  change: p.change,
});

const UNSET = { position: null, isHidden: 0, isDefault: 0 } as const;

const setFlag = (flag: "isHidden" | "isDefault") =>
  statement((p: SettingKey & { value: Flag }) =>
    sqlite
      .insertInto("catalogueSetting")
      .values({ ...settingOf(p), ...UNSET, [flag]: p.value })
      .onConflict((conflict) =>
        conflict
          .columns(["tenantId", "catalogue", "recordId"])
          .doUpdateSet({ [flag]: p.value, change: p.change }),
      ),
  );
export const setHidden = setFlag("isHidden");
/** At most one record of a list is the default one. */
export const setDefault = setFlag("isDefault");
/** The default record of a list; none where the tenant has chosen none. */
export const defaultRecord = statement((p: { tenantId: number; catalogue: CatalogueName }) =>
  sqlite
    .selectFrom("catalogueSetting as s")
    .where("s.tenantId", "=", p.tenantId)
    .where("s.catalogue", "=", p.catalogue)
    .where("s.isDefault", "=", 1)
    .select("s.recordId"),
);
/** Shifting a record does not change its version: its `change` stays. */
export const setPosition = statement((p: SettingKey & { position: number }) =>
  sqlite
    .insertInto("catalogueSetting")
    .values({ ...settingOf(p), ...UNSET, position: p.position })
    .onConflict((conflict) =>
      conflict.columns(["tenantId", "catalogue", "recordId"]).doUpdateSet((eb) => ({
        position: p.position,
        change: sql<number>`max(${eb.ref("catalogueSetting.change")}, ${eb.ref("excluded.change")})`,
      })),
    ),
);
