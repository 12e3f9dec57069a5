import type { Database } from "better-sqlite3";
import { columnOf, type Field, fieldsIn } from "../../records/record.ts";
import { RECORDS } from "../../records/records.ts";
import { isCurrentSchema } from "./migrations.ts";
import type { TableName, TableRecord } from "./schema.ts";

// The tables of the change feed with the columns that it shows. storage/database/feed-triggers.ts creates triggers from them,
// change-feed/ the queries and the description.

/**
 * The form of a value: JSON number, text, ISO 8601 time, boolean (from 0 and 1), decimal (from ten-thousandths), texts by a key,
 * numbers, texts, packs of an article, or a structure of its feature.
 * `?`: may be null.
 */
export type Form =
  | "int"
  | "int?"
  | "text"
  | "text?"
  | "time"
  | "time?"
  | "flag"
  | "money"
  | "texts?"
  | "ints?"
  | "list?"
  | "packs?"
  | "json"
  | "json?";

/** A table of the feed. Each has the columns `oid` and `tenantId`. */
export interface FedTable {
  readonly table: TableName;
  /** Its number in `changeEntry`; never given to another table. */
  readonly kind: number;
  /** Properties of a record beside `oid`: the form, and the column where it has another name. */
  readonly properties: Readonly<Record<string, Form | readonly [Form, string]>>;
  /** Columns that a record does not show, but whose changes are changes of it. */
  readonly unshown?: readonly string[];
  /** True: the table marks deleted rows (`deleted`). */
  readonly hasDeleted?: boolean;
  /** True: rows without a tenant are of all tenants. */
  readonly hasGlobal?: boolean;
  /** SQL condition of the rows that the feed has, on the columns of the row `r`. */
  readonly condition?: string;
  /** Of a view: the table whose rows it shows, where this column is not null. They never change. */
  readonly source?: readonly [table: TableName, column: string];
}

/** The forms of the kinds of fields; a kind that is missing is in no feed. */
const FORMS = {
  text: "text",
  lines: "text",
  choice: "text",
  day: "text",
  time: "time",
  flag: "flag",
  money: "money",
  whole: "int",
  order: "int",
  reference: "int",
  texts: "texts",
  list: "list",
  ints: "ints",
  packs: "packs",
  json: "json",
} as const satisfies Partial<Record<Field["kind"], string>>;

/** What the declarations of the records do not say. */
const MORE: Readonly<Partial<Record<TableName, Pick<FedTable, "unshown" | "condition">>>> = {
  user: { condition: "r.kind = 'person'" },
  // Withdrawn.
  articleTransfer: { condition: "r.state <> 'deleted'" },
  // Their changes are changes of the record.
  printFormat: { unshown: ["template", "layout"] },
  custody: { unshown: ["startPhotoId", "endPhotoId"] },
};

/** The table of a declared record; none if the record is not in the feed. */
function fedTables(record: TableRecord): FedTable[] {
  const { table, feedKind: kind, hasDeleted, hasGlobal = false } = record;
  if (kind === null) return [];
  const properties = fieldsIn(record, "feed").map(
    ([name, field]) => [name, [formIn(field), columnOf(name, field)]] as const,
  );
  return [{ table, kind, properties: Object.fromEntries(properties), hasDeleted, hasGlobal, ...MORE[table] }];
}

function formIn(field: Field): Form {
  const form =
    field.kind === "choice" && typeof field.of[0] === "number"
      ? "int"
      : FORMS[field.kind as keyof typeof FORMS];
  return (field.isNullable ? `${form}?` : form) as Form;
}

const SEALED = { sha256: "text", signature: "text", publicKey: "text" } as const;
/** The seals of the records of closed stocktakes, and of their addenda. The files have endpoints. */
const SEALS: readonly FedTable[] = [
  {
    table: "inventorySeal",
    kind: 24,
    properties: { inventoryId: "int", format: "text", sealedDT: "time", bytes: "int", ...SEALED },
  },
  { table: "inventoryAddendum", kind: 25, properties: { inventoryId: "int", number: "int", ...SEALED } },
];

/** The ledger of stock. */
const MOVEMENT: FedTable = {
  table: "stockMovement",
  kind: 23,
  properties: {
    at: "time",
    userId: "int?",
    kind: "text",
    cause: "text?",
    articleId: "int",
    locationId: "int",
    before: "int",
    after: "int",
  },
  source: ["auditEntry", "movementKind"],
};

/** Every table of the feed. A record is after those that it refers to, which a new reader gets first. */
export const FED: readonly FedTable[] = [...RECORDS.flatMap(fedTables), MOVEMENT, ...SEALS].toSorted(
  (a, b) => a.kind - b.kind,
);

/** Rows that belong to a record of another table: their writes are writes of that record. */
const FED_PARTS = [{ table: "inventoryLocation", kind: 11, owner: "inventoryId" }] as const;

/** The tables whose writes are in the feed. */
export const FED_TABLES: ReadonlySet<TableName> = new Set([
  ...FED.map(({ table, source }) => source?.[0] ?? table),
  ...FED_PARTS.map(({ table }) => table),
]);

/** A property's form and column. */
export function formOf(name: string, given: Form | readonly [Form, string]): { form: Form; column: string } {
  return typeof given === "string" ? { form: given, column: name } : { form: given[0], column: given[1] };
}

// The change feed is written by triggers in the transaction of the change, so that no code can bypass it. The triggers are TEMP
// like those of the audit, so a table or a column of the feed changes without a migration.

/**
 * Creates the triggers of the change feed on a writing connection. A database of an older schema, which only tests of migrations
 * write to, gets none.
 */
export function createFeedTriggers(db: Database): void {
  if (!isCurrentSchema(db)) return;
  for (const one of FED) db.exec(triggersOf(one));
  for (const { table, kind, owner } of FED_PARTS)
    for (const [event, row] of [
      ["INSERT", "NEW"],
      ["DELETE", "OLD"],
    ] as const)
      db.exec(trigger(table, event, "", insertion(kind, row, owner)));
}

function triggersOf({ table, kind, properties, hasDeleted, unshown = [], source }: FedTable): string {
  if (source !== undefined) {
    const [of, column] = source;
    return [
      trigger(of, "INSERT", `WHEN NEW.${column} IS NOT NULL`, insertion(kind, "NEW", "oid")),
      trigger(of, "DELETE", `WHEN OLD.${column} IS NOT NULL`, insertion(kind, "OLD", "oid")),
    ].join("\n");
  }
  const columns = Object.entries(properties).map(([name, given]) => formOf(name, given).column);
  const changed = [...columns, ...unshown, ...(hasDeleted ? ["deleted"] : [])]
    .map((column) => `OLD.${column} IS NOT NEW.${column}`)
    .join(" OR ");
  return [
    trigger(table, "INSERT", "", insertion(kind, "NEW", "oid")),
    trigger(table, "UPDATE", `WHEN ${changed}`, insertion(kind, "NEW", "oid")),
    trigger(table, "DELETE", "", insertion(kind, "OLD", "oid")),
  ].join("\n");
}

const trigger = (table: string, event: string, when: string, body: string) =>
  `CREATE TEMP TRIGGER ${table}Feed${event} AFTER ${event} ON main.${table} ${when} BEGIN ${body}; END;`;

const insertion = (kind: number, row: "OLD" | "NEW", id: string) =>
  `INSERT INTO changeEntry (tenantId, kind, recordId) VALUES (${row}.tenantId, ${kind}, ${row}.${id})`;
