import { z } from "zod";
import { RESULTS } from "../../domain/results.ts";
import { METHODS } from "../../domain/stocktakes/frame.ts";
import { namedObject } from "../../http/endpoint/named-object.ts";
import {
  DeviceReference,
  NamedReference,
  QuantityUnit,
  UserReference,
} from "../../http/endpoint/references.ts";
import { Company } from "../../settings/company/shapes.ts";
import { InventoryFrame } from "../frame/shapes.ts";
import { Explanation, ItemValue, quantities, Sender } from "../shapes.ts";

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

const total = namedObject("InventoryReportTotal", {
  items: z.int(),
  quantity: z.number().describe("expected pieces"),
  notCounted: z.number().describe("expected pieces of items that are not counted"),
  moved: z.number().describe("net pieces that came between `prepare` and the count"),
  difference: z.number().describe("found minus recorded pieces of counted items"),
  found: z.number().describe("pieces found: `quantity` minus `notCounted` plus `moved` plus `difference`"),
  quantities,
  value: z
    .number()
    .nullable()
    .describe(
      "value of the expected pieces at the prices of `prepare`; null: several currencies, see `values`",
    ),
  differenceValue: z.number().nullable(),
  values: z.array(ItemValue).describe("by currency; empty if no item has a price"),
});

const notOfDay = (what: string) =>
  z
    .number()
    .describe(
      `${what} of \`notOfDay\` of the lines: with \`difference\`, and without the \`remainders\`, the difference of \`totals\``,
    );

const { quantities: _quantities, value: sum, differenceValue, values: _values, ...pieces } = total.shape;
const asOfTotal = z.object({
  ...pieces,
  notOfDay: notOfDay("pieces"),
  quantities: quantities.element.extend({ notOfDay: notOfDay("pieces") }).array(),
  value: sum,
  differenceValue,
  values: ItemValue.extend({ notOfDay: notOfDay("their value") }).array(),
});

const foundSum = z.object({
  quantities: z.array(z.object({ unit: QuantityUnit, found: z.number() })),
  values: z.array(z.object({ currency: z.string().nullable(), found: z.number() })),
});

const subtotalAsOf = asOfTotal.nullable().describe("as of the end of the decisive day; null: there is none");

const article = z.object({
  oid: z.int(),
  code: z.string().nullable(),
  name: z.string(),
  serialNumber: z.string().nullable(),
  unit: QuantityUnit,
});

const asOf = namedObject("InventoryReportAsOf", {
  quantity: z.int().describe("recorded pieces at the end of the decisive day"),
  found: z.int().nullable().describe("`inventoryQuantity` without what has moved in between, at least 0"),
  difference: z.int().nullable(),
  moved: z
    .int()
    .nullable()
    .describe("net pieces that came between the decisive day and the count, whichever was first"),
  notOfDay: z
    .int()
    .nullable()
    .describe(
      "at most 0: pieces by which `found` would be below 0, for example a loss of what came after the day. No part of `difference`",
    ),
  value: z.number().describe("of `quantity`, at `price`"),
  foundValue: z.number().nullable(),
  differenceValue: z.number().nullable(),
});
export const ItemAsOf = namedObject("InventoryItemAsOf", {
  day: z.iso.date(),
  until: z.iso.datetime().describe("the last moment of the day, or now"),
  ...asOf.pick({ quantity: true, found: true, difference: true, moved: true, notOfDay: true }).shape,
});

const lineNumber = z.int().describe("its line in the inventory list (`format=pdf`), from 1");

const responsible = user.describe(
  "who is responsible for the article, else for its location or the nearest above it that has one; null: nobody, or closed before it was kept",
);

const photos = z.array(z.string()).describe("its photos: the SHA-256 of each file, with its extension");

const item = namedObject("InventoryReportItem", {
  oid: z.int(),
  lineNumber,
  result: z.enum(RESULTS),
  article: article.extend({
    category: z.string().nullable().describe("null: closed before categories were kept"),
  }),
  location: ReportLocation.nullable(),
  foundLocation: ReportLocation.nullable(),
  quantity: z.int(),
  inventoryQuantity: z.int().nullable().describe("pieces found; null: not counted"),
  difference: z
    .int()
    .nullable()
    .describe("`inventoryQuantity` minus `quantity` minus `movedBeforeCount`; null: not counted"),
  currency: z.string().nullable().describe("name of the currency of `price` at `prepare`; null: unknown"),
  isApproved: z.boolean(),
  approval: z
    .object({ at: time, by: user })
    .nullable()
    .describe("user and time of its approval; null: not approved, or before it was kept"),
  isDisposal: z.boolean(),
  isToRecount: z.boolean(),
  movedDT: time.nullable(),
  movedQuantity: z.int(),
  movedBeforeCount: z
    .int()
    .describe(
      "net pieces that came between `prepare` and the count; of an unexpected item also those found that were recorded there at `prepare`",
    ),
  takenFrom: z
    .object({ location: ReportLocation, quantity: z.int() })
    .nullable()
    .describe(
      "from where the close has taken pieces of an unexpected item, and how many; null: from nowhere, not closed, or closed before it was kept",
    ),
  decision: z.enum(["keepCount", "keepDifference"]).nullable(),
  decided: z
    .object({ at: time, by: user })
    .nullable()
    .describe("user and time of the `decision`; null: none, or before it was kept"),
  note: z.string().nullable(),
  photos,
  responsible,
  method: z
    .enum(METHODS)
    .nullable()
    .describe("how it was found, where that is another way than the `method` of `frame`; null: as that"),
  explanation: Explanation.nullable().describe("how the difference is settled; null: it is not"),
  counted: z
    .object({ at: time, user })
    .nullable()
    .describe("user and time of the last count; null: not counted"),
  countedBefore: z
    .object({ at: time, user: person.user, quantity: z.int() })
    .nullable()
    .describe("the last whole quantity that another person than the last one has entered; null: none"),
  price: z.number(),
  value: z.number(),
  foundValue: z.number().nullable().describe("value of the pieces found; null: not counted"),
  differenceValue: z.number().nullable(),
  asOf: asOf.nullable().describe("as of the end of the decisive day; null: there is none"),
});

