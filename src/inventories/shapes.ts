import { z } from "zod";
import { RESULTS } from "../domain/results.ts";
import {
  CodedReference,
  DeviceReference,
  NamedReference,
  UserReference,
} from "../http/endpoint/references.ts";

/** The kinds of jobs that work on an inventory. */
export const WORK = ["prepare", "approve", "approveItems", "reopen", "close", "decide"] as const;
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

const columns = {
  oid: z.int(),
  name: z.string(),
  isClosed: z.boolean(),
  isApproved: z.boolean(),
  mustBeApproved: z.boolean(),
  isBlind: z.boolean(),
  locationId: z.int().nullable(),
  inventoryStateId: z.int().min(1).max(8),
  job: z
    .object({ id: z.int(), kind: z.enum(WORK) })
    .nullable()
    .optional()
    .describe(
      "the job that works on the inventory, see `GET /api/jobs/{id}`; meanwhile the inventory accepts counts only. Null: none",
    ),
};

/** The list shape. */
export const Inventory = z.object(columns).meta({ id: "Inventory" });
export type Inventory = z.output<typeof Inventory>;

export const InventoryItem = z
  .object({
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
    counted: LastCount.nullable(),
    movedDT: z.iso
      .datetime()
      .nullable()
      .describe("time of the last stock movement at the expected location since `prepare`; null: none"),
    movedQuantity: z
      .int()
      .optional()
      .describe(
        "sum of the pieces that arrived, minus those that left, since `prepare`; omitted as `quantity` is",
      ),
    decision: z
      .enum(["keepCount", "keepDifference"])
      .nullable()
      .describe("a Manager's decision on moved stock"),
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
  })
  .meta({ id: "InventoryItem" });
export type InventoryItem = z.output<typeof InventoryItem>;

/** Changed and deleted items of an inventory. */
export const InventoryItemChanges = z
  .object({
    cursor: z.string(),
    isWhole: z.boolean(),
    items: z.array(InventoryItem),
    deleted: z.array(z.int()),
  })
  .meta({ id: "InventoryItemChanges" });

/** Another open inventory that expects some of the same articles at the same locations. */
export const Overlap = z
  .object({
    oid: z.int(),
    name: z.string(),
    items: z.int().describe("number of items that both inventories expect"),
  })
  .meta({ id: "InventoryOverlap" });
/** Another open inventory that expects some of the same articles at the same locations. */
export type Overlap = z.output<typeof Overlap>;

export const InventoryDetail = z
  .object({
    ...columns,
    inventoryState: NamedReference,
    locationIds: z
      .array(z.int())
      .describe("selected locations, each with all locations below it; empty: all locations"),
    items: z.array(InventoryItem).describe("empty without `includeItems=true`"),
    overlaps: z
      .array(Overlap)
      .optional()
      .describe(
        "only in the response of `prepare`: open inventories that expect some of the same articles at the same locations",
      ),
  })
  .meta({ id: "InventoryDetail" });
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

export const HistoryEntry = z
  .object({
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
  })
  .meta({ id: "InventoryItemHistoryEntry" });
export type HistoryEntry = z.output<typeof HistoryEntry>;

const figures = { total: z.int(), counted: z.int(), found: z.int(), missing: z.int(), unexpected: z.int() };

export const Progress = z.object(figures).meta({ id: "InventoryProgress" });
export type Progress = z.output<typeof Progress>;

export const ProgressHistory = z
  .object({
    from: z.iso
      .datetime()
      .nullable()
      .describe("time of the first start, or of the first count if no start is recorded; null: neither"),
    to: z.iso.datetime().nullable().describe("time of the last count, pause or finish"),
    bucketSeconds: z.int().describe("seconds between two points; the last point is at `to`"),
    points: z.array(
      z.object({ at: z.iso.datetime(), counted: z.int().describe("items counted by this time") }),
    ),
  })
  .meta({ id: "InventoryProgressHistory" });
export type ProgressHistory = z.output<typeof ProgressHistory>;

const moreFigures = {
  foundElsewhere: z.int().describe("part of `found`: items found at another location than expected"),
  notCounted: z.int().describe("`total` minus `counted`"),
};

export const DetailedProgress = z
  .object({
    ...figures,
    ...moreFigures,
    results: z
      .object(
        Object.fromEntries(RESULTS.map((result) => [result, z.int()])) as Record<
          (typeof RESULTS)[number],
          z.ZodInt
        >,
      )
      .optional()
      .describe(
        "number of items with each result; all except `unexpected` add up to `total`. Omitted for role User until a blind inventory is closed",
      ),
    toRecount: z.int(),
    moved: z.int().describe("items whose stock has moved, without a decision"),
    unknown: z.int().describe("scans of unknown codes, without retracted ones"),
    late: z.int().describe("counts that arrived after the finish and are not applied"),
    locations: z.array(
      z.object({
        location: CodedReference,
        ...figures,
        ...moreFigures,
      }),
    ),
    users: z.array(z.object({ user: UserReference, counted: z.int() })),
    terminals: z.array(
      z.object({
        device: DeviceReference.nullable(),
        user: UserReference,
        pending: z.int().describe("unsent counts on the terminal, by its last report"),
        at: z.iso.datetime().describe("time of that report"),
      }),
    ),
  })
  .meta({ id: "InventoryProgressDetails" });
export type DetailedProgress = z.output<typeof DetailedProgress>;
