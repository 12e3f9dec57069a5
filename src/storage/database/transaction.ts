import type { Actor, AuditContext } from "./audit-triggers.ts";
import { AUDITED_TABLES } from "./audited-columns.ts";
import type { TableName } from "./schema.ts";
import { type Db, sqlite, statement, type Tx } from "./statement.ts";

/** Options of a write. */
export interface WriteOptions {
  /** The acting user. Absent: the server itself. */
  readonly by?: Actor;
  /** The client's address, for the security log. */
  readonly address?: string;
  /** True: the write may use the disk's reserve. */
  readonly evenWhenLow?: boolean;
  /** True: nothing is audited. For the demo's data. */
  readonly isSilent?: boolean;
}

/** A transaction and the tables that it has written so far. */
export interface Transaction {
  readonly tx: Tx;
  readonly tables: ReadonlySet<TableName>;
}

const nextChange = statement((p: { id: number; at: string }) =>
  sqlite
    .updateTable("changeCounter")
    .set((eb) => ({ change: eb("change", "+", 1), at: p.at }))
    .where("id", "=", p.id)
    .returning("change"),
);

/** Makes a transaction on the connection of `query` and `audit`. `now` is its time, ISO 8601. */
export function makeTransaction(
  query: Db["query"],
  audit: AuditContext,
  now: string,
  { by, address, isSilent = false }: WriteOptions,
): Transaction {
  const tables = new Set<TableName>();
  Object.assign(audit, { at: now, by: by ?? null, cause: null, isSilent } satisfies AuditContext);
  let change = 0;
  const tx: Tx = {
    query,
    now,
    by: by ?? null,
    address: address ?? null,
    isSilent,
    get change() {
      change ||= nextChange.first(tx, { id: 1, at: now })?.change ?? 0;
      return change;
    },
    recordWrite(table) {
      tables.add(table);
      if (AUDITED_TABLES.has(table)) tables.add("auditEntry");
      // Triggers update the items whose stock moves.
      if (table === "articleLocation") tables.add("inventoryItem");
    },
    setCause(cause) {
      audit.cause = cause;
    },
  };
  return { tx, tables };
}
