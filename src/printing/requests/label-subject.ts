import { ReferenceChecks } from "../../catalogue/catalogue.ts";
import { Invalid } from "../../domain/errors.ts";
import { msg } from "../../domain/message.ts";
import type { LabelSubject } from "../../domain/placeholder-names.ts";
import { locationPath } from "../../locations/path.ts";
import { type Db, sqlite, statement } from "../../storage/database/statement.ts";
import type { LabelValues, LocationValues } from "../languages/template-text.ts";
import { articleName, labelValues, type SiteTime, sampleValues } from "./label.ts";

// The record of a label: an article or a location.

/** A record by its subject and id. */
export interface LabelledRecord {
  readonly subject: LabelSubject;
  readonly oid: number;
}

type Time = ReturnType<SiteTime>;

/** The label values of a record; null when the tenant has no such record. */
export function valuesOf(
  db: Db,
  tenantId: number,
  { subject, oid }: LabelledRecord,
  time: Time,
): LabelValues | null {
  return subject === "article"
    ? labelValues(db, tenantId, oid, time)
    : locationValues(db, tenantId, oid, time);
}

/** Values of a sample record for previews. */
export function sampleValuesOf(subject: LabelSubject, time: Time): LabelValues {
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
  time: Time,
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
  const withCode = subject === "article" ? articleWithCode : locationWithCode;
  return withCode.first(db, { tenantId, oid }) !== null;
}

const articleWithCode = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("article as a")
    .where("a.tenantId", "=", p.tenantId)
    .where("a.oid", "=", p.oid)
    .where("a.deleted", "=", 0)
    .where("a.code", "<>", "")
    .select("a.oid"),
);

const locationWithCode = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("location as l")
    .where("l.tenantId", "=", p.tenantId)
    .where("l.oid", "=", p.oid)
    .where("l.deleted", "=", 0)
    .where("l.code", "<>", "")
    .select("l.oid"),
);

const locationRow = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("location as l")
    .innerJoin("tenant as n", "n.oid", "l.tenantId")
    .where("l.tenantId", "=", p.tenantId)
    .where("l.oid", "=", p.oid)
    .where("l.deleted", "=", 0)
    .select(["l.oid", "l.name", "l.code", "n.name as tenant"]),
);

const locationName = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("location as l")
    .where("l.tenantId", "=", p.tenantId)
    .where("l.oid", "=", p.oid)
    .select("l.name"),
);

function locationValues(db: Db, tenantId: number, oid: number, time: Time): LocationValues | null {
  const found = locationRow.first(db, { tenantId, oid });
  if (found === null) return null;
  const { name, tenant } = found;
  const path = locationPath(db, tenantId, oid);
  return { code: found.code ?? "", name, path, oid: String(oid), tenant, ...time };
}

/** Of usual lengths, with letters beyond ASCII. */
function sampleLocation({ date, time }: Time): LocationValues {
  return {
    code: "H1-R12-P3",
    name: "Police 3",
    path: "Hala 1 / Regál 12 / Police 3",
    oid: "1",
    tenant: "Warehouse",
    date,
    time,
  };
}
