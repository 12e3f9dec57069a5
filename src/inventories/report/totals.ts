import { EXPECTED_RESULTS, RESULTS, type Result } from "../../domain/results.ts";
import { worth } from "./money.ts";

// What the items of a stocktake add up to. In each total: expected less not counted plus difference is found, for pieces
// and for values. Values are ten-thousandths, at the prices of when the items were made.

/** What items are worth in one currency; null: it is not known. */
export interface Value {
  readonly currency: string | null;
  readonly expected: bigint;
  readonly notCounted: bigint;
  readonly difference: bigint;
  readonly found: bigint;
}

/** What some items add up to. */
export interface Total {
  readonly items: number;
  /** Pieces expected. */
  readonly quantity: number;
  /** Of these, pieces of items that were not counted. */
  readonly notCounted: number;
  /** Found less expected, of what was counted. */
  readonly difference: number;
  readonly found: number;
  /** By currency; currencies in which everything is worth nothing are left out. */
  readonly values: readonly Value[];
}

/** The total of each result, of all expected items, and of everything. Each expected item is in exactly one result. */
export type Totals = Readonly<Record<Result | "expected" | "all", Total>>;

/** Sums of items with the same result, currency and price. */
export interface Sum {
  readonly result: Result;
  readonly currency: string | null;
  readonly price: number;
  readonly items: number;
  readonly quantity: number;
  readonly notCounted: number;
  readonly found: number;
  readonly difference: number;
}

/** Adds everything up. */
export function totalsOf(sums: readonly Sum[]): Totals {
  const of = (results: readonly Result[]) => total(sums.filter(({ result }) => results.includes(result)));
  // Every result is in the list, so each has its total.
  const each = Object.fromEntries(RESULTS.map((result) => [result, of([result])])) as Record<Result, Total>;
  return { ...each, expected: of(EXPECTED_RESULTS), all: of(RESULTS) };
}

function total(sums: readonly Sum[]): Total {
  const add = (number: (sum: Sum) => number) => sums.reduce((all, sum) => all + number(sum), 0);
  const byCurrency = Map.groupBy(sums, ({ currency }) => currency);
  return {
    items: add(({ items }) => items),
    quantity: add(({ quantity }) => quantity),
    notCounted: add(({ notCounted }) => notCounted),
    difference: add(({ difference }) => difference),
    found: add(({ found }) => found),
    values: [...byCurrency]
      .map(([currency, own]) => worthOf(currency, own))
      .filter(isWorthSomething)
      .sort(byName),
  };
}

function worthOf(currency: string | null, sums: readonly Sum[]): Value {
  const add = (pieces: (sum: Sum) => number) =>
    sums.reduce((all, sum) => all + worth(sum.price, pieces(sum)), 0n);
  return {
    currency,
    expected: add(({ quantity }) => quantity),
    notCounted: add(({ notCounted }) => notCounted),
    difference: add(({ difference }) => difference),
    found: add(({ found }) => found),
  };
}

const isWorthSomething = ({ expected, found }: Value) => expected !== 0n || found !== 0n;

/** By the name of the currency, the unknown one last. */
function byName(one: Value, other: Value): number {
  if (one.currency === null || other.currency === null) return one.currency === null ? 1 : -1;
  return one.currency < other.currency ? -1 : 1;
}

/** What a total is worth in a currency; nothing where it is not among its values. */
export function valueIn({ values }: Total, currency: string | null): Value {
  const none = { currency, expected: 0n, notCounted: 0n, difference: 0n, found: 0n };
  return values.find((value) => value.currency === currency) ?? none;
}
