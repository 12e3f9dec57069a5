import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { allSent, startCount } from "./together.ts";

/** Deletes the database, as a browser does that runs out of space. */
const CLEAR = `new Promise((resolve, reject) => {
  const deleting = indexedDB.deleteDatabase("tallybox");
  deleting.onsuccess = () => resolve();
  deleting.onerror = () => reject(deleting.error);
})`;

describe.each(OLDEST)("a terminal in %s whose storage was cleared", (browser) => {
  test("says which locations to count again, until somebody dismisses it, and never that all is sent", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [room] = stocktake.rooms;
    await terminal.offline(true);
    await terminal.scan(room.single.article.code);
    await terminal.see("1 of 1");
    await terminal.scan(room.several.article.code);
    await terminal.see("2 not sent yet, no connection");
    await terminal.evaluate(CLEAR);
    await terminal.offline(false);
    await terminal.reload();
    await terminal.see("This device's storage was cleared.");
    await terminal.see(/2 counts were NOT sent\. Count these locations again: [^.]*/);
    await terminal.see(`${room.name}.`);
    await terminal.see(/^2 not sent: lost/);
    await terminal.seesNot("All sent");
    expect(await terminal.axe()).toEqual([]);
    await terminal.screenshot(`cleared-${browser}`);
    await terminal.open(`${server.url}/#/unsent`);
    await terminal.see("Send now");
    await terminal.seesNot("The server has everything");
    await terminal.tap("Dismiss");
    await terminal.seesNot("storage was cleared");
    await terminal.reload();
    await terminal.see(/^Connected/);
    await terminal.seesNot("storage was cleared");
    // Nobody is logged in: nothing was sent.
    await terminal.seesNot("All sent");
  });

  test("says nothing where everything had been sent", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    await terminal.scan(stocktake.rooms[0].single.article.code);
    await terminal.see("1 of 1");
    await allSent(terminal);
    await terminal.evaluate(CLEAR);
    await terminal.reload();
    await terminal.see(/^Connected/);
    await terminal.seesNot("storage was cleared");
  });
});

test.each(OLDEST)(
  "the list of stocktakes follows what others count, and says when it is not current, in %s",
  async (browser) => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [room] = stocktake.rooms;
    await terminal.open(`${server.url}/#/count`);
    await terminal.see(/Spring .*0\/\d+/);
    const manager = await server.as("manager");
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
    await terminal.see(/Spring .*1\/\d+/);
    await terminal.seesNot("as of");
    await terminal.offline(true);
    await terminal.see(/1\/\d+ as of \d/);
  },
);