const operation = namedObject("InventoryReportOperation", {
  operationId: z.string(),
  kind: z.string(),
  itemId: z.int().nullable(),
  code: z.string().nullable(),
  quantity: z.int().nullable(),
  note: z.string().nullable(),
  photos,
  at: time,
  receivedDT: time,
  location: ReportLocation.nullable().describe("where it was counted, or else where its item is expected"),
  ...counter,
});

/** The results of a stocktake. */
export const InventoryReport = namedObject("InventoryReport", {
  inventory: z.object({
    oid: z.int(),
    name: z.string(),
    inventoryStateId: z.int(),
    inventoryState: NamedReference,
    isClosed: z.boolean(),
    isBlind: z.boolean(),
    locations: z.array(ReportLocation).describe("selected locations; empty: all"),
    person: user.describe("whose articles were counted; null: everybody's"),
  }),
  tenant: NamedReference,
  company: Company.describe("for a closed inventory as it was at the close"),
  frame: InventoryFrame.omit({ warnings: true }),
  madeDT: time.describe("time of the report; for a closed inventory the time of its close"),
  startedDT: time.nullable().describe("time of the first start"),
  startedBy: user,
  finishedDT: time.nullable().describe("time of the last finish"),
  finishedBy: user,
  firstCountDT: time.nullable().describe("time of the first count"),
  lastCountDT: time.nullable(),
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
  responsible: z
    .array(z.object({ user: person.user, items: z.int() }))
    .describe("who is responsible for items and `remainders`, by name, with the number of these"),
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
  asOf: z
    .object({
      day: z.iso.date(),
      until: time.describe(
        "its end, or that of `recordsBegin` unless the records begin with opening stock, or `madeDT` if that was before",
      ),
      recordsBegin: z.iso
        .date()
        .nullable()
        .describe(
          "the day on which the stock records begin, where it is after `day`: the figures are those at their beginning",
        ),
      ...asOfTotal.shape,
    })
    .nullable()
    .describe("totals as of the end of the decisive day, with `remainders`; null: there is none"),
  items: z.array(item).describe("all expected items, or those with `result`"),
  unexpected: z.array(item),
  remainders: z
    .array(
      z.object({
        lineNumber,
        article,
        location: ReportLocation,
        currency: z.string().nullable(),
        responsible,
        price: z.number(),
        asOf,
      }),
    )
    .describe(
      "articles that were at a location of the stocktake at the end of the decisive day, but have no item there: they left, were deleted or became Disposed before `prepare`, or came later and were not counted; where `result` or `only` leaves out lines, those with a difference",
    ),
  unknownCodes: z
    .array(operation)
    .describe(
      "counts of unknown codes, without those that were taken back; `add` with a negative quantity takes pieces back",
    ),
  late: z.array(operation).describe("counts that arrived after the finish and are not applied"),
  subtotals: z
    .object({
      locations: z
        .array(
          z.object({
            location: ReportLocation.nullable().describe("null: the unexpected items"),
            ...total.shape,
            foundElsewhere: foundSum.describe("of the found pieces those at other locations"),
            foundHere: foundSum.describe("pieces found at this location that other lines list"),
            asOf: subtotalAsOf,
          }),
        )
        .describe(
          "of the lines of each location, as in the inventory list; without lines: found there alone",
        ),
      categories: z.array(
        z.object({
          category: z.string().nullable().describe("null: closed before categories were kept"),
          ...total.shape,
          asOf: subtotalAsOf,
        }),
      ),
      remainders: asOfTotal
        .nullable()
        .describe("of `remainders`, which are in no location and category; null: no decisive day"),
    })
    .nullable()
    .describe(
      "sums of the lines; each list and `remainders` add up to `all` and `asOf`. Null: `result` leaves out lines",
    ),
});
export type InventoryReport = z.output<typeof InventoryReport>;
