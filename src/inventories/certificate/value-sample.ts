import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import {
  type NoCertificate,
  refusalOf,
  refusalOfEstimate,
} from "../../domain/cycle-counts/value-certificate.ts";
import {
  bookValueOf,
  type CountedStratum,
  differenceEstimate,
  drawnDifferences,
  meanPerUnitEstimate,
  NO_SUMS,
  type ValueEstimate,
  withRecord,
} from "../../domain/cycle-counts/value-estimate.ts";
import { VALUE_CONFIDENCE, VALUE_PRECISION } from "../../domain/cycle-counts/value-strata.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import { type Db, statement } from "../../storage/database/statement.ts";
import type { OfInventory } from "../inventory.ts";
import { type ItemRange, itemRanges, itemsIn } from "../items/item-ranges.ts";
import { pieceDifference } from "../items/second-count-sql.ts";
import type { sampleOf } from "../selection.ts";

const Estimate = namedObject("ValueEstimate", {
  estimate: z.number(),
  lower: z.number(),
  upper: z.number(),
  precision: z.number().describe("half of the interval as a share of the estimate"),
  degreesOfFreedom: z.int(),
  quantile: z.number().describe("Student's t for these degrees of freedom"),
});

/** What a sample by value says about the value of all records that it was drawn from. */
export const ValueSample = namedObject("ValueSample", {
  seedFixedDT: z.iso.datetime().nullable().describe("when the seed was stored; null: not known"),
  drawnDT: z.iso.datetime().nullable(),
  currency: z.string().nullable().describe("null: unknown, or several"),
  confidence: z.literal(VALUE_CONFIDENCE),
  maxPrecision: z.literal(VALUE_PRECISION).describe("the largest `precision` of a certificate"),
  bookValue: z.number().describe("quantity times price of all records at the draw"),
  differences: z.int().describe("records with a difference in the strata of which a part was drawn"),
  strata: z
    .array(
      z.object({
        records: z.int(),
        bookValue: z.number(),
        sample: z
          .int()
          .describe("records to count: all, a part drawn at random, or none of those worth nothing"),
        counted: z.int(),
        differences: z.int(),
      }),
    )
    .describe("from the dearest records on"),
  differenceEstimate: Estimate.nullable().describe(
    "the value by stratified difference estimation: the certificate's. Null: `noCertificate` says why",
  ),
  meanPerUnit: Estimate.nullable().describe(
    "the value by stratified mean-per-unit estimation, for comparison",
  ),
});
export type ValueSample = z.output<typeof ValueSample>;

type Drawn = NonNullable<ReturnType<typeof sampleOf>>;

const ofRange = statement((p: ItemRange) =>
  itemsIn(p)
    .innerJoin("inventoryPopulation as p", (join) =>
      join
        .onRef("p.inventoryId", "=", "i.inventoryId")
        .onRef("p.locationId", "=", "i.locationId")
        .onRef("p.articleId", "=", "i.articleId"),
    )
    .where("i.isUnexpected", "=", 0)
    .where("p.isDrawn", "=", 1)
    .select(["p.stratum", "p.quantity", "p.price", pieceDifference().as("difference")]),
);

/** The strata of a sample with what was found in them. */
async function countedStrata(
  db: Db,
  inventoryId: number,
  { strata }: NonNullable<Drawn["byValue"]>,
): Promise<readonly CountedStratum[]> {
  const sums = strata.map(() => NO_SUMS);
  for (const range of itemRanges(db, inventoryId, 0)) {
    for (const { stratum, quantity, price, difference } of ofRange.all(db, range)) {
      const recorded = quantity * price;
      const before = sums[stratum - 1];
      if (difference !== null && before !== undefined)
        sums[stratum - 1] = withRecord(before, recorded, recorded + difference * price);
    }
    // Other requests go between the parts.
    await setImmediate();
  }
  return strata.map((stratum, index) => ({ ...stratum, ...(sums[index] ?? NO_SUMS) }));
}

/** What a sample says about the value of its population, and why this is no certificate; null: it is one. */
export async function valueOfSample(
  db: Db,
  { inventoryId }: OfInventory,
  { fixedDT, drawnDT, byValue }: Drawn,
): Promise<{ readonly value: ValueSample | null; readonly noCertificate: NoCertificate | null }> {
  if (byValue === null) return { value: null, noCertificate: "notByValue" };
  const { currencies } = byValue;
  const strata = await countedStrata(db, inventoryId, byValue);
  const refusal = refusalOf({ fixedDT, drawnDT, currencies, strata });
  const estimate = refusal === null ? differenceEstimate(strata) : null;
  return {
    value: {
      seedFixedDT: fixedDT,
      drawnDT,
      currency: currencies.length === 1 ? (currencies[0] ?? null) : null,
      confidence: VALUE_CONFIDENCE,
      maxPrecision: VALUE_PRECISION,
      bookValue: money(bookValueOf(strata)),
      differences: drawnDifferences(strata),
      strata: strata.map(({ records, value, sample, counted, differences }) => ({
        records,
        bookValue: money(value),
        sample,
        counted,
        differences,
      })),
      differenceEstimate: estimate && inMoney(estimate),
      meanPerUnit: estimate && inMoney(meanPerUnitEstimate(strata)),
    },
    noCertificate: estimate === null ? refusal : refusalOfEstimate(estimate),
  };
}

/** Ten-thousandths as an amount with as many decimals. */
const money = (value: number) => Math.round(value) / 10_000;

const inMoney = ({ estimate, lower, upper, ...others }: ValueEstimate): ValueEstimate => ({
  estimate: money(estimate),
  lower: money(lower),
  upper: money(upper),
  ...others,
});
