import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { startCount, waitUntilSent } from "./count-page.ts";

/** Deletes the database, as a browser does when the device runs out of space. */
const CLEAR = `new Promise((resolve, reject) => {
  const deleting = indexedDB.deleteDatabase("tallybox");
  deleting.onsuccess = () => resolve();
  deleting.onerror = () => reject(deleting.error);
})`;

describe.each(OLDEST)("a terminal whose storage was cleared in %s", (browser) => {
  test("the terminal lists the locations to count again until the message is dismissed, and never shows “All sent”", async () => {
    // The client may read its records as they are deleted.
    const { terminal, stocktake, server } = await startCount({ browser, allowErrors: true });
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
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`cleared-${browser}`);
    await terminal.open(`${server.url}/#/unsent`);
    await terminal.see("Send now");
    await terminal.seesNot("The server has everything");
    await terminal.tap("Dismiss");
    await terminal.seesNot("storage was cleared");
    await terminal.reload();
    await terminal.see(/^Connected/);
    await terminal.seesNot("storage was cleared");
    // No user is logged in, so nothing was sent.
    await terminal.seesNot("All sent");
  });

  test("the terminal shows no message if all counts had been sent", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    await terminal.scan(stocktake.rooms[0].single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    // A file without scripts: the client, which still reads its records, would report an error.
    await terminal.open(`${server.url}/icon.svg`);
    await terminal.evaluate(CLEAR);
    await terminal.open(`${server.url}/`);
    await terminal.see(/^Connected/);
    await terminal.seesNot("storage was cleared");
  });
});

test.each(OLDEST)(
  "the list of stocktakes shows the counts of others, and without a connection the time of the last update, in %s",
  async (browser) => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const [room] = stocktake.rooms;
    await terminal.open(`${server.url}/#/count`);
    await terminal.see(/Spring .*0\/\d+/);
    const { body } = await server.manager.post(`/api/inventories/${stocktake.oid}/counts`, {
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
