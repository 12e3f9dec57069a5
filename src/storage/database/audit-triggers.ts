import type { Database } from "better-sqlite3";
import { columnOf, type Field, fieldsIn } from "../../records/record.ts";
import { RECORDS } from "../../records/records.ts";
import { createFeedTriggers } from "./feed-triggers.ts";
import { isCurrentSchema } from "./migrations.ts";
import type { TableName, TableRecord } from "./schema.ts";

// The audited columns of each table. storage/database/audit-triggers.ts creates triggers from them.

/** The row before or after a change, in a trigger. */
type Row = "OLD" | "NEW";
/** An SQL expression of the value in the audit. */
type Shown = (row: Row) => string;

/** A column and its value in the audit. `onlyIfVersioned`: it counts as changed only when the record's `change` differs too. */
interface AuditedField {
  readonly column: string;
  readonly shown: Shown;
  readonly onlyIfVersioned?: boolean;
}

/** An audited table with its fields. */
interface AuditedTable {
  readonly table: TableName;
  readonly entity: string;
  readonly fields: Readonly<Record<string, AuditedField>>;
  readonly hasDeleted?: boolean;
}

/** The table of a declared record; none if the record is not audited. */
function auditedTables(record: TableRecord): AuditedTable[] {
  const { table, entity, hasDeleted } = record;
  if (entity === null) return [];
  const fields = fieldsIn(record, "audit").map(
    ([name, field]) => [name, auditedField(columnOf(name, field), field)] as const,
  );
  return [{ table, entity, hasDeleted, fields: Object.fromEntries(fields) }];
}

function auditedField(column: string, { kind, reach }: Field): AuditedField {
  const value = (row: Row) => `${row}.${column}`;
  if (reach === "secret") return { column, shown: (row) => `iif(${value(row)} IS NULL, NULL, 'set')` };
  switch (kind) {
    case "flag":
      return { column, shown: (row) => `json(iif(${value(row)}, 'true', 'false'))` };
    case "money":
      return {
        column,
        shown: (row) =>
          `json(rtrim(rtrim(printf('%d.%04d', ${value(row)} / 10000, ${value(row)} % 10000), '0'), '.'))`,
      };
    case "texts":
    case "list":
    case "ints":
    case "packs":
    case "json":
      return { column, shown: (row) => `json(${value(row)})` };
    case "source":
      return { column, shown: (row) => `substr(${value(row)}, 1, 200)` };
    case "url":
      return { column, shown: (row) => `substr(${value(row)}, 1, instr(substr(${value(row)}, 9), '/') + 7)` };
    case "order":
      return { column, shown: value, onlyIfVersioned: true };
    default:
      return { column, shown: value };
  }
}

/** Every audited table. */
export const AUDITED: readonly AuditedTable[] = RECORDS.flatMap(auditedTables);

