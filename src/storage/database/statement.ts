import type { Statement as Prepared } from "better-sqlite3";
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type RawBuilder,
  type RootOperationNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Actor } from "./audit-triggers.ts";
import type { Schema, TableName } from "./schema.ts";

/**
 * Writes a parameter as `+?`. SQLite compares a bare `?` with the other terms when it plans a join, and plans the query
 * again each time that such a parameter is bound: 5 to 20 times the time of a look-up. The plus has no other effect. Constants of
 * a query are part of its text: SQLite uses a partial index only where it knows the value.
 */
class QueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder(): string {
    return "+?";
  }

  protected override appendValue(value: unknown): void {
    if (Number.isSafeInteger(value)) this.append(String(value));
    else if (typeof value === "string") this.append(`'${value.replaceAll("'", "''")}'`);
    else super.appendValue(value);
  }
}

/** Kysely as a compiler: it builds every query, typed by the schema, and runs none. */
export const sqlite = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new QueryCompiler(),
  },
});

/** Reads the newest state. Inside a transaction it reads the transaction's own state. */
export interface Db {
  query<Row>(text: QueryText<Row>, parameters: readonly unknown[]): Prepared<unknown[], Row>;
}

/** A write transaction. Only `Storage.write` creates one. */
export interface Tx extends Db {
  /** The number of this transaction, for `change` columns. */
  readonly change: number;
  /** The time of this transaction, ISO 8601. */
  readonly now: string;
  /** The acting user. Null: the server itself. */
  readonly by: Actor | null;
  /** The client's address. Null: not known, or no client. */
  readonly address: string | null;
  /** True when nothing is audited: the demo's data. */
  readonly isSilent: boolean;
  recordWrite(table: TableName): void;
  /** Sets the cause of the changes (`import 3`) for the audit. */
  setCause(cause: string): void;
}

/** A compiled query with the type of its rows. */
export interface QueryText<Row> {
  readonly sql: string;
  readonly reads: readonly TableName[];
  readonly row?: Row;
}

/** A query of fixed shape, compiled once; each run gets its parameters by name. */
export interface Statement<P, Row> {
  /** The first row, or null. */
  first(db: Db, parameters: P): Row | null;
  all(db: Db, parameters: P): Row[];
  /** Runs an insert, update or delete. Returns the number of changed rows and the last inserted oid. */
  run(tx: Tx, parameters: P): { changes: number; oid: number };
  /** The query with its values, for the reader thread. */
  bound(parameters: P): BoundQuery;
}

/** A query with its values, for the reader thread. */
export interface BoundQuery {
  readonly sql: string;
  readonly reads: readonly TableName[];
  readonly values: readonly unknown[];
}

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Declares a query: `statement((p: { tenantId: number }) => sqlite.selectFrom(…).where("tenantId", "=", p.tenantId))`.
 * `build` is called once, at the first use, with placeholders for the parameters, so it must not read their values.
 */
export function statement<P extends object, Row>(
  build: (parameters: P) => Compilable<Row>,
): Statement<P, Row> {
  // Compiled at the first use: there are hundreds of queries, and a start needs few.
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
  // `build` only passes the placeholders to Kysely.
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as P;
  const compiled = build(placeholders).compile();
  return {
    text: { sql: compiled.sql, reads: readTables(compiled.query) },
    writes: writtenTable(compiled.query),
    bind: bindingOf<P>(compiled),
  };
}

function bindingOf<P extends object>(compiled: CompiledQuery<unknown>): (parameters: P) => unknown[] {
  const parts = compiled.parameters;
  return (parameters) => {
    const byName = parameters as Readonly<Record<string, unknown>>;
    return parts.map((part) => {
      if (!(part instanceof Placeholder)) return part;
      const value = byName[part.name];
      if (value === undefined) throw new Error(`parameter ${part.name} is missing`);
      return value;
    });
  };
}

/**
 * A column for which SQLite uses no index (unary plus). Without statistics the planner estimates few rows for a whole tenant: it
 * would scan all of them to save a sort, or to use an index that begins with the tenant.
 */
export function withoutIndex<T>(column: string): RawBuilder<T> {
  return sql<T>`+${sql.ref(column)}`;
}

// The tables of a compiled query, from its syntax tree, so that versions can't miss one.

/** The table that an insert, update or delete writes. Null for a select. */
function writtenTable(query: RootOperationNode): TableName | null {
  switch (query.kind) {
    case "InsertQueryNode":
      return firstTable(query.into);
    case "UpdateQueryNode":
      return firstTable(query.table);
    case "DeleteQueryNode":
      return firstTable(query.from);
    default:
      return null;
  }
}

/** All tables of the query, including joins and subqueries. */
function readTables(query: RootOperationNode): TableName[] {
  const found = new Set<TableName>();
  visit(query, found);
  return [...found];
}

function firstTable(node: unknown): TableName | null {
  const found = new Set<TableName>();
  visit(node, found);
  const [first] = found;
  return first ?? null;
}

function visit(node: unknown, found: Set<TableName>): void {
  if (Array.isArray(node)) {
    for (const part of node) visit(part, found);
    return;
  }
  if (typeof node !== "object" || node === null) return;
  // A column's table may be an alias. The tables themselves are in FROM, JOIN and similar nodes.
  if ("kind" in node && node.kind === "ReferenceNode") return;
  const name = tableNameOf(node);
  if (name !== null) found.add(name);
  for (const part of Object.values(node)) visit(part, found);
}

function tableNameOf(node: object): TableName | null {
  if (!("kind" in node) || node.kind !== "SchemableIdentifierNode" || !("identifier" in node)) return null;
  const identifier = node.identifier;
  if (typeof identifier !== "object" || identifier === null || !("name" in identifier)) return null;
  // All other names, which are no columns and no aliases, are tables of the schema.
  return identifier.name as TableName;
}
