import { describe, expect, test } from "vitest";
import type { TerminalPage } from "../../harness/terminal/terminal-page.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { waitUntilSent } from "../count/count-page.ts";
import { inStore, recordsOf } from "../stored-records.ts";
import { sgtin } from "./tag-numbers.ts";
import { openTags, startSeveral, waitForCounted } from "./tags-page.ts";

/** Reports tags as a browser around the page does, at once. */
const report = (page: TerminalPage, ...serials: readonly number[]) =>
  page.evaluate(`void tallybox.readTags(${JSON.stringify(serials.map((serial) => sgtin(serial)))})`);

/** Changes the stored stocktake: `how` has `store` and `row`. */
const changeStocktakes = (page: TerminalPage, how: string) =>
  page.evaluate(
    inStore(
      "inventories",
      `Object.assign(store.getAll(), { onsuccess: ({ target: { result: [row] } }) => { ${how} } })`,
      "readwrite",
    ),
  );

describe.each(OLDEST)("tags and the storage in %s", (browser) => {
  test("tags that can't be stored are kept and tried again, and the message stays until they are", async () => {
    const setup = await startSeveral({ browser });
    const { terminal } = setup;
    await openTags(setup);
    // The storage has no room for one tag.
    await terminal.evaluate(`void (() => {
      // Other writes of the aborted transaction end with this error, which the client does not report either.
      addEventListener("unhandledrejection", (event) => {
        if (event.reason.name === "AbortError") event.preventDefault();
      });
      const put = window.put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (value, key) {
        if (String(key).includes("${sgtin(1)}")) {
          this.transaction.abort();
          throw new DOMException("no room", "QuotaExceededError");
        }
        return put.call(this, value, key);
      };
    })()`);
    await report(terminal, 2, 1);
    await terminal.see(/this device's storage is full/);
    await terminal.see(/being saved/);
    await report(terminal, 3);
    await terminal.until("document.querySelector('[data-counted=\"2\"]') !== null");
    await terminal.see(/1 being saved/);
    await terminal.see(/this device's storage is full/);
    await terminal.evaluate("void (IDBObjectStore.prototype.put = window.put)");
    await waitForCounted(terminal, 3);
    await terminal.until("!/storage is full/.test(document.body.innerText)");
    await terminal.see(/0 repeated reads/);
    await waitUntilSent(terminal);
    expect(await setup.quantity()).toBe(3);
  });

  test("two tabs at one location count each tag once, and show the tags of both", async () => {
    const setup = await startSeveral({ browser });
    const { terminal, server, stocktake } = setup;
    await openTags(setup);
    const other = await terminal.newTab();
    // As a browser that does not tell other tabs of writes. Nobody has tapped on this page.
    await other.beforeLoad(
      "BroadcastChannel.prototype.postMessage = () => {}; navigator.vibrate = () => true;",
    );
    await other.open(`${server.url}/#/tags/count/${stocktake.oid}/${stocktake.rooms[0].oid}`);
    await other.until("document.querySelector('[data-counted]') !== null");
    await report(terminal, 1, 2);
    await waitForCounted(terminal, 2);
    await report(other, 2, 3);
    await waitForCounted(other, 3);
    await waitForCounted(terminal, 2);
    await report(terminal, 3, 4);
    await waitForCounted(terminal, 4);
    // Either tab may send, and this one would not hear of it.
    await terminal.until(
      `${recordsOf("outbox")}.then((all) => all.every(({ state }) => state !== "waiting"))`,
    );
    expect(await setup.quantity()).toBe(4);
  });

  test("another tab's undo is known, and its tags can be read again", async () => {
    const setup = await startSeveral({ browser });
    const { terminal, server, stocktake } = setup;
    await openTags(setup);
    const other = await terminal.newTab();
    await other.beforeLoad("navigator.vibrate = () => true;");
    await other.open(`${server.url}/#/tags/count/${stocktake.oid}/${stocktake.rooms[0].oid}`);
    await report(terminal, 1, 2);
    await waitForCounted(other, 2);
    await report(other, 3);
    await waitForCounted(terminal, 3);
    await terminal.tap("Undo all");
    await terminal.tap("Undo the counts");
    await waitForCounted(other, 0);
    await report(other, 1);
    await waitForCounted(other, 1);
    // The first tab hears of the new count a little later.
    await waitUntilSent(other);
    expect(await setup.quantity()).toBe(1);
  });

  test.each([
    ["no stocktake is stored", "store.clear();"],
    ["another one is stored", "store.clear(); store.put(Object.assign({}, row, { oid: 99999 }));"],
  ])("tags with unsent counts are kept where %s", async (_, how) => {
    const setup = await startSeveral({ browser });
    const { terminal, stocktake } = setup;
    await terminal.offline(true);
    await openTags(setup);
    await report(terminal, 1, 2);
    await waitForCounted(terminal, 2);
    await changeStocktakes(terminal, how);
    // A new reading begins with the clean-up.
    await openTags(setup, stocktake.rooms[1].oid);
    await waitForCounted(terminal, 0);
    await openTags(setup);
    await waitForCounted(terminal, 2);
  });
});
