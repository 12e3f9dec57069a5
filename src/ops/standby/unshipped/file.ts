import type { Readable } from "node:stream";
import { sql } from "kysely";
import { type Message, msg } from "../../../domain/message.ts";
import { readPaths } from "../../../exchange/export/paths.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Cell } from "../../../platform/tables/cell.ts";
import { csvFile, type Separator } from "../../../platform/tables/csv-write.ts";
import type { RecordDeclaration } from "../../../records/record.ts";
import { RECORDS } from "../../../records/records.ts";
import { findRecord } from "../../../storage/database/record-names.ts";
import { type Db, sqlite, statement } from "../../../storage/database/statement.ts";
import type { Split } from "../membership/split.ts";
import { type Write, writesAfter } from "./store.ts";

const COLUMNS = [
  msg("Time"),
  msg("User"),
  msg("Company"),
  msg("Type"),
  msg("Number"),
  msg("Record"),
  msg("Action"),
  msg("Field"),
  msg("Before the change"),
  msg("After the change"),
  msg("Source"),
];

const KINDS: ReadonlyMap<string, Message> = new Map([
  ...RECORDS.flatMap(({ entity, label }: RecordDeclaration): [string, Message][] =>
    entity === null || label === undefined ? [] : [[entity, label]],
  ),
  ["transfer", msg("Transfer")],
  ["disposal", msg("Disposal request")],
  ["count", msg("Count")],
  ["item", msg("Item")],
  ["photo", msg("Photo")],
  ["label", msg("Label")],
  ["notices", msg("Notices")],
]);

const ACTIONS = { create: msg("Created"), update: msg("Changed"), delete: msg("Deleted") } as const;

const nameIn = (table: string) => {
  const name = sql.ref(table === "user" ? "fullName" : "name");
  return statement((p: { oid: number }) =>
    sqlite.selectNoFrom(
      sql<string | null>`(SELECT ${name} FROM ${sql.table(table)} WHERE oid = ${p.oid})`.as("name"),
    ),
  );
};
/** The names of the records that the fields of this name refer to. Locations have paths. */
const FIELDS = new Map(
  RECORDS.flatMap(({ fields }: RecordDeclaration) =>
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.kind !== "reference") return [];
      const hasName = field.to === "user" || findRecord(field.to)?.fields["name"] !== undefined;
      return hasName && field.to !== "location" ? [[name, nameIn(field.to)] as const] : [];
    }),
  ),
);
const LOCATION_FIELD = /^(locationId|\w+LocationId|chosenLocation)$/;

const tenants = statement(() => sqlite.selectFrom("tenant").select(["oid", "name"]).orderBy("oid"));

/** Creates a CSV file of the writes after the split: a line for each field. Names are those of now. */
export function writesFile(db: Db, split: Split, language: Locale, separator: Separator): Readable {
  const columns = COLUMNS.map((title) => ({ title: textIn(title, language) }));
  return csvFile({ columns, rows: linesOf(db, split, language) }, separator);
}

async function* linesOf(db: Db, split: Split, language: Locale): AsyncGenerator<readonly Cell[]> {
  const companies = new Map(tenants.all(db, {}).map(({ oid, name }) => [oid, name]));
  const paths = new Map([...companies.keys()].map((oid) => [oid, readPaths(db, oid)]));
  const cellOf = (tenantId: number, field: string, value: unknown): Cell => {
    const location = (id: unknown) =>
      (typeof id === "number" ? paths.get(tenantId)?.of(id) : null) ?? `#${id}`;
    if (value === null || value === undefined) return null;
    if (isStock(value)) return `${location(value.locationId)}: ${value.quantity}`;
    if (typeof value === "object") return JSON.stringify(value);
    if (typeof value === "number" && LOCATION_FIELD.test(field)) return location(value);
    if (typeof value === "number") return FIELDS.get(field)?.first(db, { oid: value })?.name ?? value;
    return typeof value === "boolean" ? value : String(value);
  };
  for (const page of writesAfter(db, split)) {
    for (const write of page) {
      const { at, user, tenantId, kind, recordId, record, action, cause, changes } = write;
      const subject: Cell[] = [at, user, companies.get(tenantId) ?? null, kindText(kind, language)];
      const head = [...subject, recordId, record, textIn(ACTIONS[action], language)];
      for (const [field, before, now] of changes.length > 0 ? changes : NO_FIELD)
        yield [...head, field, cellOf(tenantId, field, before), cellOf(tenantId, field, now), cause];
    }
    await new Promise(setImmediate);
  }
}

const NO_FIELD: Write["changes"] = [["", null, null]];

function kindText(kind: string, language: Locale): string {
  const message = KINDS.get(kind);
  return message === undefined ? kind : textIn(message, language);
}

/** Stock at a location, as the audit has it. */
function isStock(value: unknown): value is { readonly locationId: number; readonly quantity: number } {
  return typeof value === "object" && value !== null && "locationId" in value && "quantity" in value;
}
