import type { Listed } from "../../domain/results.ts";
import { eachUnit } from "../../domain/units.ts";
import type { Remainder } from "./as-of.ts";
import { valuesOf, worth } from "./money.ts";
import { compareNames, type Report, type ReportItem } from "./report.ts";
import type { FoundElsewhere } from "./store.ts";
import { type AsOfTotal, byName, type Total, totalPieces } from "./totals.ts";

// Subtotals of a stocktake: sums of its lines by location and by category, added up as the lines are read.

/** Sums of lines in one unit. */
interface Quantities {
  items: number;
  quantity: number;
  notCounted: number;
  moved: number;
  difference: number;
  /** As of the decisive day: a difference of the count, but none of the day. */
  notOfDay: number;
  found: number;
  /** Of the found ones those at another location than that of their line. */
  elsewhere: number;
}

/** Sums of lines in one currency. Values are ten-thousandths. */
export interface Sums {
  /** By unit; null: pieces. */
  readonly quantities: Map<string | null, Quantities>;
  expectedValue: bigint;
  notCountedValue: bigint;
  movedValue: bigint;
  differenceValue: bigint;
  notOfDayValue: bigint;
  foundValue: bigint;
  elsewhereValue: bigint;
}

/** By the name of the currency; null: unknown. */
type SumsByCurrency = Map<string | null, Sums>;

/** The sums of the count, and those as of the decisive day. */
export interface LineSums {
  readonly count: SumsByCurrency;
  readonly asOf: SumsByCurrency;
}

/** Sums of no lines. */
export const noLineSums = (): LineSums => ({ count: new Map(), asOf: new Map() });
const noQuantities = (): Quantities => ({
  items: 0,
  quantity: 0,
  notCounted: 0,
  moved: 0,
  difference: 0,
  notOfDay: 0,
  found: 0,
  elsewhere: 0,
});
const noSums = (): Sums => ({
  quantities: new Map(),
  expectedValue: 0n,
  notCountedValue: 0n,
  movedValue: 0n,
  differenceValue: 0n,
  notOfDayValue: 0n,
  foundValue: 0n,
  elsewhereValue: 0n,
});

/** Adds a line to sums. */
export function addLine({ count, asOf }: LineSums, item: ReportItem): void {
  // Without a rest of properties: to copy these takes most of the time.
  const { price, found } = item;
  const [sum, pieces] = addFigures(count, item, item);
  pieces.moved += item.movedBeforeCount;
  sum.movedValue += worth(price, item.movedBeforeCount);
  if (isElsewhere(item)) {
    pieces.elsewhere += found ?? 0;
    sum.elsewhereValue += item.foundValue ?? 0n;
  }
  if (item.asOf !== null) addAsOf(asOf, item, item.asOf);
}

/** Adds an article without an item to sums. */
export const addRemainder = ({ asOf }: LineSums, remainder: Remainder): void =>
  addAsOf(asOf, remainder, remainder.asOf);

function addAsOf(
  sums: SumsByCurrency,
  line: Pick<ReportItem, "currency" | "unit" | "price">,
  asOf: NonNullable<ReportItem["asOf"]>,
): void {
  const [sum, pieces] = addFigures(sums, line, { ...asOf, ...valuesOf(line.price, asOf) });
  pieces.notOfDay += asOf.notOfDay ?? 0;
  sum.notOfDayValue += worth(line.price, asOf.notOfDay ?? 0);
}

function addFigures(
  sums: SumsByCurrency,
  { currency, unit }: Pick<ReportItem, "currency" | "unit">,
  figures: Pick<ReportItem, "quantity" | "found" | "difference" | "value" | "foundValue" | "differenceValue">,
): readonly [Sums, Quantities] {
  const sum = sums.getOrInsertComputed(currency, noSums);
  const pieces = sum.quantities.getOrInsertComputed(unit, noQuantities);
  pieces.items++;
  pieces.quantity += figures.quantity;
  pieces.found += figures.found ?? 0;
  pieces.difference += figures.difference ?? 0;
  sum.expectedValue += figures.value;
  sum.foundValue += figures.foundValue ?? 0n;
  sum.differenceValue += figures.differenceValue ?? 0n;
  if (figures.found === null) {
    pieces.notCounted += figures.quantity;
    sum.notCountedValue += figures.value;
  }
  return [sum, pieces];
}

/** Whether an expected item was found at another location. */
const isElsewhere = ({ locationId, foundLocationId }: ReportItem) =>
  locationId !== null && foundLocationId !== null && foundLocationId !== locationId;

/** The sums of what was found at a location, and is listed at another one or as unexpected: only found pieces and values. */
export function foundHereSums(found: readonly FoundElsewhere[]): SumsByCurrency {
  const sums: SumsByCurrency = new Map();
  for (const { currency, unitThen, price, found: pieces } of found) {
    const sum = sums.getOrInsertComputed(currency, noSums);
    sum.quantities.getOrInsertComputed(unitThen, noQuantities).found += pieces;
    sum.foundValue += worth(price, pieces);
  }
  return sums;
}

/** The sums of a currency, unit by unit. */
export const rowsByUnit = ({ quantities }: Sums): (Quantities & { readonly unit: string | null })[] =>
  [...quantities].map(([unit, own]) => ({ unit, ...own }));

