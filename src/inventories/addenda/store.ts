import { sqlite, statement } from "../../storage/database/statement.ts";
import { insertInto, selectFrom } from "../../storage/database/table-statements.ts";

// Queries of addenda.

/** The addenda of an inventory, by number. */
export const addenda = statement((p: { tenantId: number; inventoryId: number }) =>
  sqlite
    .selectFrom("inventoryAddendum")
    .where("inventoryId", "=", p.inventoryId)
    .where("tenantId", "=", p.tenantId)
    .orderBy("number")
    .select(["content", "sha256"]),
);

/** The file of an addendum. */
export const file = selectFrom("inventoryAddendum", ["tenantId", "inventoryId", "number"], ["content"]);

/** The addendum with this seal. */
export const sealedBy = selectFrom(
  "inventoryAddendum",
  ["tenantId", "sha256", "signature", "publicKey"],
  ["inventoryId", "content"],
);

export const insert = insertInto("inventoryAddendum", [
  "tenantId",
  "inventoryId",
  "number",
  "person",
  "content",
  "sha256",
  "signature",
  "publicKey",
]);

export const device = selectFrom("deviceToken", ["tenantId", "oid"], ["deviceName"]);
