import { sql } from "kysely";
import { codesOfArticle } from "../../articles/codes/codes.ts";
import { storedValues } from "../../articles/custom-values.ts";
import { catalogueStateName } from "../../catalogue/article-states.ts";
import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { listCustomFields } from "../../custom-fields/custom-field.ts";
import { checkedGtin, gtinIn } from "../../domain/codes/gtin.ts";
import { storedForm } from "../../domain/custom-fields.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import { type ArticlePlaceholder, type LabelSubject, placeholders } from "../../domain/placeholder-names.ts";
import { textIn } from "../../i18n/text.ts";
import { locationPath } from "../../locations/path.ts";
import { ARTICLE } from "../../records/article.ts";
import type { Field, RecordDeclaration } from "../../records/record.ts";
import { readSettings } from "../../settings/settings.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import { selectFrom } from "../../storage/database/table-statements.ts";
import type { LabelValues, LocationValues } from "../languages/template-text.ts";

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
    .selectAll("a")
    .select([
      "c.name as category",
      "t.name as type",
      "s.name as state",
      "n.name as tenant",
      "u.fullName as user",
      "r.fullName as responsibleUser",
      "l.name as location",
      "l.code as locationCode",
    ]),
);

/** Code and name of an article, also of a deleted one. */
const articleName = statement((p: { tenantId: number; articleId: number }) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.oid", "=", p.articleId)
    .select(sql<string>`ifnull(a.code || ' ', '') || a.name`.as("name")),
);

/** A time as labels show it, at the site: `2026-11-20`, `08:15`. */
export interface LabelTime {
  readonly date: string;
  readonly time: string;
}

/** Formats a time for labels. */
export type SiteTime = (at: Date) => LabelTime;

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

/** The kinds whose value a label shows as it is stored. */
const SHOWN_KINDS = ["text", "lines", "day"] as const satisfies readonly Field["kind"][];
type ShownKind = (typeof SHOWN_KINDS)[number];

type Fields = typeof ARTICLE.fields;
/** The placeholders that are fields of an article by the same name, shown as they are stored. */
type OwnText = {
  [N in ArticlePlaceholder & keyof Fields]: Fields[N]["kind"] extends ShownKind ? N : never;
}[ArticlePlaceholder & keyof Fields];

const OWN_TEXTS = placeholders.filter((name): name is OwnText => {
  const field: Field | undefined = (ARTICLE as RecordDeclaration).fields[name];
  return SHOWN_KINDS.some((kind) => kind === field?.kind);
});

const ownTexts = (article: Readonly<Record<OwnText, string | null>>) =>
  Object.fromEntries(OWN_TEXTS.map((name) => [name, article[name] ?? ""])) as Record<OwnText, string>;

