import type { Database } from "better-sqlite3";
import { isOfToday } from "./migrations.ts";
import { CATALOGUES } from "./schema/articles.ts";
import type { TableName } from "./schema.ts";

// Who changed what when: written by triggers in the transaction of the change, so that no call site can forget it. They
// are the connection's own (TEMP), for they ask it who is writing.

/** Who writes: a user, perhaps on a paired device. */
export interface Actor {
  readonly userId: number;
  readonly deviceTokenId: number | null;
}

/** What the triggers ask of the transaction that runs; set at its beginning. */
export interface AuditContext {
  at: string;
  by: Actor | null;
  /** What the change comes by: `import 3`, `inventory 5`; null where somebody makes it directly. */
  cause: string | null;
  /** The demo's warehouse was made by nobody. */
  isSilent: boolean;
}

type Row = "OLD" | "NEW";
/** The value that is shown of a row, in SQL. */
type Shown = (row: Row) => string;

/** A column, and how it is shown. `onlyIfVersioned`: compared only where the record's `change` is another too. */
interface AuditedField {
  readonly column: string;
  readonly shown: Shown;
  readonly onlyIfVersioned?: boolean;
}

/** A table whose rows are audited: the column that each field is compared by, and how it is shown. */
interface Audited {
  readonly table: TableName;
  readonly entity: string;
  readonly fields: Readonly<Record<string, AuditedField>>;
  readonly hasDeleted?: boolean;
}

const plain = (column: string): AuditedField => ({ column, shown: (row: Row) => `${row}.${column}` });
const flag = (column: string) => ({
  column,
  shown: (row: Row) => `json(iif(${row}.${column}, 'true', 'false'))`,
});
const money = (column: string) => ({
  column,
  shown: (row: Row) =>
    `json(rtrim(rtrim(printf('%d.%04d', ${row}.${column} / 10000, ${row}.${column} % 10000), '0'), '.'))`,
});
const secret = (column: string) => ({
  column,
  shown: (row: Row) => `iif(${row}.${column} IS NULL, NULL, 'set')`,
});
const start = (column: string) => ({ column, shown: (row: Row) => `substr(${row}.${column}, 1, 200)` });
const plainly = (...columns: string[]) =>
  Object.fromEntries(columns.map((column) => [column, plain(column)]));

const AUDITED: readonly Audited[] = [
  {
    table: "article",
    entity: "article",
    hasDeleted: true,
    fields: {
      ...plainly("code", "name", "categoryId", "typeId", "stateId"),
      price: money("price"),
      ...plainly("serialNumber", "rfId", "userId", "responsibleUserId"),
      isDisposal: flag("isDisposal"),
      ...plainly("disposalDT", "disposalMethodId", "disposalReasonId", "note", "invoiceNo"),
      dtBuy: plain("buyDate"),
      ...plainly("currencyTypeId", "rejectReason"),
    },
  },
  {
    table: "location",
    entity: "location",
    hasDeleted: true,
    fields: {
      ...plainly("name", "code", "parentLocationId"),
      // Only of the location that was moved, not of all that it was moved past.
      position: { ...plain("position"), onlyIfVersioned: true },
    },
  },
  {
    table: "user",
    entity: "user",
    fields: {
      ...plainly("userName", "firstName", "lastName"),
      isActive: flag("isActive"),
      isConfirmed: flag("isConfirmed"),
      roles: { column: "roles", shown: (row) => `json(${row}.roles)` },
      password: secret("passwordHash"),
      pin: secret("pinHash"),
    },
  },
  {
    table: "printer",
    entity: "printer",
    hasDeleted: true,
    fields: { ...plainly("name", "ipAddress", "port", "printerTypeId"), isActive: flag("isActive") },
  },
  {
    table: "printFormat",
    entity: "format",
    hasDeleted: true,
    fields: { ...plainly("name", "printerTypeId"), template: start("template") },
  },
  {
    table: "inventory",
    entity: "inventory",
    fields: {
      name: plain("name"),
      isClosed: flag("isClosed"),
      isApproved: flag("isApproved"),
      mustBeApproved: flag("mustBeApproved"),
      isBlind: flag("isBlind"),
      ...plainly("locationId", "inventoryStateId"),
    },
  },
  {
    table: "deviceToken",
    entity: "device",
    fields: {
      ...plainly("deviceName", "kind", "userId", "revokedDT"),
      isConfirmed: flag("isConfirmed"),
    },
  },
  ...CATALOGUES.map((table) => ({ table, entity: table, fields: { name: plain("name") } })),
];

/** Rows that belong to a record of another table: shown as a change of one of its fields. */
const PARTS = [
  {
    table: "articleLocation",
    entity: "article",
    owner: "articleId",
    field: "place",
    shown: (row: Row) => `json_object('locationId', ${row}.locationId, 'quantity', ${row}.quantity)`,
    columns: ["articleId", "locationId", "quantity"],
  },
  {
    table: "inventoryLocation",
    entity: "inventory",
    owner: "inventoryId",
    field: "chosenLocation",
    shown: (row: Row) => `${row}.locationId`,
    columns: ["inventoryId", "locationId"],
  },
  {
    table: "totpFactor",
    entity: "user",
    owner: "userId",
    field: "authenticatorApp",
    shown: () => "'set'",
    columns: ["userId"],
  },
  {
    table: "passkey",
    entity: "user",
    owner: "userId",
    field: "passkey",
    shown: (row: Row) => `${row}.name`,
    columns: ["userId", "name"],
  },
] as const;

