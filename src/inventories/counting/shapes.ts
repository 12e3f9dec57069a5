import { z } from "zod";
import { CodedReference, DeviceReference, UserReference } from "../../http/endpoint/references.ts";
import { Changes, Sender } from "../shapes.ts";

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
