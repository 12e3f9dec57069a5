import { z } from "zod";
import { RESULTS } from "../../domain/results.ts";
import { DeviceReference, NamedReference, UserReference } from "../../http/endpoint/references.ts";
import { Sender } from "../shapes.ts";

const place = z.object({ oid: z.int(), path: z.string().describe("the names from the root down") });
const person = {
  user: UserReference,
  device: DeviceReference.nullable(),
};
/** Who counted, and who sent it. */
const counter = { ...person, sender: Sender };
const time = z.iso.datetime();
/** Who did something; null: nobody yet, or nobody knows. */
const who = person.user.nullable();

const value = z
  .object({
    currency: z.string().nullable().describe("its name; null: the prices have no currency"),
    expected: z.number(),
    notCounted: z.number(),
    difference: z.number(),
    found: z.number(),
  })
  .describe("at the prices of `prepare`; `expected` less `notCounted` plus `difference` is `found`");

const total = z
  .object({
    items: z.int(),
    quantity: z.number().describe("pieces expected"),
    notCounted: z.number().describe("pieces expected of what was not counted"),
    difference: z.number().describe("found less expected, of what was counted"),
    found: z.number().describe("pieces found: `quantity` less `notCounted` plus `difference`"),
    value: z
      .number()
      .nullable()
      .describe(
        "of the pieces expected, at the prices of `prepare`; null: in several currencies, see `values`",
      ),
    differenceValue: z.number().nullable(),
    values: z.array(value).describe("by currency; none where nothing has a price"),
  })
  .meta({ id: "InventoryReportTotal" });

const item = z
  .object({
    oid: z.int(),
    result: z.enum(RESULTS),
    article: z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() }),
    location: place.nullable(),
    foundLocation: place.nullable(),
    quantity: z.int(),
    inventoryQuantity: z.int().nullable().describe("pieces found; null: not counted"),
    difference: z.int().nullable(),
    currency: z.string().nullable().describe("of `price`, as it was called at `prepare`; null: not known"),
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

const kept = z
  .object({
    operationId: z.string(),
    kind: z.string(),
    itemId: z.int().nullable(),
    code: z.string().nullable(),
    location: place.nullable(),
    quantity: z.int().nullable(),
    note: z.string().nullable(),
    at: time,
    receivedDT: time,
    ...counter,
  })
  .meta({ id: "InventoryReportOperation" });

/** What a stocktake has found out. */
export const InventoryReport = z
  .object({
    inventory: z.object({
      oid: z.int(),
      name: z.string(),
      inventoryStateId: z.int(),
      inventoryState: NamedReference,
      isClosed: z.boolean(),
      isBlind: z.boolean(),
      locations: z.array(place).describe("the chosen places; none: all"),
    }),
    tenant: NamedReference,
    madeDT: time.describe("of a closed inventory when it was closed: the report reads the same ever after"),
    startedDT: time.nullable().describe("its first start"),
    startedBy: who,
    finishedDT: time.nullable().describe("its last finish"),
    finishedBy: who,
    closedDT: time.nullable(),
    closedBy: who,
    counters: z.array(z.object({ ...counter, counts: z.int() })),
    approvals: z.object({
      mustBeApproved: z.boolean(),
      isApproved: z.boolean(),
      approvedDT: time.nullable(),
      approvedBy: who,
      items: z.int(),
      approvedItems: z.int(),
    }),
    decisions: z.object({
      moved: z.int().describe("items whose stock has moved since `prepare`"),
      undecided: z.int().describe("of these, on which nobody has decided"),
      toRecount: z.int(),
    }),
    totals: z.object({
      ...(Object.fromEntries(RESULTS.map((result) => [result, total])) as Record<
        (typeof RESULTS)[number],
        typeof total
      >),
      expected: total.describe("all expected items; each is in exactly one of the results before"),
      all: total.describe("`expected` and `unexpected`"),
    }),
    items: z.array(item).describe("all, or those with `result`"),
    unexpected: z.array(item),
    unknownCodes: z.array(kept).describe("but for those that were taken back"),
    late: z.array(kept).describe("counts that came after the end and are not applied"),
  })
  .meta({ id: "InventoryReport" });
export type InventoryReport = z.output<typeof InventoryReport>;