/** What the audit calls the records that it tells of. */
export const ENTITIES: readonly string[] = [...new Set(AUDITED.map(({ entity }) => entity))];

/** The tables whose changes are audited. */
export const AUDITED_TABLES: ReadonlySet<TableName> = new Set([
  ...AUDITED.map(({ table }) => table),
  ...PARTS.map(({ table }) => table),
]);

/** The columns of an audited table that the audit shows. */
export function shownColumns(table: TableName): ReadonlySet<string> {
  const whole = AUDITED.filter((one) => one.table === table);
  const part = PARTS.filter((one) => one.table === table);
  return new Set([
    ...whole.flatMap(({ fields }) => Object.values(fields).map(({ column }) => column)),
    ...part.flatMap(({ columns }) => columns),
  ]);
}

/**
 * Makes the triggers on a writing connection, for as long as it lives; what they ask is set in what it gives. A database of
 * an older schema, which only tests of the migrations write to, has none.
 */
export function keepAudit(db: Database): AuditContext {
  const context: AuditContext = { at: "", by: null, cause: null, isSilent: true };
  const asked = {
    at: () => context.at,
    user: () => context.by?.userId ?? null,
    device: () => context.by?.deviceTokenId ?? null,
    cause: () => context.cause,
    isSilent: () => (context.isSilent ? 1 : 0),
  };
  if (!isOfToday(db)) return context;
  for (const [name, answer] of Object.entries(asked)) db.function(`audit_${name}`, answer);
  for (const one of AUDITED) db.exec(triggersOf(one));
  for (const part of PARTS) db.exec(triggersOfPart(part));
  return context;
}

function triggersOf({ table, entity, fields, hasDeleted }: Audited): string {
  const all = Object.entries(fields);
  const differ = ({ column, onlyIfVersioned }: Pick<AuditedField, "column" | "onlyIfVersioned">) =>
    `(OLD.${column} IS NOT NEW.${column}${onlyIfVersioned ? " AND OLD.change <> NEW.change" : ""})`;
  const created = all.map(
    ([field, { column, shown }]) =>
      `iif(NEW.${column} IS NULL, '', ',' || json_array('${field}', NULL, ${shown("NEW")}))`,
  );
  const updated = all.map(
    ([field, one]) =>
      `iif(${differ(one)}, ',' || json_array('${field}', ${one.shown("OLD")}, ${one.shown("NEW")}), '')`,
  );
  const removed = all.map(
    ([field, { column, shown }]) =>
      `iif(OLD.${column} IS NULL, '', ',' || json_array('${field}', ${shown("OLD")}, NULL))`,
  );
  const action = hasDeleted ? "iif(NEW.deleted > OLD.deleted, 'delete', 'update')" : "'update'";
  const changed = [
    ...all.map(([, one]) => differ(one)),
    ...(hasDeleted ? [differ({ column: "deleted" })] : []),
  ];
  const list = (parts: string[]) => `'[' || substr(${parts.join(" || ")}, 2) || ']'`;
  return `
    CREATE TEMP TRIGGER ${table}AuditInsert AFTER INSERT ON main.${table}
    WHEN NEW.tenantId IS NOT NULL AND NOT audit_isSilent()
    BEGIN ${insertion("NEW.tenantId", entity, "NEW.oid", "'create'", list(created))}; END;
    CREATE TEMP TRIGGER ${table}AuditUpdate AFTER UPDATE ON main.${table}
    WHEN (${changed.join(" OR ")}) AND NOT audit_isSilent()
    BEGIN ${insertion("NEW.tenantId", entity, "NEW.oid", action, list(updated))}; END;
    CREATE TEMP TRIGGER ${table}AuditDelete AFTER DELETE ON main.${table}
    WHEN OLD.tenantId IS NOT NULL AND NOT audit_isSilent()
    BEGIN ${insertion("OLD.tenantId", entity, "OLD.oid", "'delete'", list(removed))}; END;`;
}

function triggersOfPart({ table, entity, owner, field, shown, columns }: (typeof PARTS)[number]): string {
  const changed = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ");
  const of = (row: Row, before: string, after: string) =>
    insertion(
      `${row}.tenantId`,
      entity,
      `${row}.${owner}`,
      "'update'",
      `json_array(json_array('${field}', ${before}, ${after}))`,
    );
  return `
    CREATE TEMP TRIGGER ${table}AuditInsert AFTER INSERT ON main.${table} WHEN NOT audit_isSilent()
    BEGIN ${of("NEW", "NULL", shown("NEW"))}; END;
    CREATE TEMP TRIGGER ${table}AuditUpdate AFTER UPDATE ON main.${table} WHEN (${changed}) AND NOT audit_isSilent()
    BEGIN ${of("NEW", shown("OLD"), shown("NEW"))}; END;
    CREATE TEMP TRIGGER ${table}AuditDelete AFTER DELETE ON main.${table} WHEN NOT audit_isSilent()
    BEGIN ${of("OLD", shown("OLD"), "NULL")}; END;`;
}

function insertion(tenant: string, entity: string, id: string, action: string, changes: string): string {
  return `INSERT INTO audit (tenantId, at, userId, deviceTokenId, cause, entity, entityId, action, changes)
    VALUES (${tenant}, audit_at(), audit_user(), audit_device(), audit_cause(), '${entity}', ${id}, ${action}, ${changes})`;
}
