import type { Readable } from "node:stream";
import { type Message, msg } from "../../../domain/message.ts";
import { readPaths } from "../../../exchange/export/paths.ts";
import type { Locale } from "../../../i18n/locales.ts";
import { textIn } from "../../../i18n/text.ts";
import type { Cell } from "../../../platform/tables/cell.ts";
import { csvFile, type Separator } from "../../../platform/tables/csv-write.ts";
import type { CatalogueTable } from "../../../records/catalogues.ts";
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

const KINDS: Readonly<Record<string, Message>> = {
  article: msg("Article"),
  location: msg("Location"),
  user: msg("User"),
  printer: msg("Printer"),
  format: msg("Label format"),
  inventory: msg("Stocktake"),
  device: msg("Device"),
  webhook: msg("Webhook"),
  transfer: msg("Transfer"),
  disposal: msg("Disposal request"),
  count: msg("Count"),
  item: msg("Item"),
  photo: msg("Photo"),
  label: msg("Label"),
};

const ACTIONS = { create: msg("Created"), update: msg("Changed"), delete: msg("Deleted") } as const;

const namesOf = (table: "user" | "printer" | "inventory" | CatalogueTable) =>
  statement((p: { oid: number }) =>
    table === "user"
      ? sqlite.selectFrom("user").select("fullName as name").where("oid", "=", p.oid)
      : sqlite.selectFrom(table).select("name").where("oid", "=", p.oid),
  );
const USER = namesOf("user");
const FIELDS: Readonly<Record<string, ReturnType<typeof namesOf>>> = {
  userId: USER,
  responsibleUserId: USER,
  printerId: namesOf("printer"),
  inventoryId: namesOf("inventory"),
  categoryId: namesOf("articleCategory"),
  typeId: namesOf("articleType"),
  stateId: namesOf("articleState"),
  currencyTypeId: namesOf("currencyType"),
  disposalMethodId: namesOf("articleDisposalMethod"),
  disposalReasonId: namesOf("articleDisposalReason"),
};
const LOCATION_FIELD = /^(locationId|\w+LocationId|chosenLocation)$/;

const tenants = statement((p: { from: number }) =>
  sqlite.selectFrom("tenant").select(["oid", "name"]).where("oid", ">=", p.from).orderBy("oid"),
);

/** Creates a CSV file of the writes after the split: a line for each field. Names are those of now. */
export function writesFile(db: Db, split: Split, language: Locale, separator: Separator): Readable {
  const columns = COLUMNS.map((title) => ({ title: textIn(title, language) }));
  return csvFile({ columns, rows: linesOf(db, split, language) }, separator);
}

async function* linesOf(db: Db, split: Split, language: Locale): AsyncGenerator<readonly Cell[]> {
  const companies = new Map(tenants.all(db, { from: 0 }).map(({ oid, name }) => [oid, name]));
  const paths = new Map([...companies.keys()].map((oid) => [oid, readPaths(db, oid)]));
  const cellOf = (tenantId: number, field: string, value: unknown): Cell => {
    const location = (id: unknown) =>
      (typeof id === "number" ? paths.get(tenantId)?.of(id) : null) ?? `#${id}`;
    if (value === null || value === undefined) return null;
    if (isStock(value)) return `${location(value.locationId)}: ${value.quantity}`;
    if (typeof value === "object") return JSON.stringify(value);
    if (typeof value === "number" && LOCATION_FIELD.test(field)) return location(value);
    if (typeof value === "number") return FIELDS[field]?.first(db, { oid: value })?.name ?? value;
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
  const message = KINDS[kind];
  return message === undefined ? kind : textIn(message, language);
}

/** Stock at a location, as the audit has it. */
function isStock(value: unknown): value is { readonly locationId: number; readonly quantity: number } {
  return typeof value === "object" && value !== null && "locationId" in value && "quantity" in value;
}
