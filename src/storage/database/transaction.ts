import {
  type Actor,
  AUDITED_TABLES,
  type AuditContext,
  TABLES_WITH_AUDITED_COLUMN,
} from "./audit-triggers.ts";
import { FED_TABLES } from "./feed-triggers.ts";
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
  /** True: the function has no effect but its transaction, so it may run again after an error of another write. */
  readonly isRepeatable?: boolean;
}

const nextChange = statement((p: { id: number; at: string }) =>
  sqlite
    .updateTable("changeCounter")
    .set((eb) => ({ change: eb("change", "+", 1), at: p.at }))
    .where("id", "=", p.id)
    .returning("change"),
);

/** A transaction of a writing connection. The slices of a job use one object, so that its program can keep it. */
export class WriteTransaction implements Tx {
  readonly query: Db["query"];
  readonly by: Actor | null;
  readonly address: string | null;
  readonly isSilent: boolean;
  #now = "";
  #change = 0;
  #tables = new Set<TableName>();
  #audit: AuditContext | null = null;
  #cause: string | null = null;

  constructor(query: Db["query"], { by, address, isSilent = false }: WriteOptions) {
    this.query = query;
    this.by = by ?? null;
    this.address = address ?? null;
    this.isSilent = isSilent;
  }

  get now(): string {
    return this.#now;
  }

  get change(): number {
    return this.#number();
  }

  #number(): number {
    this.#change ||= nextChange.first(this, { id: 1, at: this.#now })?.change ?? 0;
    return this.#change;
  }

  /** The tables that this transaction has written so far. */
  get tables(): ReadonlySet<TableName> {
    return this.#tables;
  }

  /** Begins the next transaction, on the connection of `audit`. The cause stays. `now`: its time, ISO 8601. */
  begin(audit: AuditContext, now: string): void {
    this.#audit = audit;
    this.#now = now;
    this.#change = 0;
    this.#tables = new Set();
    Object.assign(audit, {
      at: now,
      by: this.by,
      cause: this.#cause,
      isSilent: this.isSilent,
    } satisfies AuditContext);
  }

  recordWrite(table: TableName): void {
    // Triggers mark the items whose stock moves with the number and time of this transaction; a removal passes no number.
    if (table === "articleLocation") this.#number();
    this.#tables.add(table);
    if (AUDITED_TABLES.has(table) || TABLES_WITH_AUDITED_COLUMN.has(table)) this.#tables.add("auditEntry");
    if (FED_TABLES.has(table)) this.#tables.add("changeEntry");
    // Triggers remove the additional codes of a deleted article.
    if (table === "article") this.recordWrite("additionalCode");
    // Triggers update the items whose stock moves.
    if (table === "articleLocation") this.#tables.add("inventoryItem");
  }

  setCause(cause: string): void {
    this.#cause = cause;
    if (this.#audit !== null) this.#audit.cause = cause;
  }
}
