import type { Database } from "better-sqlite3";
import { AUDITED, type AuditedField, type AuditedTable, PARTS, type Row } from "./audited-columns.ts";
import { isCurrentSchema } from "./migrations.ts";

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
export function createAuditTriggers(db: Database): AuditContext {
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

function insertion(tenant: string, entity: string, id: string, action: string, changes: string): string {
  return `INSERT INTO auditEntry (tenantId, at, userId, deviceTokenId, cause, entity, entityId, action, changes)
    VALUES (${tenant}, audit_at(), audit_user(), audit_device(), audit_cause(), '${entity}', ${id}, ${action}, ${changes})`;
}
