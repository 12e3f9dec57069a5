import { EXPECTED_RESULTS, RESULTS, type Result } from "../../domain/results.ts";
import { eachUnit } from "../../domain/units.ts";
import type { UnitTotal } from "../shapes.ts";
import { worth } from "./money.ts";

// Totals of a stocktake. In each total: expected - not counted + moved + difference = found, for pieces and for values. Values are
// ten-thousandths, at the prices of `prepare`.

/** Values in one currency; null: unknown currency. */
export interface Value {
  readonly currency: string | null;
  readonly expected: bigint;
  readonly notCounted: bigint;
  readonly moved: bigint;
  readonly difference: bigint;
  readonly found: bigint;
}

/** The total of some items. */
export interface Total {
  readonly items: number;
  /** Pieces expected. */
  readonly quantity: number;
  /** Expected pieces of items that were not counted. */
  readonly notCounted: number;
  /** Net pieces that came between the preparation and the count. */
  readonly moved: number;
  /** Found minus recorded at the count, of the counted items. */
  readonly difference: number;
  readonly found: number;
  /** By unit, pieces first. */
  readonly quantities: readonly UnitTotal[];
  /** By currency, without currencies whose values are all 0. */
  readonly values: readonly Value[];
}

/** A total as of the decisive day: its difference and `notOfDay` are the difference of the count. */
export interface AsOfTotal extends Total {
  /** Pieces that are a difference of the count, but none of the day. */
  readonly notOfDay: number;
  readonly quantities: readonly (UnitTotal & { readonly notOfDay: number })[];
  readonly values: readonly (Value & { readonly notOfDay: bigint })[];
}

/** The total of each result, of all expected items, and of everything. Each expected item is in exactly one result. */
export type Totals = Readonly<Record<Result | "expected" | "all", Total>>;

/** The pieces of some items. */
type Pieces = Pick<ItemSum, "items" | "quantity" | "notCounted" | "moved" | "difference" | "found">;

/** Sums of items with the same result, currency, price and unit. */
export interface ItemSum {
  readonly result: Result;
  readonly currency: string | null;
  readonly price: number;
  /** Null: pieces. */
  readonly unitThen: string | null;
  readonly items: number;
  readonly quantity: number;
  readonly notCounted: number;
  readonly moved: number;
  readonly found: number;
  readonly difference: number;
}

/** A sum as of the decisive day, or one of the count, to which others add what is not of the day. */
export interface AsOfSum extends ItemSum {
  readonly notOfDay?: number;
}

/** Adds up all totals. */
export function totalsOf(sums: readonly ItemSum[]): Totals {
  const of = (results: readonly Result[]) => total(sums.filter(({ result }) => results.includes(result)));
  // RESULTS holds every result.
  const each = Object.fromEntries(RESULTS.map((result) => [result, of([result])])) as Record<Result, Total>;
  return { ...each, expected: of(EXPECTED_RESULTS), all: of(RESULTS) };
}

const total = (sums: readonly ItemSum[]): Total => ({
  ...totalPieces(sums, ({ unitThen }) => unitThen),
  values: valuesOf(sums).filter(isWorthSomething),
});

/** The pieces of a total, in all and by unit. */
export const totalPieces = <Sum extends Pieces>(
  sums: readonly Sum[],
  unitOf: (sum: Sum) => string | null,
): Omit<Total, "values"> => ({
  ...piecesOf(sums),
  quantities: eachUnit(sums, unitOf, (own) => {
    const { quantity: expected, ...rest } = piecesOf(own);
    return { expected, ...rest };
  }),
});

/** Adds up sums as of the decisive day, whose expected pieces are all that were recorded. */
export function asOfTotal(given: readonly AsOfSum[]): AsOfTotal {
  const sums = given.map((sum) => ({ ...sum, quantity: sum.quantity + sum.moved, moved: 0 }));
  const { values: _, quantities, ...rest } = total(sums);
  const add = <T>(own: readonly AsOfSum[], none: T, plus: (all: T, pieces: number, sum: AsOfSum) => T) =>
    own.reduce((all, sum) => plus(all, sum.notOfDay ?? 0, sum), none);
  const pieces = (own: readonly AsOfSum[]) => add(own, 0, (all, n) => all + n);
  return {
    ...rest,
    notOfDay: pieces(sums),
    quantities: quantities.map((quantity) => ({
      ...quantity,
      notOfDay: pieces(sums.filter(({ unitThen }) => unitThen === quantity.unit)),
    })),
    values: valuesOf(sums)
      .map((value) => ({
        ...value,
        notOfDay: add(
          sums.filter(({ currency }) => currency === value.currency),
          0n,
          (all, n, { price }) => all + worth(price, n),
        ),
      }))
      .filter((value) => isWorthSomething(value) || value.notOfDay !== 0n),
  };
}

function valuesOf(sums: readonly ItemSum[]): Value[] {
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  return [...byCurrency].map(([currency, own]) => worthOf(currency, own)).sort(byName);
}

function piecesOf(sums: readonly Pieces[]): Pieces {
  const add = (number: (sum: Pieces) => number) => sums.reduce((all, sum) => all + number(sum), 0);
  return {
    items: add(({ items }) => items),
    quantity: add(({ quantity }) => quantity),
    notCounted: add(({ notCounted }) => notCounted),
    moved: add(({ moved }) => moved),
    difference: add(({ difference }) => difference),
    found: add(({ found }) => found),
  };
}

function worthOf(currency: string | null, sums: readonly ItemSum[]): Value {
  const add = (pieces: (sum: ItemSum) => number) =>
    sums.reduce((all, sum) => all + worth(sum.price, pieces(sum)), 0n);
  return {
    currency,
    expected: add(({ quantity }) => quantity),
    notCounted: add(({ notCounted }) => notCounted),
    moved: add(({ moved }) => moved),
    difference: add(({ difference }) => difference),
    found: add(({ found }) => found),
  };
}

const isWorthSomething = ({ expected, moved, found }: Value) =>
  expected !== 0n || moved !== 0n || found !== 0n;

/** Compares by currency name, the unknown currency last. */
export function byName(one: Pick<Value, "currency">, other: Pick<Value, "currency">): number {
  if (one.currency === null || other.currency === null) return one.currency === null ? 1 : -1;
  return one.currency < other.currency ? -1 : 1;
}

/** The value of a total in a currency; 0 if it has none. */
export function valueIn({ values }: Total, currency: string | null): Value {
  const none = { currency, expected: 0n, notCounted: 0n, moved: 0n, difference: 0n, found: 0n };
  return values.find((value) => value.currency === currency) ?? none;
}

/** The quantities of a total in a unit; 0 if it has none. */
export function quantityIn({ quantities }: Total, unit: string | null): UnitTotal {
  const none = { unit, items: 0, expected: 0, notCounted: 0, moved: 0, difference: 0, found: 0 };
  return quantities.find((quantity) => quantity.unit === unit) ?? none;
}
