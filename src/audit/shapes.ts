import { z } from "zod";
import { DeviceReference } from "../http/endpoint/references.ts";

export const AuditEntry = z
  .object({
    oid: z.int(),
    at: z.iso.datetime(),
    user: z
      .object({ id: z.int(), fullName: z.string() })
      .nullable()
      .describe("null: the server itself, as at its set-up"),
    device: DeviceReference.nullable(),
    cause: z.string().nullable().describe("by what it came, such as `import 3`; null: made directly"),
    entity: z.string(),
    entityId: z.int(),
    record: z
      .object({ code: z.string().nullable(), name: z.string() })
      .nullable()
      .describe("the record of that id as it is called today; null: it is gone"),
    action: z.enum(["create", "update", "delete"]),
    changes: z
      .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
      .describe("named as the API names them; of a secret only that it is `set`"),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntry = z.output<typeof AuditEntry>;
