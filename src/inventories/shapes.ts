import { z } from "zod";
import { RESULTS } from "../domain/results.ts";
import { METHODS } from "../domain/stocktakes/frame.ts";
import { SETTLEMENTS } from "../domain/stocktakes/settlement.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { DeviceReference, NamedReference, QuantityUnit, UserReference } from "../http/endpoint/references.ts";

/** The kinds of jobs that work on an inventory. */
export const WORK = ["prepare", "choose", "approve", "approveItems", "reopen", "close", "decide"] as const;
export type Work = (typeof WORK)[number];

/** The user who was logged in on the terminal that sent a count. */
export const Sender = UserReference.nullable().describe(
  "the user who was logged in on the terminal that sent it; null: a shared terminal without a login",
);

/** The user and the time of an item's last count. */
export const LastCount = z
  .object({ at: z.iso.datetime(), user: UserReference })
  .describe("user and time of the last count, by the server's clock; null: not counted")
  .meta({ id: "LastCount" });
export type LastCount = z.output<typeof LastCount>;

/** The limits of the second count. */
export const SecondCount = z
  .object({
    pieces: z.int().nullable(),
    percent: z.int().nullable().describe("percent of the recorded pieces"),
    value: z.number().nullable().describe("price of the pieces, in the currency of the article"),
  })
  .describe(
    "an item whose count differs from the record by more than one of these limits must be counted by another person before the close; null: no such limit",
  )
  .meta({ id: "SecondCount" });

const columns = {
  oid: z.int(),
  name: z.string(),
  isClosed: z.boolean(),
  isApproved: z.boolean(),
  mustBeApproved: z.boolean(),
  isBlind: z.boolean(),
  locationId: z.int().nullable(),
  inventoryStateId: z.int().min(1).max(8),
  isSelective: z
    .boolean()
    .describe("true: counts only selected stock, by a plan or a person, not everything at its locations"),
  counter: UserReference.nullable().describe("who is to count; null: anybody"),
  job: z
    .object({ id: z.int(), kind: z.enum(WORK) })
    .nullable()
    .optional()
    .describe(
      "the job that works on the inventory, see `GET /api/jobs/{id}`; meanwhile the inventory accepts counts only. Null: none",
    ),
};

/** The list shape. */
export const Inventory = namedObject("Inventory", columns);
export type Inventory = z.output<typeof Inventory>;

/** How a difference is settled, why there is one, and who said so when. */
export const Explanation = namedObject("InventoryItemExplanation", {
  settlement: z.enum(SETTLEMENTS),
  cause: z.string().nullable(),
  at: z.iso.datetime(),
  by: UserReference,
});
export type Explanation = z.output<typeof Explanation>;

export const InventoryItem = namedObject("InventoryItem", {
  oid: z.int(),
  inventoryId: z.int(),
  articleId: z.int(),
  locationId: z.int().nullable(),
  inventoryLocationId: z.int().nullable(),
  foundAtLocationId: z
    .int()
    .nullable()
    .describe(
      "first location where an unexpected article was found: its code scanned there resolves to this item",
    ),
  quantity: z.int().optional().describe("omitted for role User until a blind inventory is closed"),
  inventoryQuantity: z.int().nullable(),
  isFound: z.boolean(),
  isDisposal: z.boolean(),
  isApproved: z.boolean(),
  disposalMethodId: z.int().nullable(),
  disposalReasonId: z.int().nullable(),
  note: z.string().nullable(),
  isUnexpected: z.boolean(),
  isToRecount: z
    .boolean()
    .describe(
      "terminals have counted different quantities, or a Manager has requested a recount; false again after the next count",
    ),
  needsSecondCount: z
    .boolean()
    .describe(
      "the count differs by more than a limit of the stocktake (`secondCount`), and no other person has entered the quantity since. It prevents the close",
    ),
  counted: LastCount.nullable(),
  movedDT: z.iso
    .datetime()
    .nullable()
    .describe(
      "time of the last stock movement at the expected location since `prepare`, or of pieces of an unexpected article that left a location without an item of it since it was found; null: none",
    ),
  movedQuantity: z
    .int()
    .optional()
    .describe(
      "sum of the pieces that arrived, minus those that left, since `prepare`; omitted as `quantity` is",
    ),
  movedBeforeCount: z
    .int()
    .optional()
    .describe(
      "net pieces that came between `prepare` and the count, to where it is expected or was found, and of an unexpected item also those found that were recorded there at `prepare`: the difference is the pieces found minus `quantity` minus these. 0: not counted. Omitted as `quantity` is",
    ),
  takenFrom: z
    .object({ locationId: z.int(), quantity: z.int() })
    .nullable()
    .optional()
    .describe(
      "from where the close has taken pieces of an unexpected item, and how many; null: from nowhere, not closed, or closed before it was kept. Omitted as `quantity` is",
    ),
  decision: z
    .enum(["keepCount", "keepDifference"])
    .nullable()
    .describe("a Manager's decision on moved stock"),
  explanation: Explanation.nullable()
    .optional()
    .describe("how the difference is settled; null: it is not. Omitted as `quantity` is"),
  method: z
    .enum(METHODS)
    .nullable()
    .optional()
    .describe("how it was found; null: by the method of the stocktake. Omitted as `quantity` is"),
  price: z.number().describe("price of one piece at `prepare`"),
  currency: z.string().nullable().describe("name of the currency of `price` at `prepare`; null: unknown"),
  result: z
    .enum(RESULTS)
    .nullable()
    .optional()
    .describe(
      "null before Processing of results, and for an unexpected item that is no longer found. Omitted as `quantity` is",
    ),
  article: z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() }),
  unit: QuantityUnit,
});
export type InventoryItem = z.output<typeof InventoryItem>;

