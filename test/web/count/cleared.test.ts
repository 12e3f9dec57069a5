import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { allSent, atPlace } from "./together.ts";

/** Deletes the database, as a browser does that runs out of space. */
const CLEAR = `new Promise((resolve, reject) => {
  const deleting = indexedDB.deleteDatabase("tallybox");
  deleting.onsuccess = () => resolve();
  deleting.onerror = () => reject(deleting.error);
})`;

describe.each(OLDEST)("a terminal in %s whose storage was cleared", (browser) => {
  test("says which locations to count again, until somebody dismisses it, and never that all is sent", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const [room] = stocktake.rooms;
    await handheld.offline(true);
    await handheld.scan(room.single.article.code);
    await handheld.see("1 of 1");
    await handheld.scan(room.several.article.code);
    await handheld.see("2 not sent yet, no connection");
    await handheld.evaluate(CLEAR);
    await handheld.offline(false);
    await handheld.reload();
    await handheld.see("This device's storage was cleared.");
    await handheld.see(/2 counts were NOT sent\. Count these locations again: [^.]*/);
    await handheld.see(`${room.name}.`);
    await handheld.see(/^2 not sent: lost/);
    await handheld.seesNot("All sent");
    expect(await handheld.axe()).toEqual([]);
    await handheld.screenshot(`cleared-${browser}`);
    await handheld.open(`${box.url}/#/unsent`);
    await handheld.see("Send now");
    await handheld.seesNot("The server has everything");
    await handheld.tap("Dismiss");
    await handheld.seesNot("storage was cleared");
    await handheld.reload();
    await handheld.see(/^Connected/);
    await handheld.seesNot("storage was cleared");
    // Nobody is logged in: nothing was sent.
    await handheld.seesNot("All sent");
  });

  test("says nothing where everything had been sent", async () => {
    const { handheld, stocktake } = await atPlace({ browser });
    await handheld.scan(stocktake.rooms[0].single.article.code);
    await handheld.see("1 of 1");
    await allSent(handheld);
    await handheld.evaluate(CLEAR);
    await handheld.reload();
    await handheld.see(/^Connected/);
    await handheld.seesNot("storage was cleared");
  });
});

test.each(OLDEST)(
  "the list of stocktakes follows what others count, and says when it is not current, in %s",
  async (browser) => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const [room] = stocktake.rooms;
    await handheld.open(`${box.url}/#/count`);
    await handheld.see(/Spring .*0\/\d+/);
    const manager = await box.as("manager");
    const { body } = await manager.post(`/api/inventories/${stocktake.oid}/counts`, {
      operations: [
        {
          operationId: "019aa000-0000-7000-8000-000000000001",
          kind: "set",
          quantity: 1,
          itemId: room.single.oid,
          at: new Date().toISOString(),
          userId: 2,
        },
      ],
    });
    expect(body.receipts).toMatchObject([{ result: "applied" }]);
    await handheld.see(/Spring .*1\/\d+/);
    await handheld.seesNot("as of");
    await handheld.offline(true);
    await handheld.see(/1\/\d+ as of \d/);
  },
);
