import { insertInto, selectFrom } from "../../storage/database/table-statements.ts";

// Queries of addenda.

/** The addenda of an inventory, by number. */
export const addenda = selectFrom("inventoryAddendum", ["inventoryId", "tenantId"], ["content", "sha256"], {
  orderBy: ["number"],
});

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
  "isConfirmed",
  "content",
  "sha256",
  "signature",
  "publicKey",
]);

export const device = selectFrom("deviceToken", ["tenantId", "oid"], ["deviceName"]);
