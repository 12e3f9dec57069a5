import { sqlite, statement } from "../../../src/storage/database/statement.ts";
import type { TestServer } from "../../harness/server.ts";

const sent = statement((p: { inventoryId: number }) =>
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

/** What terminals have sent of an inventory, in the order in which it counts. */
export const operationsOf = (server: TestServer, inventoryId: number) =>
  sent.all(server.appliance.dependencies.storage.db, { inventoryId });
