import type { Actor, AuditContext } from "./audit-triggers.ts";
import { AUDITED_TABLES } from "./audited-columns.ts";
import type { TableName } from "./schema.ts";
import { type Db, sqlite, statement, type Tx } from "./statement.ts";

/** How a write is meant. */
export interface WriteOptions {
  /** Who asks for it; absent: the box itself. */
  readonly by?: Actor;
  /** The client's address, for the security log. */
  readonly address?: string;
  /** Also while the disk is nearly full: the reserve is for it. */
  readonly evenWhenLow?: boolean;
  /** Nothing of it is audited: the demo's warehouse. */
  readonly isSilent?: boolean;
}

/** One transaction: its handle, and the tables that it has written so far. */
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

/** Begins a transaction's handle on the connection that `query` and `audit` belong to; `now` is its time. */
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
      // Triggers mark the items whose stock moves.
      if (table === "articleLocation") tables.add("inventoryItem");
    },
    setCause(what) {
      audit.cause = what;
    },
  };
  return { tx, tables };
}
