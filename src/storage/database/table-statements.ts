import {
  type Compilable,
  type Expression,
  expressionBuilder,
  type Insertable,
  type InsertType,
  type Kysely,
  type Selectable,
  type SelectType,
  sql,
  type Updateable,
  type UpdateType,
} from "kysely";
import { numbersIn } from "./json.ts";
import type { Schema, TableName } from "./schema.ts";
import { type Statement, sqlite, statement, withoutIndex } from "./statement.ts";

// Statements of one table that name its columns only. Each column is a parameter of the same name.

type Column<T extends TableName> = keyof Schema[T] & string;
/** The values of these columns of a new row. */
export type Values<T extends TableName, C extends Column<T>> = {
  readonly [K in C]: Exclude<InsertType<Schema[T][K]>, undefined>;
};
type Keys<T extends TableName, C extends Column<T>> = {
  readonly [K in C]: NonNullable<SelectType<Schema[T][K]>>;
};

/** The columns that a new row needs. */
type RequiredColumn<T extends TableName> = {
  [K in Column<T>]: [InsertType<Schema[T][K]>] extends [never]
    ? never
    : undefined extends InsertType<Schema[T][K]>
      ? never
      : null extends InsertType<Schema[T][K]>
        ? never
        : K;
}[Column<T>];
/** No type where a needed column is neither a parameter nor a constant. */
type Complete<T extends TableName, Given> = [RequiredColumn<T>] extends [Given] ? unknown : never;

/** Declares an insert of `columns`. `constants` have the same value in each row. A column that may be null can be left out. */
export function insertInto<
  T extends TableName,
  C extends Column<T>,
  const K extends Partial<Insertable<Schema[T]>> = Record<never, never>,
>(
  table: T,
  columns: readonly C[] & Complete<T, C | keyof K>,
  constants?: K,
): Statement<Values<T, C>, unknown> {
  return statement((p) =>
    anyTable.insertInto(table as string).values({ ...constants, ...valuesOf(p, columns) }),
  );
}

/** Declares an insert of `columns`; a row with the same key is removed first. A column that may be null can be left out. */
export function replaceInto<T extends TableName, C extends Column<T>>(
  table: T,
  columns: readonly C[] & Complete<T, C>,
): Statement<Values<T, C>, unknown> {
  return statement((p) => anyTable.replaceInto(table as string).values(valuesOf(p, columns)));
}

/** Declares an insert of all these columns. A row with the same `key` gets the values of `set` only; without `set` it stays. */
export function upsertInto<
  T extends TableName,
  K extends Column<T>,
  O extends Column<T>,
  C extends Column<T> = never,
>(
  table: T,
  key: readonly K[] & Complete<T, K | O | C>,
  { once, set = [] }: { once: readonly O[]; set?: readonly C[] },
): Statement<Values<T, K | O | C>, unknown> {
  return statement((p) =>
    anyTable
      .insertInto(table as string)
      .values(valuesOf(p, [...key, ...once, ...set]))
      .onConflict((conflict) => {
        const same = conflict.columns(key);
        return set.length === 0 ? same.doNothing() : same.doUpdateSet(valuesOf(p, set));
      }),
  );
}

/**
 * Declares an update of the columns `set`, and of those in `to` to constants, in the rows with equal values in `where` and with
 * the constants in `is`.
 */
export function updateTable<T extends TableName, W extends Column<T>, C extends Column<T> = never>(
  table: T,
  {
    set = [],
    to = {},
    where,
    is = {},
  }: {
    set?: readonly C[];
    to?: Partial<Updateable<Schema[T]>>;
    where: readonly [W, ...W[]];
    is?: Partial<Selectable<Schema[T]>>;
  },
): Statement<{ readonly [K in C]: Exclude<UpdateType<Schema[T][K]>, undefined> } & Keys<T, W>, unknown> {
  return statement((p) =>
    anyTable
      .updateTable(table as string)
      .set({ ...to, ...valuesOf(p, set) })
      .where(equal({ ...valuesOf(p, where), ...is })),
  );
}

