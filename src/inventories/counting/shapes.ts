import { z } from "zod";
import { CodedReference, DeviceReference, UserReference } from "../../http/endpoint/references.ts";
import { Changes, Counted, Sender } from "../shapes.ts";

/** An operation as a Manager sees it. */
export const CountOperation = z
  .object({
    oid: z.int(),
    operationId: z.string(),
    inventoryId: z.int(),
    kind: z.enum(["set", "add", "update", "recount", "settle"]),
    state: z.enum(["applied", "late", "unknown"]),
    itemId: z.int().nullable(),
    article: CodedReference.nullable(),
    code: z.string().nullable().describe("as it was scanned"),
    location: CodedReference.nullable(),
    entered: Changes.describe("what was said; of an `add` the quantity is what comes to it"),
    at: z.iso.datetime(),
    receivedDT: z.iso.datetime(),
    user: UserReference,
    sender: Sender,
    device: DeviceReference.nullable(),
  })
  .meta({ id: "CountOperation" });
export type CountOperation = z.output<typeof CountOperation>;

const RESULTS = ["applied", "duplicate", "unknown", "late", "refused"] as const;
const FIRST = ["applied", "unknown", "late"] as const;

/** The item as it is after the operations that came together; without what is expected of it. */
const CountedItem = z.object({
  oid: z.int(),
  inventoryQuantity: z.int().nullable(),
  inventoryLocationId: z.int().nullable(),
  isFound: z.boolean(),
  isDisposal: z.boolean(),
  disposalMethodId: z.int().nullable(),
  disposalReasonId: z.int().nullable(),
  isToRecount: z.boolean(),
  counted: Counted.nullable()
    .optional()
    .describe("as the item's own; left out where the operation arrived before the server knew it"),
});

export type CountedItem = z.output<typeof CountedItem>;

/** The receipt of one operation. */
export const CountReceipt = z
  .object({
    operationId: z.string(),
    result: z.enum(RESULTS),
    first: z.enum(FIRST).optional().describe("of a duplicate: what had become of it when it first arrived"),
    time: z.iso
      .datetime()
      .nullable()
      .describe(
        "when it was made by the server's clock, fixed when it first arrived; null where it was refused",
      ),
    itemId: z.int().nullable(),
    item: CountedItem.optional().describe(
      "the item as it was when the operation first arrived and was applied",
    ),
    message: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "CountReceipt" });
export type CountReceipt = z.output<typeof CountReceipt>;