/** Rows that belong to a record of another table: shown as a change of one of its fields. */
export const PARTS = [
  {
    table: "articleLocation",
    entity: "article",
    owner: "articleId",
    field: "place",
    shown: (row: Row) => `json_object('locationId', ${row}.locationId, 'quantity', ${row}.quantity)`,
    columns: ["articleId", "locationId", "quantity"],
  },
  {
    table: "additionalCode",
    entity: "article",
    owner: "articleId",
    field: "additionalCode",
    shown: (row: Row) =>
      `${row}.code || ifnull(' × ' || ${row}.packQuantity, '') || ' (' || ${row}.kind || ')'`,
    columns: ["articleId", "code", "kind", "packQuantity"],
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
    table: "inventoryRule",
    entity: "inventory",
    owner: "inventoryId",
    field: "countRule",
    shown: (row: Row) =>
      `json_object('counterId', ${row}.counterId, 'personId', ${row}.personId, 'pieces', ${row}.secondCountPieces, 'percent', ${row}.secondCountPercent,
        'value', ${row}.secondCountValue / 10000.0, 'waivedFor', ${row}.waivedFor)`,
    columns: [
      "inventoryId",
      "isSelective",
      "counterId",
      "personId",
      "secondCountPieces",
      "secondCountPercent",
      "secondCountValue",
      "waivedDT",
      "waivedBy",
      "waivedFor",
    ],
  },
  {
    table: "inventoryAddendum",
    entity: "inventory",
    owner: "inventoryId",
    field: "addendum",
    shown: (row: Row) =>
      `json_object('number', ${row}.number, 'kind', ${row}.content ->> '$.kind', 'person', ${row}.content ->> '$.person.name')`,
    columns: ["inventoryId", "number", "person", "isConfirmed", "content", "sha256", "signature"],
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

const ITEM = { table: "inventoryItem", entity: "inventory", owner: "inventoryId" } as const;
/** The item of a stocktake with values of its own, in the audit of the stocktake; null where the first column is false or null. */
const ofItem = (row: Row, [has, ...columns]: readonly [string, ...string[]]) =>
  `json(iif(${row}.${has} IS NOT 0 AND ${row}.${has} IS NOT NULL, json_object(
      'code', (SELECT code FROM article WHERE oid = ${row}.articleId), 'name', (SELECT name FROM article WHERE oid = ${row}.articleId),
      'locationId', ifnull(${row}.inventoryLocationId, ${row}.locationId), ${columns.map((column) => `'${column}', ${row}.${column}`).join(", ")}), NULL))`;

/**
 * Columns of rows that are not audited themselves: shown as a change of a field of another record. An update that does not name the columns
 * costs nothing. `isOnceAJob`: what a job of the other record does to all of them is one entry, which the job writes; nor has its undo others.
 */
const COLUMNS: readonly {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly entity: string;
  readonly owner: string;
  readonly field: string;
  readonly shown: Shown;
  readonly isOnceAJob?: boolean;
}[] = [
  {
    ...ITEM,
    columns: ["method"],
    field: "itemMethod",
    shown: (row) => ofItem(row, ["method", "method"]),
  },
  {
    ...ITEM,
    columns: ["settlement", "cause"],
    field: "itemSettlement",
    shown: (row) => ofItem(row, ["settlement", "settlement", "cause"]),
  },
  {
    ...ITEM,
    columns: ["isApproved"],
    field: "itemApproval",
    shown: (row) => ofItem(row, ["isApproved", "approvedBy", "approvedDT"]),
    isOnceAJob: true,
  },
];

/** The names of the audited records. */
export const ENTITIES: readonly string[] = [...new Set(AUDITED.map(({ entity }) => entity))];

/** The tables whose changes are audited. */
export const AUDITED_TABLES: ReadonlySet<TableName> = new Set([
  ...AUDITED.map(({ table }) => table),
  ...PARTS.map(({ table }) => table),
]);
/** The tables of which single columns are audited. */
export const TABLES_WITH_AUDITED_COLUMN: ReadonlySet<TableName> = new Set(COLUMNS.map(({ table }) => table));

// The audit is written by triggers in the transaction of the change, so that no code can bypass it. The triggers are TEMP,
// because they ask the connection for the acting user.

/** The acting user, and the paired device if there is one. */
export interface Actor {
  readonly userId: number;
  readonly deviceTokenId: number | null;
}

/** Facts of the running transaction for the triggers, set at its beginning. */
export interface AuditContext {
  at: string;
  by: Actor | null;
  /** The cause of the change: `import 3`, `inventory 5`. Null: a direct change. */
  cause: string | null;
  /** True when nothing is audited: the demo's data. */
  isSilent: boolean;
}

/**
 * Creates the triggers on a writing connection and returns the context that they read. A database of an older schema, which only
 * tests of migrations write to, gets none.
 */
function createAuditTriggers(db: Database): AuditContext {
  const context: AuditContext = { at: "", by: null, cause: null, isSilent: true };
  const functions = {
    at: () => context.at,
    user: () => context.by?.userId ?? null,
    device: () => context.by?.deviceTokenId ?? null,
    cause: () => context.cause,
    isSilent: () => (context.isSilent ? 1 : 0),
  };
  if (!isCurrentSchema(db)) return context;
  for (const [name, value] of Object.entries(functions)) db.function(`audit_${name}`, value);
  for (const one of AUDITED) db.exec(triggersOf(one));
  for (const part of PARTS) db.exec(triggersOfPart(part));
  for (const one of COLUMNS) db.exec(triggerOfColumns(one));
  return context;
}

function triggersOf({ table, entity, fields, hasDeleted }: AuditedTable): string {
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

function triggerOfColumns({
  table,
  columns,
  entity,
  owner,
  field,
  shown,
  isOnceAJob = false,
}: (typeof COLUMNS)[number]): string {
  const changes = `json_array(json_array('${field}', ${shown("OLD")}, ${shown("NEW")}))`;
  const changed = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ");
  return `
    CREATE TEMP TRIGGER ${table}Audit_${field} AFTER UPDATE OF ${columns.join(", ")} ON main.${table}
    WHEN (${changed}) AND NOT audit_isSilent()${isOnceAJob ? ` AND audit_cause() IS NOT '${entity} ' || NEW.${owner} AND ifnull(audit_cause(), '') NOT LIKE 'undo %'` : ""}
    BEGIN ${insertion("NEW.tenantId", entity, `NEW.${owner}`, "'update'", changes)}; END;`;
}

function insertion(tenant: string, entity: string, id: string, action: string, changes: string): string {
  return `INSERT INTO auditEntry (tenantId, at, userId, deviceTokenId, cause, entity, entityId, action, changes)
    VALUES (${tenant}, audit_at(), audit_user(), audit_device(), audit_cause(), '${entity}', ${id}, ${action}, ${changes})`;
}

/** Creates the triggers of a writing connection: those of the change feed and of the audit, whose context it returns. */
export function createTriggers(db: Database): AuditContext {
  createFeedTriggers(db);
  return createAuditTriggers(db);
}
