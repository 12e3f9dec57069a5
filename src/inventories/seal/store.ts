import { State } from "../../domain/inventory-states.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import { deleteFrom, insertInto, selectFrom } from "../../storage/database/table-statements.ts";

// Queries of sealed records.

const withoutSeal = () =>
  sqlite
    .selectFrom("inventory as i")
    .leftJoin("inventorySeal as s", (join) =>
      join.onRef("s.inventoryId", "=", "i.oid").on("s.format", "=", "pdf"),
    )
    .where("i.inventoryStateId", "=", State.Closed)
    .where("i.company", "is not", null)
    .where("s.oid", "is", null);

/** The closed inventories without a sealed PDF, which is made last, of those that get a record (sealed-file.ts). */
export const unsealed = statement((_: object) =>
  withoutSeal().orderBy("i.oid").select(["i.oid", "i.tenantId"]),
);
/** Those of them that were closed before a time. */
export const unsealedBefore = statement((p: { before: string }) =>
  withoutSeal()
    .innerJoin("inventoryTransition as t", (join) =>
      join
        .onRef("t.inventoryId", "=", "i.oid")
        .onRef("t.tenantId", "=", "i.tenantId")
        .on("t.stateId", "=", State.Closed),
    )
    .groupBy("i.oid")
    .having(({ fn }) => fn.max("t.at"), "<", p.before)
    .select("i.oid"),
);

/** The closed inventories of a tenant with the time of their close. */
export const closed = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("inventory as i")
    .innerJoin("inventoryTransition as t", (join) =>
      join
        .onRef("t.inventoryId", "=", "i.oid")
        .onRef("t.tenantId", "=", "i.tenantId")
        .on("t.stateId", "=", State.Closed),
    )
    .where("i.tenantId", "=", p.tenantId)
    .where("i.inventoryStateId", "=", State.Closed)
    .groupBy("i.oid")
    .orderBy("i.oid")
    .select(({ fn }) => [
      "i.oid",
      "i.name",
      "i.company",
      "i.inventoryStateId",
      fn.max("t.at").as("closedDT"),
    ]),
);

/** The seal of a file. */
export const seal = selectFrom(
  "inventorySeal",
  ["tenantId", "inventoryId", "format"],
  ["sealedDT", "bytes", "sha256", "signature", "publicKey"],
);
/** The file with this seal. */
export const sealedBy = selectFrom(
  "inventorySeal",
  ["tenantId", "format", "sha256", "signature", "publicKey"],
  ["inventoryId", "sealedDT"],
);
/** The seals of all tenants that were made after a time. */
export const sealsSince = statement((p: { since: string }) =>
  sqlite
    .selectFrom("inventorySeal")
    .where("sealedDT", ">", p.since)
    .select(["tenantId", "inventoryId", "bytes"]),
);
/** The newest seal of all tenants. */
export const newestSeal = statement((_: object) =>
  sqlite.selectFrom("inventorySeal").orderBy("oid", "desc").limit(1).select("oid"),
);
export const insertSeal = insertInto("inventorySeal", [
  "tenantId",
  "inventoryId",
  "format",
  "sealedDT",
  "bytes",
  "sha256",
  "signature",
  "publicKey",
]);

export const part = selectFrom(
  "inventorySealPart",
  ["tenantId", "inventoryId", "format", "number"],
  ["content"],
);
export const insertPart = insertInto("inventorySealPart", [
  "tenantId",
  "inventoryId",
  "format",
  "number",
  "content",
]);
/** Removes what an interrupted work has left. */
export const removeParts = deleteFrom("inventorySealPart", ["tenantId", "inventoryId", "format"]);