/** The total of items whose articles have the same unit. */
export const UnitTotal = z
  .object({
    unit: QuantityUnit,
    expected: z.number(),
    items: z.int(),
    notCounted: z.number(),
    moved: z.number().describe("net pieces that came between `prepare` and the count"),
    difference: z.number(),
    found: z.number(),
  })
  .describe("`expected` minus `notCounted` plus `moved` plus `difference` is `found`")
  .meta({ id: "InventoryUnitTotal" });
export type UnitTotal = z.output<typeof UnitTotal>;

/** The value of some items in one currency. */
export const ItemValue = z
  .object({
    currency: z.string().nullable().describe("name of the currency; null: the prices have no currency"),
    expected: z.number(),
    notCounted: z.number(),
    moved: z.number(),
    difference: z.number(),
    found: z.number(),
  })
  .describe(
    "at the prices of `prepare`; `expected` minus `notCounted` plus `moved` plus `difference` is `found`",
  );
export type ItemValue = z.output<typeof ItemValue>;

/** The totals of some items by unit. */
export const quantities = z
  .array(UnitTotal)
  .describe("by unit, pieces first; the numbers beside it add up whatever the unit");

/** Changed and deleted items of an inventory. */
export const InventoryItemChanges = namedObject("InventoryItemChanges", {
  cursor: z.string(),
  isWhole: z.boolean(),
  items: z.array(InventoryItem),
  deleted: z.array(z.int()),
});

/** What a closed inventory has found of the records. */
export const InventoryAccuracy = namedObject("InventoryAccuracy", {
  inventory: NamedReference,
  closedDT: z.iso.datetime(),
  items: z.int(),
  wrongItems: z.int(),
  notCounted: z.int(),
  pieces: z.int().describe("of articles counted in pieces"),
  wrongPieces: z.int(),
  otherUnits: z
    .array(z.object({ unit: z.string(), quantity: z.int(), wrongQuantity: z.int() }))
    .describe("the same of each other unit, by its name: quantities of several units have no sum"),
  value: z.number().nullable().describe("null: the prices are in several currencies"),
  wrongValue: z.number().nullable(),
  isSample: z.boolean().describe("a random sample: `GET /api/inventories/{id}/certificate` says more"),
});
export type InventoryAccuracy = z.output<typeof InventoryAccuracy>;

/** Another open inventory that expects some of the same articles at the same locations. */
export const Overlap = namedObject("InventoryOverlap", {
  oid: z.int(),
  name: z.string(),
  items: z.int().describe("number of items that both inventories expect"),
});
/** Another open inventory that expects some of the same articles at the same locations. */
export type Overlap = z.output<typeof Overlap>;

export const InventoryDetail = namedObject("InventoryDetail", {
  ...columns,
  inventoryState: NamedReference,
  locationIds: z
    .array(z.int())
    .describe("selected locations, each with all locations below it; empty: all locations"),
  person: UserReference.nullable().describe(
    "counts only what this user has or is responsible for; null: everybody's articles",
  ),
  secondCount: SecondCount.nullable(),
  secondCountsWaived: z
    .object({ at: z.iso.datetime(), by: UserReference, reason: z.string() })
    .nullable()
    .describe("when, by whom and why the close without the second counts was allowed; null: it was not"),
  items: z.array(InventoryItem).describe("empty without `includeItems=true`"),
  pending: z
    .int()
    .optional()
    .describe(
      "only in the response of `finish`: counts that terminals have not sent yet, that were rejected, or that wait there for an answer of the user, by their last reports. They may arrive late",
    ),
  overlaps: z
    .array(Overlap)
    .optional()
    .describe(
      "only in the response of `prepare`: open inventories that expect some of the same articles at the same locations",
    ),
});
export type InventoryDetail = z.output<typeof InventoryDetail>;

/** The fields of InventoryItemUpdate that a count changed. */
export const ItemChanges = z
  .object({
    inventoryQuantity: z.int().nullable(),
    inventoryLocationId: z.int().nullable(),
    isFound: z.boolean(),
    isDisposal: z.boolean(),
    disposalMethodId: z.int().nullable(),
    disposalReasonId: z.int().nullable(),
    note: z.string().nullable(),
  })
  .partial()
  .meta({ id: "ItemChanges" });
export type ItemChanges = z.output<typeof ItemChanges>;

export const HistoryEntry = namedObject("InventoryItemHistoryEntry", {
  at: z.iso.datetime(),
  user: UserReference,
  device: DeviceReference.nullable(),
  before: ItemChanges,
  after: ItemChanges,
  operation: z
    .object({
      operationId: z.string(),
      kind: z.enum(["set", "add", "update", "recount", "settle"]),
      quantity: z.int().nullable(),
      receivedDT: z.iso.datetime(),
      sender: Sender,
    })
    .optional()
    .describe(
      "only for operations that terminals sent to `counts`, and for a Manager's `recount` and `settle`",
    ),
});
export type HistoryEntry = z.output<typeof HistoryEntry>;
