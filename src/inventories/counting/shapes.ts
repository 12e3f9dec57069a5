import { z } from "zod";
import { namedObject } from "../../http/endpoint/named-object.ts";
import {
  CodedReference,
  DeviceReference,
  QuantityUnit,
  UserReference,
} from "../../http/endpoint/references.ts";
import { ItemChanges, LastCount, Sender } from "../shapes.ts";

/** A stored count operation, for Managers. */
export const CountOperation = namedObject("CountOperation", {
  oid: z.int(),
  operationId: z.string(),
  inventoryId: z.int(),
  kind: z.enum(["set", "add", "update", "recount", "settle"]),
  state: z.enum(["applied", "late", "unknown"]),
  itemId: z.int().nullable(),
  article: CodedReference.extend({
    unit: QuantityUnit,
  }).nullable(),
  code: z.string().nullable().describe("the scanned text"),
  location: CodedReference.nullable(),
  codeQuantity: z
    .int()
    .nullable()
    .describe("of an unknown code: the pieces of all its counts in the inventory; null: in another state"),
  entered: ItemChanges.describe("the values that were sent; for `add`, the quantity to add"),
  at: z.iso.datetime(),
  receivedDT: z.iso.datetime(),
  user: UserReference,
  sender: Sender,
  device: DeviceReference.nullable(),
  photoIds: z.array(z.int()).describe("of its code, newest first, until it is applied"),
});
export type CountOperation = z.output<typeof CountOperation>;

const RESULTS = ["applied", "duplicate", "unknown", "late", "refused"] as const;
const FIRST = ["applied", "unknown", "late"] as const;

/** The item after the operations of the same request; without expected values. */
const CountedItem = z.object({
  oid: z.int(),
  inventoryQuantity: z.int().nullable(),
  inventoryLocationId: z.int().nullable(),
  isFound: z.boolean(),
  isDisposal: z.boolean(),
  disposalMethodId: z.int().nullable(),
  disposalReasonId: z.int().nullable(),
  isToRecount: z.boolean(),
  counted: LastCount.nullable()
    .optional()
    .describe("as in InventoryItem; omitted for operations of earlier program versions"),
});

export type CountedItem = z.output<typeof CountedItem>;

/** The receipt of one operation. */
export const CountReceipt = namedObject("CountReceipt", {
  operationId: z.string(),
  result: z.enum(RESULTS),
  first: z.enum(FIRST).optional().describe("for `duplicate`: the result of the first receipt"),
  time: z.iso
    .datetime()
    .nullable()
    .describe("time of the operation by the server's clock, set when it first arrived; null for `refused`"),
  itemId: z.int().nullable(),
  item: CountedItem.optional().describe("the item after the operation was first applied"),
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  isAuthorMissing: z
    .literal(true)
    .optional()
    .describe("for `refused`: there is no such user. The operation may be sent in the name of another one"),
});
export type CountReceipt = z.output<typeof CountReceipt>;
