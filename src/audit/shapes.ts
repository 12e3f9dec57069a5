import { z } from "zod";
import { DeviceReference } from "../http/endpoint/references.ts";

export const AuditEntry = z
  .object({
    oid: z.int(),
    at: z.iso.datetime(),
    user: z
      .object({ id: z.int(), fullName: z.string() })
      .nullable()
      .describe("null: the server itself, as during the setup"),
    device: DeviceReference.nullable(),
    cause: z.string().nullable().describe("origin of the change, such as `import 3`; null: a direct request"),
    entity: z.string(),
    entityId: z.int(),
    record: z
      .object({ code: z.string().nullable(), name: z.string() })
      .nullable()
      .describe("the record with its current name; null: it no longer exists"),
    action: z.enum(["create", "update", "delete"]),
    changes: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe("fields in the spelling of the API; of a secret only that it is `set`"),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof AuditEntry>;
