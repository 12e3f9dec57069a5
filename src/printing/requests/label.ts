import { sql } from "kysely";
import { storedValues } from "../../articles/custom-values.ts";
import { catalogueStateName } from "../../catalogue/article-states.ts";
import { listCustomFields } from "../../custom-fields/custom-field.ts";
import { storedForm } from "../../domain/custom-fields.ts";
import { msg } from "../../domain/message.ts";
import { textIn } from "../../i18n/text.ts";
import { readSettings } from "../../settings/settings.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import type { LabelValues } from "../languages/template-text.ts";
import { gs1Values, SAMPLE_GS1 } from "./gs1-values.ts";

const articleRow = statement((p: { tenantId: number; articleId: number }) =>
  sqlite
    .selectFrom("article as a")
    .innerJoin("articleCategory as c", "c.oid", "a.categoryId")
    .innerJoin("articleType as t", "t.oid", "a.typeId")
    .innerJoin("articleState as s", "s.oid", "a.stateId")
    .innerJoin("tenant as n", "n.oid", "a.tenantId")
    .leftJoin("user as u", "u.oid", "a.userId")
    .leftJoin("user as r", "r.oid", "a.responsibleUserId")
    .leftJoin("articleLocation as p", (join) =>
      join.on("p.oid", "=", (eb) =>
        eb
          .selectFrom("articleLocation as most")
          .select("most.oid")
          .whereRef("most.articleId", "=", "a.oid")
          .orderBy("most.quantity", "desc")
          .orderBy("most.oid")
          .limit(sql.lit(1)),
      ),
    )
    .leftJoin("location as l", "l.oid", "p.locationId")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.oid", "=", p.articleId)
    .where("a.deleted", "=", 0)
    .select([
      "a.oid",
      "a.code",
      "a.name",
      "a.serialNumber",
      "a.rfId",
      "a.price",
      "a.note",
      "a.invoiceNo",
      "a.buyDate",
      "a.supplier",
      "a.warrantyEnd",
      "a.customValues",
      "c.name as category",
      "t.name as type",
      "a.stateId",
      "s.name as state",
      "n.name as tenant",
      "u.fullName as user",
      "r.fullName as responsibleUser",
      "l.name as location",
      "l.code as locationCode",
    ]),
);

/** Code and name of an article, also of a deleted one. */
export const articleName = statement((p: { tenantId: number; articleId: number }) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.oid", "=", p.articleId)
    .select(sql<string>`ifnull(a.code || ' ', '') || a.name`.as("name")),
);

/** Formats a time as the site's date and time of day on labels: `2026-11-20`, `08:15`. */
export type SiteTime = (at: Date) => { readonly date: string; readonly time: string };

/** Creates the formatter for an IANA time zone. */
export function siteTime(timeZone: string): SiteTime {
  let format: Intl.DateTimeFormat | null = null;
  return (at) => {
    // The Swedish locale formats dates and times as ISO 8601.
    format ??= new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
    const [date = "", time = ""] = format.format(at).split(" ");
    return { date, time };
  };
}

/** The label values of an article; null when the tenant has no such article. */
export function labelValues(
  db: Db,
  tenantId: number,
  articleId: number,
  { date, time }: ReturnType<SiteTime>,
): LabelValues | null {
  const found = articleRow.first(db, { tenantId, articleId });
  if (found === null) return null;
  return {
    code: found.code ?? "",
    name: found.name,
    serialNumber: found.serialNumber ?? "",
    rfId: found.rfId ?? "",
    ...gs1Values(db, tenantId, found),
    category: found.category,
    type: found.type,
    state: catalogueStateName(found.stateId, found.state, readSettings(db).settings.language),
    price: priceText(found.price),
    location: found.location ?? "",
    locationCode: found.locationCode ?? "",
    user: found.user ?? "",
    responsibleUser: found.responsibleUser ?? "",
    note: found.note ?? "",
    invoiceNo: found.invoiceNo ?? "",
    purchaseDate: found.buyDate ?? "",
    supplier: found.supplier ?? "",
    warrantyEnd: found.warrantyEnd ?? "",
    oid: String(found.oid),
    tenant: found.tenant,
    date,
    time,
    custom: customTexts(db, tenantId, found.customValues),
  };
}

/** The values of custom fields as a label shows them, by the names of the fields: a number with its unit. */
function customTexts(db: Db, tenantId: number, customValues: string | null): Record<string, string> {
  if (customValues === null) return {};
  const values = storedValues(customValues);
  const language = readSettings(db).settings.language;
  const entries = listCustomFields(db, tenantId).flatMap(({ oid, nameKey: key, type, unit }) => {
    const stored = values[oid];
    if (stored === undefined) return [];
    const form = storedForm(type, stored);
    if (form.type === "yesNo")
      return [[key, textIn(form.value === "true" ? msg("yes") : msg("no"), language)]];
    return [[key, unit === null || form.type === "text" ? form.value : `${form.value} ${unit}`]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Formats ten-thousandths with at least two decimal places: 12.50, 0.1234. */
function priceText(price: number): string {
  const decimals = String(price % 10_000)
    .padStart(4, "0")
    .replace(/0{1,2}$/, "");
  return `${Math.floor(price / 10_000)}.${decimals}`;
}

/** Values of a sample article for previews: of usual lengths, with letters beyond ASCII. */
export function sampleValues({ date, time }: ReturnType<SiteTime>): LabelValues {
  return {
    code: "A000001",
    name: "Příliš žluťoučký kůň",
    serialNumber: "SN-2041-0007",
    rfId: "E28011700000020A1B2C3D4E",
    ...SAMPLE_GS1,
    category: "Vehicles",
    type: "Trolley",
    state: "In use",
    price: "1249.90",
    location: "Hall 1, rack 12",
    locationCode: "H1-R12",
    user: "Jana Nováková",
    responsibleUser: "Petr Dvořák",
    note: "Handle with care",
    invoiceNo: "2026-0117",
    purchaseDate: "2026-02-28",
    supplier: "Warehouse Supplies",
    warrantyEnd: "2028-02-28",
    oid: "1",
    tenant: "Warehouse",
    date,
    time,
  };
}
