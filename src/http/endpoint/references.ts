import { z } from "zod";

// Schemas of references to other records in responses, and of what stands beside them.

/** Reference to a record with a name. */
export const NamedReference = z.object({ oid: z.int(), name: z.string() }).meta({ id: "NamedReference" });
/** Reference to a location, or to another record with a code. */
export const CodedReference = z
  .object({ oid: z.int(), name: z.string(), code: z.string().nullable() })
  .meta({ id: "CodedReference" });
export type CodedReference = z.output<typeof CodedReference>;
/** Reference to a user. */
export const UserReference = z.object({ id: z.int(), fullName: z.string() }).meta({ id: "UserReference" });
/** Reference to a paired device. */
export const DeviceReference = z.object({ id: z.int(), name: z.string() }).meta({ id: "DeviceReference" });

/** The unit of the quantities of an article. */
export const QuantityUnit = z.string().nullable().describe("of the quantities, such as kg; null: pieces");
/** Quantities by unit. */
export const Quantities = z.array(z.object({ unit: QuantityUnit, quantity: z.int() }));
