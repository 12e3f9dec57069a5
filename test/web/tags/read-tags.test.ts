import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { wakeAfterMinutes } from "../access/terminal-actions.ts";
import { HAS_ITEMS, waitUntilSent } from "../count/count-page.ts";
import { GTIN, plainTag, sgtin } from "./tag-numbers.ts";
import { giveTag, groupText, openTags, startSeveral, waitForCounted } from "./tags-page.ts";

describe.each(OLDEST)("reading tags in a count in %s", (browser) => {
  test("each tag counts once; what belongs elsewhere waits for a decision; an unknown tag gets its article; all without a connection", async () => {
    const setup = await startSeveral({ browser });
    const { server, terminal, stocktake } = setup;
    const [room, other] = stocktake.rooms;
    await giveTag(setup, room.single.article.oid, plainTag(1));
    await giveTag(setup, other.single.article.oid, plainTag(2));
    await terminal.offline(true);
    await openTags(setup);
    for (const tag of [
      sgtin(1),
      sgtin(2),
      plainTag(1),
      sgtin(1),
      plainTag(2),
      plainTag(3),
      sgtin(2),
      plainTag(1),
    ])
      await terminal.scan(tag);
    await waitForCounted(terminal, 3);
    await terminal.see(/3 repeated reads/);
    await expect.poll(() => groupText(terminal, "elsewhere")).toContain(other.single.article.name);
    await expect.poll(() => groupText(terminal, "here")).toContain(`${room.several.article.name}`);
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`tags-${browser}`);
    await terminal.tap("Count them here");
    await waitForCounted(terminal, 4);
    await terminal.tap(new RegExp(plainTag(3)));
    await terminal.see("Which article has this tag?");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.tap(new RegExp(room.several.article.name));
    await waitForCounted(terminal, 5);
    await terminal.offline(false);
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    await waitUntilSent(terminal);
    const quantity = async (code: string) => (await stocktake.readItem(code)).inventoryQuantity;
    expect(await quantity(room.several.article.code)).toBe(3);
    expect(await quantity(room.single.article.code)).toBe(1);
    const moved = await stocktake.readItem(other.single.article.code);
    expect([moved.inventoryQuantity, moved.inventoryLocationId]).toEqual([1, room.oid]);
    const { body } = await (await server.as("manager")).get(
      `/api/articles/${room.several.article.oid}/codes`,
    );
    expect(body).toMatchObject([{ code: GTIN }, { code: plainTag(3), kind: "epc" }]);
  });

  test("a report of tags is a touch, so that the terminal does not lock while somebody reads", async () => {
    const setup = await startSeveral({ browser, withClock: true });
    const { terminal } = setup;
    await openTags(setup);
    for (const serial of [1, 2, 3]) {
      await wakeAfterMinutes(terminal, 3);
      await terminal.evaluate(`void tallybox.readTags([{ epc: "${sgtin(serial)}", rssi: -40 }])`);
      await waitForCounted(terminal, serial);
    }
    await terminal.seesNot("Locked");
    // The first tags after a long pause are not counted for the user before.
    await terminal.evaluate(
      `void (window.ahead += 960000, tallybox.readTags([{ epc: "${sgtin(4)}", rssi: -40 }]))`,
    );
    await terminal.see("Locked");
    await terminal.see("NOT counted. This screen does not accept scans.");
  });

  test("after a restart the reading continues, and its undo takes back all it has counted", async () => {
    const setup = await startSeveral({ browser });
    const { terminal, quantity } = setup;
    await openTags(setup);
    await terminal.see(/Expected here: \d+ pieces/);
    for (const serial of [1, 2, 3]) await terminal.scan(sgtin(serial));
    await waitForCounted(terminal, 3);
    await terminal.reload();
    await waitForCounted(terminal, 3);
    for (const serial of [3, 4]) await terminal.scan(sgtin(serial));
    await waitForCounted(terminal, 4);
    await terminal.tap("Undo all");
    await terminal.tap("Undo the counts");
    await waitForCounted(terminal, 0);
    await waitUntilSent(terminal);
    expect(await quantity()).toBe(null);
    await terminal.scan(sgtin(1));
    await waitForCounted(terminal, 1);
  });

  test("pieces that were counted before are not added by themselves: the tags become the quantity, or are added", async () => {
    const setup = await startSeveral({ browser });
    const { terminal, several, quantity, go } = setup;
    await go(`/${setup.stocktake.rooms[0].oid}`);
    await terminal.until(HAS_ITEMS);
    for (let piece = 0; piece < 2; piece++) await terminal.scan(several.article.code);
    await terminal.see(new RegExp(`2 of ${several.quantity}`));
    await openTags(setup);
    for (const serial of [1, 2, 3]) await terminal.scan(sgtin(serial));
    await terminal.see("Counted here before");
    await terminal.see(/× 3/);
    await expect.poll(() => groupText(terminal, "here")).toBeNull();
    await terminal.tap("Set the quantity to the tags");
    await waitForCounted(terminal, 3);
    await terminal.scan(sgtin(4));
    await waitForCounted(terminal, 4);
    await waitUntilSent(terminal);
    expect(await quantity()).toBe(4);
  });
});
