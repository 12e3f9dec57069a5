import { z } from "zod";
import { Changes, Sender } from "../shapes.ts";

const person = z.object({ id: z.int(), fullName: z.string() });
const named = z.object({ oid: z.int(), name: z.string(), code: z.string().nullable() });

/** An operation as a Manager sees it. */
export const CountOperation = z
  .object({
    oid: z.int(),
    operationId: z.string(),
    inventoryId: z.int(),
    kind: z.enum(["set", "add", "update", "recount", "settle"]),
    state: z.enum(["applied", "late", "unknown"]),
    itemId: z.int().nullable(),
    article: named.nullable(),
    code: z.string().nullable().describe("as it was scanned"),
    location: named.nullable(),
    entered: Changes.describe("what was said; of an `add` the quantity is what comes to it"),
    at: z.iso.datetime(),
    receivedDT: z.iso.datetime(),
    user: person,
    sender: Sender,
    device: z.object({ id: z.int(), name: z.string() }).nullable(),
  })
  .meta({ id: "CountOperation" });
export type CountOperation = z.output<typeof CountOperation>;
