import { sql } from "kysely";
import { expect, test } from "vitest";
import { hasDifference } from "../../src/domain/stocktakes/difference.ts";
import * as items from "../../src/inventories/items/item-sql.ts";
import type { Flag } from "../../src/storage/database/schema.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { sharedServer } from "../harness/server.ts";

const server = sharedServer();

const FLAGS = [false, true];
const EXPECTED = 2;

/** Items with every combination of what decides on a difference. */
const ITEMS = [null, 1].flatMap((locationId) =>
  [null, 1, 3].flatMap((inventoryLocationId) =>
    [null, 0, EXPECTED, 5].flatMap((inventoryQuantity) =>
      FLAGS.flatMap((isFound) =>
        FLAGS.flatMap((isDisposal) =>
          FLAGS.flatMap((isUnexpected) =>
            [null, 1].map((takenQuantity) => ({
              locationId,
              inventoryLocationId,
              quantity: EXPECTED,
              inventoryQuantity,
              isFound,
              isDisposal,
              isUnexpected,
              takenQuantity,
              takenFrom: takenQuantity === null ? null : { quantity: takenQuantity },
            })),
          ),
        ),
      ),
    ),
  ),
);

/** The server's decision on items in a JSON array, in their order. */
const decided = statement((p: { json: string }) =>
  sqlite
    .selectFrom(
      sql`(SELECT key, value ->> 'locationId' AS locationId, value ->> 'inventoryLocationId' AS inventoryLocationId,
        value ->> 'quantity' AS quantity, value ->> 'inventoryQuantity' AS inventoryQuantity, value ->> 'isFound' AS isFound,
        value ->> 'isDisposal' AS isDisposal, value ->> 'isUnexpected' AS isUnexpected,
        value ->> 'takenQuantity' AS takenQuantity, NULL AS foundAtLocationId,
        NULL AS countedDT, NULL AS operationDT, NULL AS movedDT, 0 AS movedQuantity, NULL AS decision, 0 AS oid, 0 AS tenantId,
        0 AS inventoryId, 0 AS articleId
        FROM json_each(${p.json}))`.as("i"),
    )
    .orderBy(sql`i.key`)
    .select(sql<Flag>`${items.hasDifference()}`.as("hasDifference")),
);

test("the clients decide as the server which items have a difference", () => {
  const { db } = server.appliance.dependencies.storage;
  const bySql = decided.all(db, { json: JSON.stringify(ITEMS) }).map((row) => row.hasDifference === 1);
  const both = ITEMS.map((item, index) => ({ ...item, bySql: bySql[index] }));
  expect(both.filter(({ bySql: one, ...item }) => one !== hasDifference(item))).toEqual([]);
  expect(new Set(bySql)).toEqual(new Set(FLAGS));
});
