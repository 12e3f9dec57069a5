import { z } from "zod";
import { RESULTS } from "../../domain/results.ts";
import { DeviceReference, NamedReference, UserReference } from "../../http/endpoint/references.ts";
import { Sender } from "../shapes.ts";

const ReportLocation = z.object({
  oid: z.int(),
  path: z.string().describe("names from the root to the location"),
});
const person = {
  user: UserReference,
  device: DeviceReference.nullable(),
};
/** The user who counted, and the user who sent the count. */
const counter = { ...person, sender: Sender };
const time = z.iso.datetime();
/** The user of a step; null: not done yet, or not known. */
const user = person.user.nullable();

const value = z
  .object({
    currency: z.string().nullable().describe("name of the currency; null: the prices have no currency"),
    expected: z.number(),
    notCounted: z.number(),
    difference: z.number(),
    found: z.number(),
  })
  .describe("at the prices of `prepare`; `expected` minus `notCounted` plus `difference` is `found`");

const total = z
  .object({
    items: z.int(),
    quantity: z.number().describe("expected pieces"),
    notCounted: z.number().describe("expected pieces of items that are not counted"),
    difference: z.number().describe("found minus expected pieces of counted items"),
    found: z.number().describe("pieces found: `quantity` minus `notCounted` plus `difference`"),
    value: z
      .number()
      .nullable()
      .describe(
        "value of the expected pieces at the prices of `prepare`; null: several currencies, see `values`",
      ),
    differenceValue: z.number().nullable(),
    values: z.array(value).describe("by currency; empty if no item has a price"),
  })
  .meta({ id: "InventoryReportTotal" });

const item = z
  .object({
    oid: z.int(),
    result: z.enum(RESULTS),
    article: z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() }),
    location: ReportLocation.nullable(),
    foundLocation: ReportLocation.nullable(),
    quantity: z.int(),
    inventoryQuantity: z.int().nullable().describe("pieces found; null: not counted"),
    difference: z.int().nullable(),
    currency: z.string().nullable().describe("name of the currency of `price` at `prepare`; null: unknown"),
    price: z.number(),
    value: z.number(),
    differenceValue: z.number().nullable(),
    isApproved: z.boolean(),
    isDisposal: z.boolean(),
    isToRecount: z.boolean(),
    movedDT: time.nullable(),
    movedQuantity: z.int(),
    decision: z.enum(["keepCount", "keepDifference"]).nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: "InventoryReportItem" });

const operation = z
  .object({
    operationId: z.string(),
    kind: z.string(),
    itemId: z.int().nullable(),
    code: z.string().nullable(),
    location: ReportLocation.nullable(),
    quantity: z.int().nullable(),
    note: z.string().nullable(),
    at: time,
    receivedDT: time,
    ...counter,
  })
  .meta({ id: "InventoryReportOperation" });

/** The results of a stocktake. */
export const InventoryReport = z
  .object({
    inventory: z.object({
      oid: z.int(),
      name: z.string(),
      inventoryStateId: z.int(),
      inventoryState: NamedReference,
      isClosed: z.boolean(),
      isBlind: z.boolean(),
      locations: z.array(ReportLocation).describe("selected locations; empty: all"),
    }),
    tenant: NamedReference,
    madeDT: time.describe("time of the report; for a closed inventory the time of its close"),
    startedDT: time.nullable().describe("time of the first start"),
    startedBy: user,
    finishedDT: time.nullable().describe("time of the last finish"),
    finishedBy: user,
    closedDT: time.nullable(),
    closedBy: user,
    secondCountsWaived: z
      .object({ at: time, by: user, reason: z.string() })
      .nullable()
      .describe("who let it be closed without the open second counts, and why"),
    counters: z.array(z.object({ ...counter, counts: z.int() })),
    approvals: z.object({
      mustBeApproved: z.boolean(),
      isApproved: z.boolean(),
      approvedDT: time.nullable(),
      approvedBy: user,
      items: z.int(),
      approvedItems: z.int(),
    }),
    decisions: z.object({
      moved: z.int().describe("items whose stock has moved since `prepare`"),
      undecided: z.int().describe("part of `moved`: items without a decision"),
      toRecount: z.int(),
    }),
    totals: z.object({
      ...(Object.fromEntries(RESULTS.map((result) => [result, total])) as Record<
        (typeof RESULTS)[number],
        typeof total
      >),
      expected: total.describe("all expected items; each has exactly one of the results above"),
      all: total.describe("`expected` and `unexpected`"),
    }),
    items: z.array(item).describe("all expected items, or those with `result`"),
    unexpected: z.array(item),
    unknownCodes: z
      .array(operation)
      .describe(
        "counts of unknown codes, without those that were taken back; `add` with a negative quantity takes pieces back",
      ),
    late: z.array(operation).describe("counts that arrived after the finish and are not applied"),
  })
  .meta({ id: "InventoryReport" });
export type InventoryReport = z.output<typeof InventoryReport>;
