import { sqlite, statement } from "../../../src/storage/database/statement.ts";
import type { TestServer } from "../../harness/server.ts";

const operations = statement((p: { inventoryId: number }) =>
  sqlite
    .selectFrom("countOperation")
    .select([
      "operationId",
      "kind",
      "state",
      "entered",
      "code",
      "itemId",
      "locationId",
      "at",
      "userId",
      "deviceTokenId",
    ])
    .where("inventoryId", "=", p.inventoryId)
    .where("content", "is not", null)
    .orderBy("at")
    .orderBy("operationId"),
);

/** Reads the count operations of an inventory in the order in which they apply. */
export const readOperations = (server: TestServer, inventoryId: number) =>
  operations.all(server.appliance.dependencies.storage.db, { inventoryId });
