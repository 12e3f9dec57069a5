import { z } from "zod";

// How a response names another record.

/** A record with a name. */
export const NamedReference = z.object({ oid: z.int(), name: z.string() }).meta({ id: "NamedReference" });
/** A location, or another record with a code. */
export const CodedReference = z
  .object({ oid: z.int(), name: z.string(), code: z.string().nullable() })
  .meta({ id: "CodedReference" });
export type CodedReference = z.output<typeof CodedReference>;
/** A person. */
export const UserReference = z.object({ id: z.int(), fullName: z.string() }).meta({ id: "UserReference" });
/** A paired device. */
export const DeviceReference = z.object({ id: z.int(), name: z.string() }).meta({ id: "DeviceReference" });
