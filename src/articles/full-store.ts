import { sql } from "kysely";
import { fieldsChange, valuesJson } from "../custom-fields/custom-field.ts";
import type { Pack } from "../domain/packs.ts";
import { inEachLocale, type Locale } from "../i18n/locales.ts";
import { jsonObject, objectOrNull } from "../storage/database/json.ts";
import { statement } from "../storage/database/statement.ts";
import { ownedChange, ownedFields } from "./owned.ts";
import type { FullArticle, MoreFields } from "./shapes.ts";
import { articlesOf, detailProperties, lookUp, shownChanges } from "./store.ts";

// The detail with all fields.

const packsJson = () => sql<Pack[]>`json(ifnull(a.packs, '[]'))`;

function fullDetails(tenantId: number, language: Locale) {
  const ref = sql.ref;
  const currency = {
    oid: ref<number>("a.currencyTypeId"),
    name: lookUp<string>("currencyType", "name", "a.currencyTypeId"),
  };
  const json = jsonObject<FullArticle>({
    ...detailProperties(language),
    note: ref("a.note"),
    invoiceNo: ref("a.invoiceNo"),
    dtBuy: ref("a.buyDate"),
    currencyType: objectOrNull<{ oid: number; name: string }>(ref("a.currencyTypeId"), currency),
    warrantyEnd: ref("a.warrantyEnd"),
    supplier: ref("a.supplier"),
    fields: valuesJson,
    packs: packsJson(),
    ownedFields: ownedFields(),
  });
  const currencyChange = sql`ifnull(${lookUp<number>("currencyType", "change", "a.currencyTypeId")}, 0)`;
  return articlesOf(tenantId).select([
    "a.change",
    sql<number>`max(${sql.join([...shownChanges(), currencyChange, ownedChange(), fieldsChange])})`.as(
      "shown",
    ),
    json.as("json"),
  ]);
}

/** Warranty, supplier and custom values, for every role. */
export const fieldsById = statement((p: { tenantId: number; oid: number }) =>
  articlesOf(p.tenantId)
    .where("a.oid", "=", p.oid)
    .select([
      "a.change",
      sql<number>`max(a.change, ${fieldsChange})`.as("shown"),
      jsonObject<MoreFields>({
        warrantyEnd: sql.ref("a.warrantyEnd"),
        supplier: sql.ref("a.supplier"),
        fields: valuesJson,
        packs: packsJson(),
      }).as("json"),
    ]),
);

export const fullById = inEachLocale((language) =>
  statement((p: { tenantId: number; oid: number }) =>
    fullDetails(p.tenantId, language).where("a.oid", "=", p.oid),
  ),
);
