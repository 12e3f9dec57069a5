import { principalOf } from "../../../src/demo/people.ts";
import { countItem } from "../../../src/inventories/counting/count.ts";
import { findItem } from "../../../src/inventories/items/item.ts";
import { makeClock } from "../../../src/platform/clock.ts";
import { openStorage } from "../../../src/storage/open-storage.ts";
import { serveAmounts } from "./callers.ts";
import { FIRST_ITEM, ITEMS } from "./rows.ts";

// `node storage.ts FOLDER`: the product's rules and storage, its callers inside it.

const storage = await openStorage({
  folder: process.argv[2] ?? "",
  clock: makeClock(),
  reserveBytes: 0,
  onSyncFailure: () => process.kill(process.pid, "SIGKILL"),
});
const counter = principalOf(3);
let quantity = 0;
serveAmounts(async (caller) => {
  await storage.write(counter.tenantId, (tx) => {
    const item = findItem(tx, counter.tenantId, FIRST_ITEM + (caller % ITEMS));
    if (item === null) throw new Error("the item is gone");
    countItem(tx, counter, item, { inventoryQuantity: ++quantity });
  });
  await storage.durable();
});
