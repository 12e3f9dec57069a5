import { describe, expect, test } from "vitest";
import { adminByPassword } from "../../backup/copies.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { backup } from "../../security/backup-copy.ts";
import { readOperations } from "../core/read-operations.ts";
import { startCount, waitUntilSent } from "../count/count-page.ts";
import type { Item } from "../count/stocktake.ts";
import { inStore } from "../stored-records.ts";
import { person, typePin } from "./log-in.ts";

/** The terminal asks every ten seconds whether it is confirmed; here at least every second. */
const ASK_OFTEN = `(() => {
  const setIntervalNow = window.setInterval;
  window.setInterval = (run, ms) => setIntervalNow(run, Math.min(ms, 1000));
})()`;

/**
 * Expression: whether the options of forms are stored (the last one of src/web/offline/sync/prefetch.ts). A page that lacks them
 * asks for them as the user, and learns from it that the login has ended.
 */
const HAS_OPTIONS = `${inStore("values", "store.getAllKeys()")}
  .then((keys) => keys.some((key) => key.endsWith(" /api/printingformats")))`;

describe.each(OLDEST)("a restore in %s", (browser) => {
  test("a terminal counts, a backup of before is restored, and the terminal sends the count again before anybody logs in", async () => {
    const { server, terminal, stocktake, go } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    const quantities = async () => {
      const { body } = await (await server.as("manager")).get(`/api/inventories/${stocktake.oid}/items`);
      const items: readonly Item[] = body;
      return [single, several].map(({ oid }) => items.find((item) => item.oid === oid)?.inventoryQuantity);
    };
    await terminal.scan(single.article.code);
    await expect.poll(quantities).toEqual([1, null]);
    const putBack = backup(server);
    for (const pieces of [1, 2]) {
      await terminal.scan(several.article.code);
      await terminal.see(new RegExp(`${pieces} of ${several.quantity}`));
    }
    await expect.poll(quantities).toEqual([1, 2]);
    await waitUntilSent(terminal);
    await terminal.beforeLoad(ASK_OFTEN);
    await terminal.until(HAS_OPTIONS);
    // The page is left: a new one has to learn that its login has ended.
    await terminal.open("about:blank");
    await putBack({ PORT: String(server.appliance.port) });
    expect(readOperations(server, stocktake.oid)).toHaveLength(1);
    await go(`/${stocktake.rooms[0].oid}`);
    await terminal.see("Waiting for an administrator");
    await terminal.see("restored from a backup");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`unconfirmed-${browser}`);
    await (await adminByPassword(server)).put("/api/restore-confirmation", { all: true });
    await expect.poll(quantities).toEqual([1, 2]);
    await terminal.see("Who's counting?");
    const { fullName, pin } = person("user");
    await terminal.tap(new RegExp(`^${fullName}`));
    await typePin(terminal, pin);
    // The login opens a screen by itself, after the navigation has appeared.
    await terminal.until(
      "location.hash.startsWith('#/count') && document.querySelector('nav.tabs') !== null",
    );
    await go(`/${stocktake.rooms[0].oid}`);
    // The list of the location is there: before, a scan is of no location.
    await terminal.see(/Ready to scan/);
    await terminal.see(/below expected|2 of/);
    await terminal.scan(several.article.code);
    await terminal.see(new RegExp(`3 of ${several.quantity}`));
    await expect.poll(quantities).toEqual([1, 3]);
  });
});
