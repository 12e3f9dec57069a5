import { sql } from "kysely";
import { fieldsChange, valuesJson } from "../custom-fields/custom-field.ts";
import type { Pack } from "../domain/packs.ts";
import { inEachLocale, type Locale } from "../i18n/locales.ts";
import { ARTICLE } from "../records/article.ts";
import { jsonObject, terminalProperties } from "../storage/database/json.ts";
import { statement } from "../storage/database/statement.ts";
import { ownedChange, ownedFields } from "./owned.ts";
import type { ArticleDetail, FullArticle, MoreFields } from "./shapes.ts";
import { articlesOf, detailProperties, shownChanges } from "./store.ts";

// The detail with all fields.

const packsJson = () => sql<Pack[]>`json(ifnull(a.packs, '[]'))`;

function fullDetails(tenantId: number, language: Locale) {
  const json = jsonObject<FullArticle>({
    ...detailProperties<ArticleDetail>("detail", language),
    ...detailProperties<FullArticle>("full", language),
    fields: valuesJson,
    packs: packsJson(),
    ownedFields: ownedFields(),
  });
  return articlesOf(tenantId).select([
    "a.change",
    sql<number>`max(${sql.join([...shownChanges("full"), ownedChange(), fieldsChange])})`.as("shown"),
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
        ...terminalProperties(ARTICLE, "a"),
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