/** What was found at a location that is listed elsewhere, by path. `listed`: the locations of lines, which are left out. */
export function foundAtOthers(
  { names }: Pick<Report, "names">,
  elsewhere: ReadonlyMap<number, readonly FoundElsewhere[]>,
  listed: readonly (number | null)[],
): (readonly [number, readonly FoundElsewhere[]])[] {
  const { location } = names;
  const left = new Set(listed);
  return [...elsewhere]
    .filter(([locationId]) => !left.has(locationId))
    .toSorted(([one], [other]) => compareNames(location(one), location(other)));
}

/** The names of categories in the order of the report; null, of lines closed before categories were kept, as "–". */
export const sortedCategories = (categories: Iterable<string | null>): (string | null)[] =>
  [...categories].toSorted((one, other) => compareNames(one ?? "–", other ?? "–"));

/** A quantity by unit, and its value by currency (ten-thousandths), each without zeros. */
export interface FoundSum {
  readonly quantities: readonly { readonly unit: string | null; readonly found: number }[];
  readonly values: readonly { readonly currency: string | null; readonly found: bigint }[];
}

/** A subtotal. `asOf`: as of the decisive day; null: there is none. */
export interface Subtotal {
  readonly count: Total;
  readonly asOf: AsOfTotal | null;
}

/** The subtotals of a report, in the order of the inventory list. */
export type Subtotals = ReturnType<typeof subtotalsOf>;

/** Begins to add up the lines of a report. */
export function sumUpLines(report: Report) {
  const byLocation = new Map<number | null, LineSums>();
  const byCategory = new Map<string | null, LineSums>();
  const add = (item: ReportItem) => {
    addLine(byLocation.getOrInsertComputed(item.locationId, noLineSums), item);
    addLine(byCategory.getOrInsertComputed(item.category, noLineSums), item);
  };
  function* itemsOf(results: readonly Listed[]) {
    for (const listed of results)
      for (const item of report.items([listed])) {
        // They are items found as expected too.
        if (listed !== "differsOfDay") add(item);
        yield item;
      }
  }
  return {
    /** The items of these results. */
    items: itemsOf,
    /** The subtotals of the lines that were listed. */
    subtotals: () => subtotalsOf(report, byLocation, byCategory),
  };
}

function subtotalsOf(
  report: Report,
  byLocation: ReadonlyMap<number | null, LineSums>,
  byCategory: ReadonlyMap<string | null, LineSums>,
) {
  const subtotalOf = ({ count, asOf } = noLineSums()): Subtotal => ({
    count: totalOf(count),
    asOf: report.asOf && asOfTotalOf(asOf),
  });
  const ofRemainders = noLineSums();
  for (const remainder of report.remainders()) addRemainder(ofRemainders, remainder);
  const elsewhere = Map.groupBy(report.foundElsewhere(), ({ placeFound }) => placeFound);
  const listed = report.itemLocations();
  const others = foundAtOthers(report, elsewhere, listed).map(([locationId]) => locationId);
  return {
    /** By location of the lines; null: unexpected items. The last ones have no line, but something was found there. */
    locations: [...listed, ...others].map((locationId) => {
      const own = byLocation.get(locationId);
      const here = locationId === null ? undefined : elsewhere.get(locationId);
      return {
        locationId,
        ...subtotalOf(own),
        foundElsewhere: foundSum(own?.count ?? new Map(), "elsewhere"),
        foundHere: foundSum(foundHereSums(here ?? []), "found"),
      };
    }),
    categories: sortedCategories(byCategory.keys()).map((category) => ({
      category,
      ...subtotalOf(byCategory.get(category)),
    })),
    /** Articles without an item, as of the decisive day; null: there is none. */
    remainders: report.asOf && asOfTotalOf(ofRemainders.asOf),
  };
}

const totalOf = (sums: SumsByCurrency): Total => ({
  ...totalPieces([...sums.values()].flatMap(rowsByUnit), ({ unit }) => unit),
  values: valuedSums(sums).map(([currency, sum]) => ({
    currency,
    expected: sum.expectedValue,
    notCounted: sum.notCountedValue,
    moved: sum.movedValue,
    difference: sum.differenceValue,
    found: sum.foundValue,
  })),
});

function asOfTotalOf(sums: SumsByCurrency): AsOfTotal {
  const { quantities, values, ...pieces } = totalOf(sums);
  const rows = [...sums.values()].flatMap(rowsByUnit);
  const add = (own: typeof rows) => own.reduce((all, { notOfDay }) => all + notOfDay, 0);
  return {
    ...pieces,
    notOfDay: add(rows),
    quantities: quantities.map((quantity) => ({
      ...quantity,
      notOfDay: add(rows.filter(({ unit }) => unit === quantity.unit)),
    })),
    values: values.map((value) => ({ ...value, notOfDay: sums.get(value.currency)?.notOfDayValue ?? 0n })),
  };
}

/** The sums of the currencies in which something is worth something. */
const valuedSums = (sums: SumsByCurrency) =>
  [...sums]
    .filter(([, { quantities: _, ...values }]) => Object.values(values).some((value) => value !== 0n))
    .toSorted(([one], [other]) => byName({ currency: one }, { currency: other }));

function foundSum(sums: SumsByCurrency, what: "elsewhere" | "found"): FoundSum {
  const rows = [...sums.values()].flatMap(rowsByUnit);
  return {
    quantities: eachUnit(
      rows,
      ({ unit }) => unit,
      (own) => ({ found: own.reduce((all, row) => all + row[what], 0) }),
    ).filter(({ found }) => found !== 0),
    values: [...sums]
      .map(([currency, sum]) => ({ currency, found: sum[`${what}Value`] }))
      .filter(({ found }) => found !== 0n)
      .sort(byName),
  };
}