/** The label values of an article; null when the tenant has no such article. */
function labelValues(db: Db, tenantId: number, articleId: number, time: LabelTime): LabelValues | null {
  const found = articleRow.first(db, { tenantId, articleId });
  if (found === null) return null;
  return {
    ...ownTexts(found),
    ...gs1Values(db, tenantId, found),
    category: found.category,
    type: found.type,
    state: catalogueStateName(found.stateId, found.state, readSettings(db).settings.language),
    price: priceText(found.price),
    location: found.location ?? "",
    locationCode: found.locationCode ?? "",
    user: found.user ?? "",
    responsibleUser: found.responsibleUser ?? "",
    purchaseDate: found.buyDate ?? "",
    oid: String(found.oid),
    tenant: found.tenant,
    ...time,
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
export function sampleValues(time: LabelTime): LabelValues {
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
    ...time,
  };
}

// The record of a label: an article or a location.

/** A record by its subject and id. */
export interface LabelledRecord {
  readonly subject: LabelSubject;
  readonly oid: number;
}

/** The label values of a record; null when the tenant has no such record. */
export function valuesOf(
  db: Db,
  tenantId: number,
  { subject, oid }: LabelledRecord,
  time: LabelTime,
): LabelValues | null {
  return subject === "article"
    ? labelValues(db, tenantId, oid, time)
    : locationValues(db, tenantId, oid, time);
}

/** Values of a sample record for previews. */
export function sampleValuesOf(subject: LabelSubject, time: LabelTime): LabelValues {
  return subject === "article" ? sampleValues(time) : sampleLocation(time);
}

/** The article or location whose values an unprinted label shows; of the other subject it is refused. */
export interface RecordIds {
  readonly articleId?: number | undefined;
  readonly locationId?: number | undefined;
}

/** The values of a named record for a label of `subject`, or sample values. `references` are checked with it. Throws Invalid. */
export function draftValues(
  db: Db,
  tenantId: number,
  subject: LabelSubject,
  { articleId, locationId }: RecordIds,
  time: LabelTime,
  references: ReferenceChecks = new ReferenceChecks(),
): LabelValues {
  const [oid, path] = subject === "article" ? [articleId, "articleId"] : [locationId, "locationId"];
  if (subject === "article" && locationId !== undefined)
    throw Invalid.field("locationId", msg("must be absent: the label is made for articles"));
  if (subject === "location" && articleId !== undefined)
    throw Invalid.field("articleId", msg("must be absent: the label is made for locations"));
  const values =
    oid === undefined ? sampleValuesOf(subject, time) : valuesOf(db, tenantId, { subject, oid }, time);
  references.check(path, oid, () => values !== null).assertValid();
  if (values === null) throw new Error("checked above");
  return values;
}

/** Code and name of a record, also of a deleted one; null when the tenant has none. */
export function recordName(db: Db, tenantId: number, { subject, oid }: LabelledRecord): string | null {
  const found =
    subject === "article"
      ? articleName.first(db, { tenantId, articleId: oid })
      : locationName.first(db, { tenantId, oid });
  return found?.name ?? null;
}

/** The record of a print request, as its columns name it. */
export function subjectColumns({ subject, oid }: LabelledRecord) {
  return subject === "article" ? { articleId: oid, locationId: null } : { articleId: null, locationId: oid };
}

/** Whether a record has a code; false where the tenant has no such record. */
export function hasCode(db: Db, tenantId: number, { subject, oid }: LabelledRecord): boolean {
  const code = codeOf[subject].first(db, { tenantId, oid })?.code ?? "";
  return code !== "";
}

const codeOf = {
  article: selectFrom("article", ["tenantId", "oid"], ["code"], { is: { deleted: 0 } }),
  location: selectFrom("location", ["tenantId", "oid"], ["code"], { is: { deleted: 0 } }),
};

const locationRow = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("location as l")
    .innerJoin("tenant as n", "n.oid", "l.tenantId")
    .where("l.tenantId", "=", p.tenantId)
    .where("l.oid", "=", p.oid)
    .where("l.deleted", "=", 0)
    .select(["l.oid", "l.name", "l.code", "n.name as tenant"]),
);

const locationName = selectFrom("location", ["tenantId", "oid"], ["name"]);

function locationValues(db: Db, tenantId: number, oid: number, time: LabelTime): LocationValues | null {
  const found = locationRow.first(db, { tenantId, oid });
  if (found === null) return null;
  const { name, tenant } = found;
  const path = locationPath(db, tenantId, oid);
  return { code: found.code ?? "", name, path, oid: String(oid), tenant, ...time };
}

/** Of usual lengths, with letters beyond ASCII. */
function sampleLocation(time: LabelTime): LocationValues {
  return {
    code: "H1-R12-P3",
    name: "Police 3",
    path: "Hala 1 / Regál 12 / Police 3",
    oid: "1",
    tenant: "Warehouse",
    ...time,
  };
}

/** The values of a label in the codes of GS1; "" where the article has no GTIN. */
interface Gs1Values {
  /** 14 digits. */
  readonly gtin: string;
  /** 13 digits; "" for a GTIN that only boxes have. */
  readonly ean: string;
  /** `(01)` with the GTIN, `(21)` with the serial number. */
  readonly gs1: string;
}

/** The characters of a serial number in an element string, without the brackets that mark its parts (GS1 General Specifications, figure 7.11-1). */
const SERIAL = /^[A-Za-z0-9!"%&'*+,\-./:;<=>?_]{1,20}$/;

/** The GTIN of an article: its own code where that is one, else its first additional code of this kind. */
function gs1Values(
  db: Db,
  tenantId: number,
  {
    oid,
    code,
    serialNumber,
  }: { readonly oid: number; readonly code: string | null; readonly serialNumber: string | null },
): Gs1Values {
  const codes = [
    ...(code === null ? [] : [code]),
    ...codesOfArticle(db, tenantId, oid).map((one) => one.code),
  ];
  const gtin = codes.map(checkedGtin).find((one) => one !== null) ?? null;
  if (gtin === null) return { gtin: "", ean: "", gs1: "" };
  const serial = serialNumber !== null && SERIAL.test(serialNumber) ? `(21)${serialNumber}` : "";
  return { gtin, ean: gtinIn(gtin, 13) ?? "", gs1: `(01)${gtin}${serial}` };
}

/** The same of the sample article. */
const SAMPLE_GS1: Gs1Values = {
  gtin: "04006381333931",
  ean: "4006381333931",
  gs1: "(01)04006381333931(21)SN-2041-0007",
};
