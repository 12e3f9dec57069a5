import { z } from "zod";
import { MOVEMENT_KINDS } from "../domain/stock-movements.ts";
import { namedObject } from "../http/endpoint/named-object.ts";
import { DeviceReference, NamedReference, QuantityUnit, UserReference } from "../http/endpoint/references.ts";

export const AuditEntry = namedObject("AuditEntry", {
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
    .object({ code: z.string().nullable(), name: z.string(), unit: QuantityUnit })
    .nullable()
    .describe("the record with its current name and unit; null: it no longer exists"),
  action: z.enum(["create", "update", "delete"]),
  changes: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .describe("fields in the spelling of the API; of a secret only that it is `set`"),
});
export type AuditEntry = z.output<typeof AuditEntry>;

const MovedRecord = z
  .object({ oid: z.int(), code: z.string().nullable(), name: z.string().nullable() })
  .describe("`name` null: the undoing of a job has removed it");

/** A change of the stock of an article at a location. */
export const StockMovement = namedObject("StockMovement", {
  oid: z.int(),
  at: z.iso.datetime(),
  kind: z
    .enum(MOVEMENT_KINDS)
    .describe(
      "what made it: a request of its own (`change`, or `correction` where the records alone were wrong), an import, the close of an inventory, a transfer or disposal request, a bulk edit, the undoing of a job, sample data. `opening`: stock from before the first entry",
    ),
  cause: z
    .string()
    .nullable()
    .describe(
      "as in the audit, such as `inventory 7`, or `change` and `correction` with the reason that was given; null: a request of its own",
    ),
  inventory: NamedReference.nullable().describe("the inventory whose close made it; null: none"),
  user: UserReference.nullable().describe("null: the server itself"),
  article: MovedRecord.extend({
    unit: QuantityUnit,
  }),
  location: MovedRecord,
  before: z.int().describe("pieces of the article at the location before it"),
  after: z.int(),
});
export type StockMovement = z.output<typeof StockMovement>;
