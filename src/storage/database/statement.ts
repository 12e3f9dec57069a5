import type { Statement as Prepared } from "better-sqlite3";
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import type { Actor } from "./audit-triggers.ts";
import { readTables, writtenTable } from "./query-tables.ts";
import type { Schema, TableName } from "./schema.ts";

/** Builds every query, typed by the schema; it never runs one (Kysely as a compiler). */
export const sqlite = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Reads: the newest state; inside a transaction, its own. */
export interface Db {
  query<Row>(text: QueryText<Row>, parameters: readonly unknown[]): Prepared<unknown[], Row>;
}

/** The handle of a write transaction; only `Storage.write` makes one. */
export interface Tx extends Db {
  /** The number of this transaction: what it writes into `change` columns. */
  readonly change: number;
  /** The time of this transaction. */
  readonly now: string;
  /** Who asks for it; null: the server itself. */
  readonly by: Actor | null;
  /** The client's address; null: no client's, or not given. */
  readonly address: string | null;
  /** Nothing of it is recorded: the demo's warehouse. */
  readonly isSilent: boolean;
  recordWrite(table: TableName): void;
  /** Says by what the change comes (`import 3`): the audit shows it. */
  setCause(what: string): void;
}

/** A compiled query with the type of its rows. */
export interface QueryText<Row> {
  readonly sql: string;
  readonly reads: readonly TableName[];
  readonly row?: Row;
}

/** A query of fixed shape, compiled once; its parameters are given by name at each run. */
export interface Statement<P, Row> {
  /** The first row, or null. */
  first(db: Db, parameters: P): Row | null;
  all(db: Db, parameters: P): Row[];
  /** Runs an insert, update or delete; gives how many rows it changed and the last inserted oid. */
  run(tx: Tx, parameters: P): { changes: number; oid: number };
  /** The text and the values, for a reader thread. */
  bound(parameters: P): BoundQuery;
}

/** A query with its values, for a reader thread. */
export interface BoundQuery {
  readonly sql: string;
  readonly reads: readonly TableName[];
  readonly values: readonly unknown[];
}

class Marker {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Declares a query: `statement((p: { tenantId: number }) => sqlite.selectFrom(…).where("tenantId", "=", p.tenantId))`.
 * `build` is called once, at the first use, with stand-ins for the parameters, so it must not look into them.
 */
export function statement<P extends object, Row>(
  build: (parameters: P) => Compilable<Row>,
): Statement<P, Row> {
  // Compiled at its first use: there are hundreds, and a start needs few of them.
  let compiled: Compiled<P, Row> | null = null;
  const query = () => {
    compiled ??= compile(build);
    return compiled;
  };
  return {
    first: (db, parameters) => {
      const { text, bind } = query();
      const values = bind(parameters);
      return db.query(text, values).get(...values) ?? null;
    },
    all: (db, parameters) => {
      const { text, bind } = query();
      const values = bind(parameters);
      return db.query(text, values).all(...values);
    },
    run: (tx, parameters) => {
      const { text, writes, bind } = query();
      if (writes === null) throw new Error(`not a write: ${text.sql}`);
      tx.recordWrite(writes);
      const values = bind(parameters);
      const result = tx.query(text, values).run(...values);
      return { changes: result.changes, oid: Number(result.lastInsertRowid) };
    },
    bound: (parameters) => {
      const { text, bind } = query();
      return { sql: text.sql, reads: text.reads, values: bind(parameters) };
    },
  };
}

interface Compiled<P, Row> {
  readonly text: QueryText<Row>;
  readonly writes: TableName | null;
  bind(parameters: P): unknown[];
}

function compile<P extends object, Row>(build: (parameters: P) => Compilable<Row>): Compiled<P, Row> {
  // The stand-ins are only ever passed on to Kysely as values, never looked at.
  const standIns = new Proxy({}, { get: (_, name) => new Marker(String(name)) }) as P;
  const compiled = build(standIns).compile();
  return {
    text: { sql: compiled.sql, reads: readTables(compiled.query) },
    writes: writtenTable(compiled.query),
    bind: bindingOf<P>(compiled),
  };
}

function bindingOf<P extends object>(compiled: CompiledQuery<unknown>): (parameters: P) => unknown[] {
  const parts = compiled.parameters;
  return (parameters) => {
    const given = parameters as Readonly<Record<string, unknown>>;
    return parts.map((part) => {
      if (!(part instanceof Marker)) return part;
      const value = given[part.name];
      if (value === undefined) throw new Error(`parameter ${part.name} is missing`);
      return value;
    });
  };
}
