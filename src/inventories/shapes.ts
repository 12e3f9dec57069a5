import { z } from "zod";
import { RESULTS } from "../domain/results.ts";
import {
  CodedReference,
  DeviceReference,
  NamedReference,
  UserReference,
} from "../http/endpoint/references.ts";

/** Who was logged in where a count was sent. */
export const Sender = UserReference.nullable().describe(
  "who was logged in where it was sent; null: nobody, the shared terminal sent it by itself",
);

/** Who counted an item last, and when. */
export const Counted = z
  .object({ at: z.iso.datetime(), user: UserReference })
  .describe("who counted it last and when, by the server's clock; null while it is not counted");
export type Counted = z.output<typeof Counted>;

const columns = {
  oid: z.int(),
  name: z.string(),
  isClosed: z.boolean(),
  isApproved: z.boolean(),
  mustBeApproved: z.boolean(),
  isBlind: z.boolean(),
  locationId: z.int().nullable(),
  inventoryStateId: z.int().min(1).max(8),
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
        "where an article that nobody expected was found first: a code scanned there means this item",
      ),
    quantity: z.int().optional().describe("left out for role User while a blind inventory is not closed"),
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
        "two terminals have set different quantities, or a Manager asks for it; until it is counted again",
      ),
    counted: Counted.nullable(),
    movedDT: z.iso
      .datetime()
      .nullable()
      .describe("when stock last came to or left the expected place since the items were made; null: never"),
    movedQuantity: z.int().optional().describe("how many pieces that were; left out as `quantity` is"),
    decision: z
      .enum(["keepCount", "keepDifference"])
      .nullable()
      .describe("what a Manager has decided where stock has moved"),
    price: z.number().describe("of one piece, at `prepare`"),
    currency: z.string().nullable().describe("of `price`, as it was called then; null: not known"),
    result: z
      .enum(RESULTS)
      .nullable()
      .optional()
      .describe(
        "from Processing of results on, else null; null too for what was added as unexpected and then is not there. Left out as `quantity` is",
      ),
    article: z.object({ oid: z.int(), code: z.string().nullable(), name: z.string() }),
  })
  .meta({ id: "InventoryItem" });
export type InventoryItem = z.output<typeof InventoryItem>;

/** What changed of an inventory's items. */
export const InventoryItemChanges = z
  .object({
    cursor: z.string(),
    isWhole: z.boolean(),
    items: z.array(InventoryItem),
    deleted: z.array(z.int()),
  })
  .meta({ id: "InventoryItemChanges" });

const Overlap = z.object({
  oid: z.int(),
  name: z.string(),
  items: z.int().describe("how many items are expected by both"),
});
/** Another open inventory that shares items (article and place). */
export type Overlap = z.output<typeof Overlap>;

export const InventoryDetail = z
  .object({
    ...columns,
    inventoryState: NamedReference,
    locationIds: z.array(z.int()).describe("the chosen places, each with all below it; none: all places"),
    items: z.array(InventoryItem).describe("filled only with `includeItems=true`"),
    overlaps: z
      .array(Overlap)
      .optional()
      .describe(
        "only in the answer of `prepare`: open inventories that expect some of the same articles at the same places",
      ),
  })
  .meta({ id: "InventoryDetail" });
export type InventoryDetail = z.output<typeof InventoryDetail>;

/** The fields of InventoryItemUpdate that a count changed. */
export const Changes = z
  .object({
    inventoryQuantity: z.int().nullable(),
    inventoryLocationId: z.int().nullable(),
    isFound: z.boolean(),
    isDisposal: z.boolean(),
    disposalMethodId: z.int().nullable(),
    disposalReasonId: z.int().nullable(),
    note: z.string().nullable(),
  })
  .partial();
export type Changes = z.output<typeof Changes>;

export const HistoryEntry = z
  .object({
    at: z.iso.datetime(),
    user: UserReference,
    device: DeviceReference.nullable(),
    before: Changes,
    after: Changes,
    operation: z
      .object({
        operationId: z.string(),
        kind: z.enum(["set", "add", "update", "recount", "settle"]),
        quantity: z.int().nullable(),
        receivedDT: z.iso.datetime(),
        sender: Sender,
      })
      .optional()
      .describe("only of what terminals sent by `counts`, and of what a Manager asked for"),
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
      .describe("its first start (where that was not kept: its first count); null: none"),
    to: z.iso.datetime().nullable().describe("when something last became of it: a count, a pause, its end"),
    bucketSeconds: z.int().describe("from one point to the next; the last one stands at `to`"),
    points: z.array(
      z.object({ at: z.iso.datetime(), counted: z.int().describe("items that were counted by then") }),
    ),
  })
  .meta({ id: "InventoryProgressHistory" });
export type ProgressHistory = z.output<typeof ProgressHistory>;

const moreFigures = {
  foundElsewhere: z.int().describe("of `found`: at another location than expected"),
  notCounted: z.int().describe("`total` less `counted`"),
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
        "items of each result; all but `unexpected` add up to `total`. Left out for role User while a blind inventory is not closed",
      ),
    toRecount: z.int(),
    moved: z.int().describe("items whose stock has moved, and nobody has decided what that means"),
    unknown: z.int().describe("scans of codes that nobody knows, but for those that were taken back"),
    late: z.int().describe("counts that came when it was finished, and are not applied"),
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
        pending: z.int().describe("counts that it still holds, as it said last"),
        at: z.iso.datetime().describe("when it said so"),
      }),
    ),
  })
  .meta({ id: "InventoryProgressDetails" });
export type DetailedProgress = z.output<typeof DetailedProgress>;