/** A record `into` in place of the record `from`, of a tenant. */
export interface ReplacedReference {
  readonly tenantId: number;
  readonly from: number;
  readonly into: number;
  readonly change: number;
}

/** Declares that at most `limit` rows that refer to a record by `column` refer to another one. `more`: other columns that change. */
export function replaceReference<P extends ReplacedReference>(
  table: TableName,
  column: string,
  limit: number,
  more: (p: P) => Readonly<Record<string, unknown>> = () => ({}),
): Statement<P, unknown> {
  return statement((p) =>
    anyTable
      .updateTable(table as string)
      .set({ [column]: p.into, change: p.change, ...more(p) })
      .where(
        "oid",
        "in",
        anyTable
          .selectFrom(`${table} as r`)
          .select("r.oid")
          .where(sql.ref(`r.${column}`), "=", p.from)
          .where(withoutIndex("r.tenantId"), "=", p.tenantId)
          .limit(sql.lit(limit)),
      ),
  );
}

/** Declares the removal of the rows with equal values in `where` and with the constants in `is`. */
export function deleteFrom<T extends TableName, W extends Column<T>>(
  table: T,
  where: readonly [W, ...W[]],
  is: Partial<Selectable<Schema[T]>> = {},
): Statement<Keys<T, W>, unknown> {
  return statement((p) =>
    anyTable.deleteFrom(table as string).where(equal({ ...valuesOf(p, where), ...is })),
  );
}

/** Declares the removal of a tenant's rows whose `column` is in the list `oids` (JSON). */
export function deleteListed<T extends TableName>(
  table: T,
  column: Column<T>,
): Statement<{ readonly tenantId: number; readonly oids: string }, unknown> {
  return statement((p) =>
    anyTable
      .deleteFrom(table as string)
      .where(withoutIndex("tenantId"), "=", p.tenantId)
      .where(sql.ref<number>(column), "in", numbersIn(p.oids)),
  );
}

/** Declares the removal of the rows whose oids a query finds. */
export function deleteFound<P extends object>(
  table: TableName,
  find: (p: P) => Expression<{ oid: number }>,
): Statement<P, unknown> {
  return statement((p: P) => anyTable.deleteFrom(table as string).where("oid", "in", find(p)));
}

/**
 * Declares a query of `columns`, or of all, of the rows with equal values in `where` and with the constants in `is`, sorted by
 * `orderBy`.
 */
export function selectFrom<T extends TableName, W extends Column<T>, C extends Column<T> = Column<T>>(
  table: T,
  where: readonly [W, ...W[]],
  columns?: readonly C[],
  { is = {}, orderBy = [] }: { is?: Partial<Selectable<Schema[T]>>; orderBy?: readonly Column<T>[] } = {},
): Statement<Keys<T, W>, { readonly [K in C]: SelectType<Schema[T][K]> }> {
  return statement((p) => {
    const found = anyTable.selectFrom(table as string).where(equal({ ...valuesOf(p, where), ...is }));
    const rows = orderBy.reduce((sorted, column) => sorted.orderBy(column), found);
    return (columns === undefined ? rows.selectAll() : rows.select(columns)) as Compilable<never>;
  });
}

/** The same without types of columns, for the functions above declare them. */
const anyTable = sqlite as unknown as Kysely<Record<string, Record<string, unknown>>>;

function valuesOf<C extends string>(parameters: Readonly<Record<C, unknown>>, columns: readonly C[]) {
  return Object.fromEntries(columns.map((column) => [column, parameters[column]]));
}

/** The condition that columns have these values. */
function equal(values: Readonly<Record<string, unknown>>) {
  const { eb, and } = expressionBuilder<Record<string, Record<string, unknown>>, string>();
  return and(
    Object.entries(values).map(([column, value]) => eb(sql.ref(column), value === null ? "is" : "=", value)),
  );
}
