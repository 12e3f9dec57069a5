import type { Database, Statement } from "better-sqlite3";
import { columnsOf, JOURNALED_TABLES, type JournaledTable } from "../database/journaled-tables.ts";
import type { TableName } from "../database/schema.ts";
import type { Tx } from "../database/statement.ts";
import { REMOVED } from "./journal.ts";

/** A recorded change of a row. */
export interface JobChange {
  readonly seq: number;
  readonly tableName: string;
  readonly rowId: number;
  /** JSON; null: the job added the row. */
  readonly before: string | null;
  readonly change: number;
}

/** A row that was not restored. `changed`: somebody has changed it since; `used`: other records refer to it. */
export interface LeftRow {
  readonly table: TableName;
  readonly name: string;
  readonly reason: "changed" | "used";
}

/** Restores rows on one connection. */
export class RowRestorer {
  readonly #db: Database;
  readonly #tables = new Map<string, TableRestorer>();

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Restores one row. `isComplete`: the rows were locked since, so nobody has changed them; rows in use are marked as deleted
   * where the table permits it. Returns the row if it was left.
   */
  restore(tx: Tx, change: JobChange, isComplete: boolean): LeftRow | null {
    const { tableName } = change;
    let table = this.#tables.get(tableName);
    if (table === undefined) {
      const found = JOURNALED_TABLES.find((one) => one.table === tableName);
      if (found === undefined) throw new Error(`${tableName} has no journal`);
      table = new TableRestorer(this.#db, found);
      this.#tables.set(tableName, table);
    }
    tx.recordWrite(table.name);
    return table.restore(tx, change, isComplete);
  }
}

class TableRestorer {
  readonly name: TableName;
  readonly #current: Statement<[number], { change: number; name: string }>;
  readonly #remove: Statement<[number], { group: number }>;
  readonly #recordRemoval: Statement<[number, number, number]> | null;
  readonly #markDeleted: Statement<[number, number]> | null;
  readonly #insert: Statement<[{ before: string; change: number }]>;
  readonly #update: Statement<[{ before: string; change: number; oid: number }]>;

  constructor(db: Database, table: JournaledTable) {
    const { table: name, hasDeleted, kept = [], removed } = table;
    const columns = columnsOf(db, name).filter((column) => column !== "change");
    const value = (column: string) => `json_extract(@before, '$.${column}')`;
    const changed = columns.filter((column) => column !== "oid" && !kept.includes(column));
    this.name = name;
    this.#current = db.prepare(`SELECT change, ${table.name} AS name FROM ${name} WHERE oid = ?`);
    this.#remove = db.prepare(
      `DELETE FROM ${name} WHERE oid = ? RETURNING ${removed?.group ?? "tenantId"} AS "group"`,
    );
    this.#recordRemoval =
      removed === undefined ? null : db.prepare(`INSERT INTO ${removed.into} VALUES (?, ?, ?)`);
    this.#markDeleted = hasDeleted
      ? db.prepare(`UPDATE ${name} SET deleted = 1, change = ? WHERE oid = ?`)
      : null;
    this.#insert = db.prepare(
      `INSERT INTO ${name} (${columns.join(", ")}, change) VALUES (${columns.map(value).join(", ")}, @change)`,
    );
    this.#update = db.prepare(
      `UPDATE ${name} SET ${changed.map((column) => `${column} = ${value(column)}`).join(", ")}, change = @change
       WHERE oid = @oid`,
    );
  }

  restore(tx: Tx, { rowId, before, change }: JobChange, isComplete: boolean): LeftRow | null {
    const current = this.#current.get(rowId);
    if (current === undefined) {
      // A row that somebody else has removed since stays removed.
      if (before !== null && (isComplete || change === REMOVED))
        this.#insert.run({ before, change: tx.change });
      return null;
    }
    const left = (reason: LeftRow["reason"]) => ({ table: this.name, name: current.name, reason });
    if (!isComplete && current.change !== change) return left("changed");
    if (before === null) return this.#takeBack(tx, rowId, isComplete) ? null : left("used");
    this.#update.run({ before, change: tx.change, oid: rowId });
    return null;
  }

  /** Removes an added row. False: it is in use and stays. */
  #takeBack(tx: Tx, rowId: number, isComplete: boolean): boolean {
    try {
      const removed = this.#remove.get(rowId);
      if (removed !== undefined) this.#recordRemoval?.run(removed.group, tx.change, rowId);
      return true;
    } catch (error) {
      if (!isForeignKeyError(error)) throw error;
      if (!isComplete || this.#markDeleted === null) return false;
      this.#markDeleted.run(tx.change, rowId);
      return true;
    }
  }
}

function isForeignKeyError(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_FOREIGNKEY";
}
