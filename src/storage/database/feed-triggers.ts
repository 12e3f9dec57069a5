import type { Database } from "better-sqlite3";
import { FED, FED_PARTS, type FedTable, formOf } from "./fed-tables.ts";
import { isCurrentSchema } from "./migrations.ts";

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

function triggersOf({ table, kind, properties, hasDeleted, unshown = [] }: FedTable): string {
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
