import { z } from "zod";
import { namedObject } from "./named-object.ts";

// Schemas of references to other records in responses, and of what stands beside them.

/** Reference to a record with a name. */
export const NamedReference = namedObject("NamedReference", { oid: z.int(), name: z.string() });
/** Reference to a location, or to another record with a code. */
export const CodedReference = namedObject("CodedReference", {
  oid: z.int(),
  name: z.string(),
  code: z.string().nullable(),
});
export type CodedReference = z.output<typeof CodedReference>;
/** Reference to a user. */
export const UserReference = namedObject("UserReference", { id: z.int(), fullName: z.string() });
/** Reference to a paired device. */
export const DeviceReference = namedObject("DeviceReference", { id: z.int(), name: z.string() });

/** The unit of the quantities of an article. */
export const QuantityUnit = z.string().nullable().describe("of the quantities, such as kg; null: pieces");
/** Quantities by unit. */
export const Quantities = z.array(z.object({ unit: QuantityUnit, quantity: z.int() }));
