import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { startServer } from "../../harness/server.ts";
import { OLDEST, openTerminal } from "../../harness/terminal.ts";
import { send } from "../../inventories/sending.ts";
import { createWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { CoreTerminal } from "./terminal.ts";

/** A stocktake of a rack and of a shelf with five pieces of SEVERAL, one SINGLE and two SERIAL, for terminals to load. */
async function aShelf(browser: (typeof OLDEST)[number]) {
  const server = await startServer();
  const house = await createWarehouse(server);
  await house.place("shelf");
  await house.article("SEVERAL", { shelf: 5 });
  await house.article("SINGLE", { shelf: 1 });
  await house.article("SERIAL", { shelf: 2 }, { serialNumber: "S-1" });
  await house.place("rack");
  const inventory = await house.stocktake(["shelf", "rack"]);
  const proxy = await startProxy(server.url);
  const spot = { inventoryId: inventory, placeId: house.at("shelf") };
  const open = async (userName: string, roles: readonly string[]) => {
    const terminal = new CoreTerminal(await openTerminal({ browser, allowErrors: true }));
    await terminal.open(proxy.url);
    await terminal.logIn(userName, roles);
    await terminal.load(inventory);
    return terminal;
  };
  return { house, inventory, proxy, spot, open };
}

/** Does something to an item as its screen does: `target` is what is on the screen. */
const deed = (terminal: CoreTerminal, spot: object, code: string, what: string) =>
  terminal.call<{ seq: number; operationId: string }>(`(async () => {
    const spot = ${JSON.stringify(spot)};
    const item = (await core.items.itemsAt(spot.inventoryId, spot.placeId)).find(({ code }) => code === "${code}");
    const target = { ...spot, item };
    return core.change.${what};
  })()`);

const scan = (terminal: CoreTerminal, spot: object, code: string) =>
  terminal.call<{
    verdict: string;
    question: string | null;
    openSeq: number | null;
    quantity: number;
    entry: { seq: number; operationId: string };
  }>(`core.scan("${code}", ${JSON.stringify(spot)})`);

/** What stands on the screen of the item. */
const shown = (terminal: CoreTerminal, spot: { inventoryId: number; placeId: number }, code: string) =>
  terminal.call<Record<string, unknown>>(`core.items.itemsAt(${spot.inventoryId}, ${spot.placeId})
    .then((items) => items.find((item) => item.code === "${code}"))
    .then(({ quantity, note, isDisposal, isToRecount }) => ({ quantity, note, isDisposal, isToRecount }))`);

/** The last operations with their marks, newest first: how, undone, corrected. */
const marksOf = (terminal: CoreTerminal, inventory: number) =>
  terminal.call<readonly unknown[]>(`core.items.recent(${inventory}, 20)
    .then((all) => all.map(({ entry, isUndone, isCorrected }) => [entry.how, isUndone, isCorrected]))`);

async function atBox(house: Warehouse, inventory: number, code: string): Promise<Record<string, unknown>> {
  const { body } = await house.manager.get(`/api/inventories/${inventory}/items`);
  const items: { article: { code: string }; [name: string]: unknown }[] = body;
  const found = items.find(({ article }) => article.code === code);
  if (found === undefined) throw new Error(`no ${code}`);
  const { inventoryQuantity, note, isDisposal, isToRecount } = found;
  return { quantity: inventoryQuantity, note, isDisposal, isToRecount };
}

describe.each(OLDEST)("what a worker says of an item, in %s", (browser) => {
  test("without the box stands on the screen at once, and so at the box later", async () => {
    const { house, inventory, proxy, spot, open } = await aShelf(browser);
    const terminal = await open("user", ["User"]);
    proxy.cut();
    await scan(terminal, spot, "SEVERAL");
    const typed = await deed(terminal, spot, "SEVERAL", "setQuantity(target, 9)");
    await deed(terminal, spot, "SEVERAL", 'setNote(target, "one torn")');
    await deed(terminal, spot, "SEVERAL", "proposeDisposal(target, { methodId: 1, reasonId: 1 })");
    expect(await shown(terminal, spot, "SEVERAL")).toEqual({
      quantity: 9,
      note: "one torn",
      isDisposal: true,
      isToRecount: false,
    });
    const corrected = await terminal.call<{ operationId: string }>(
      `core.change.correct("${typed.operationId}", 7)`,
    );
    expect(await shown(terminal, spot, "SEVERAL")).toMatchObject({ quantity: 7 });
    expect(await marksOf(terminal, inventory)).toContainEqual(["typed", false, true]);
    await terminal.call(`core.change.undo("${corrected.operationId}")`);
    expect(await shown(terminal, spot, "SEVERAL")).toMatchObject({ quantity: 9 });
    await expect(terminal.call(`core.change.undo("${corrected.operationId}")`)).rejects.toThrow();
    await deed(terminal, spot, "SEVERAL", "asExpected(target)");
    await deed(terminal, spot, "SINGLE", "setQuantity(target, 0)");
    expect(await marksOf(terminal, inventory)).toEqual([
      ["typed", false, false],
      ["typed", false, false],
      ["correct", true, false],
      ["disposal", false, false],
      ["note", false, false],
      ["typed", false, false],
      ["scan", false, false],
    ]);
    const before = [await shown(terminal, spot, "SEVERAL"), await shown(terminal, spot, "SINGLE")];
    expect(before).toEqual([
      { quantity: 5, note: "one torn", isDisposal: true, isToRecount: false },
      { quantity: 0, note: null, isDisposal: false, isToRecount: false },
    ]);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect([await shown(terminal, spot, "SEVERAL"), await shown(terminal, spot, "SINGLE")]).toEqual(before);
    expect([await atBox(house, inventory, "SEVERAL"), await atBox(house, inventory, "SINGLE")]).toEqual(
      before,
    );
  });

  test("is asked for where one too many is scanned; nothing is counted or sent until it is answered", async () => {
    const { house, inventory, spot, open } = await aShelf(browser);
    const bo = await open("both", ["Manager", "User"]);
    await deed(bo, spot, "SERIAL", "setQuantity(target, 2)");
    const first = await scan(bo, spot, "SERIAL");
    expect(first).toMatchObject({ verdict: "asked", question: "surplus", quantity: 2 });
    // One question an item: scanning on asks no second one.
    expect(await scan(bo, spot, "SERIAL")).toMatchObject({ verdict: "asked", openSeq: first.entry.seq });
    await bo.call("core.sendNow()");
    await bo.until("core.now.unsent === 1");
    expect(await atBox(house, inventory, "SERIAL")).toMatchObject({ quantity: 2 });
    await bo.call(`core.change.answerQuestion(${first.entry.seq}, { kind: "add" })`);
    expect(await shown(bo, spot, "SERIAL")).toMatchObject({ quantity: 3 });
    const second = await scan(bo, spot, "SERIAL");
    await bo.call(`core.change.answerQuestion(${second.entry.seq}, { kind: "skip" })`);
    const third = await scan(bo, spot, "SERIAL");
    await bo.call(`core.change.answerQuestion(${third.entry.seq}, { kind: "set", quantity: 4 })`);
    await bo.call("core.sendNow()");
    await bo.until("core.isAllSent()");
    expect(await atBox(house, inventory, "SERIAL")).toMatchObject({ quantity: 4 });
  });

  test("settles what was asked, when it is a quantity", async () => {
    const { house, inventory, spot, open } = await aShelf(browser);
    const uma = await open("user", ["User"]);
    await deed(uma, spot, "SERIAL", "setQuantity(target, 2)");
    const asked = await scan(uma, spot, "SERIAL");
    await deed(uma, spot, "SERIAL", "setQuantity(target, 3)");
    // A tap on the old question comes too late.
    await uma.call(`core.change.answerQuestion(${asked.entry.seq}, { kind: "add" })`);
    await uma.call("core.sendNow()");
    await uma.until("core.isAllSent()");
    expect(await atBox(house, inventory, "SERIAL")).toMatchObject({ quantity: 3 });
  });

  test.each(['{ kind: "set", quantity: 3 }', '{ kind: "add" }'])(
    "as an answer (%s) to what was counted at another location meanwhile is asked first",
    async (answer) => {
      const { house, inventory, spot, open } = await aShelf(browser);
      const uma = await open("user", ["User"]);
      await deed(uma, spot, "SERIAL", "setQuantity(target, 2)");
      await uma.call("core.sendNow()");
      await uma.until("core.isAllSent()");
      const asked = await scan(uma, spot, "SERIAL");
      expect(asked).toMatchObject({ verdict: "asked", question: "surplus" });
      const items = async () => {
        const { body } = await house.manager.get(`/api/inventories/${inventory}/items`);
        const all: { oid: number; article: { code: string }; [name: string]: unknown }[] = body;
        return all.filter(({ article }) => article.code === "SERIAL");
      };
      const [item] = await items();
      const rack = house.at("rack");
      const operation = {
        ...{ operationId: "01234567-89ab-7cde-8f01-23456789abcd", at: new Date().toISOString() },
        ...{ kind: "set", quantity: 2, itemId: item?.oid, locationId: rack },
      };
      await send(house.manager, inventory, [operation]);
      await uma.call(`core.keepInventory(${inventory})`);
      await uma.until(
        `core.items.itemsOfArticle(${inventory}, ${house.id("SERIAL")}).then((all) => all.get(${item?.oid}).placeId === ${rack})`,
      );
      const again = await uma.call(`core.change.answerQuestion(${asked.entry.seq}, ${answer})`);
      expect(again).toMatchObject({ state: "asked", question: "moved" });
      await uma.call("core.sendNow()");
      expect(await items()).toMatchObject([{ inventoryLocationId: rack, inventoryQuantity: 2 }]);
      expect(await uma.call(`core.change.answerQuestion(${asked.entry.seq}, { kind: "moved" })`)).toBe(null);
      await uma.call("core.sendNow()");
      await uma.until("core.isAllSent()");
      const quantity = answer.includes("3") ? 3 : 2;
      expect(await items()).toMatchObject([
        { inventoryLocationId: spot.placeId, inventoryQuantity: quantity },
      ]);
    },
  );

  test("of a piece counted at another location is asked first: moved here, or one more", async () => {
    const { house, inventory, spot, open } = await aShelf(browser);
    const uma = await open("user", ["User"]);
    const rack = { ...spot, placeId: house.at("rack") };
    const placesOf = async () => {
      const { body } = await house.manager.get(`/api/inventories/${inventory}/items`);
      const items: { article: { code: string }; inventoryLocationId: number; inventoryQuantity: number }[] =
        body;
      return items
        .filter(({ article }) => article.code === "SINGLE")
        .map(({ inventoryLocationId, inventoryQuantity }) => [inventoryLocationId, inventoryQuantity]);
    };
    const sent = async () => {
      await uma.call("core.sendNow()");
      await uma.until("core.isAllSent()");
    };
    await scan(uma, spot, "SINGLE");
    const moved = await scan(uma, rack, "SINGLE");
    expect(moved).toMatchObject({ verdict: "asked", question: "moved" });
    await uma.call(`core.change.answerQuestion(${moved.entry.seq}, { kind: "moved" })`);
    await sent();
    expect(await placesOf()).toEqual([[house.at("rack"), 1]]);
    // Back where it is expected there is one more: what was counted at the rack stays there.
    const back = await scan(uma, spot, "SINGLE");
    await uma.call(`core.change.answerQuestion(${back.entry.seq}, { kind: "add" })`);
    await sent();
    expect((await placesOf()).sort()).toEqual(
      [
        [house.at("shelf"), 1],
        [house.at("rack"), 1],
      ].sort(),
    );
  });
});
