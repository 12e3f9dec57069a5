import { describe, expect, test } from "vitest";
import { startProxy } from "../../harness/network-proxy.ts";
import { send } from "../../inventories/count-requests.ts";
import { startWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { type CoreTerminal, openCore } from "./core-terminal.ts";

/** Starts a stocktake of a rack and a shelf with five pieces of SEVERAL, one SINGLE and two SERIAL. `open` opens a terminal for it. */
async function openShelf() {
  const { server, warehouse } = await startWarehouse(["shelf"]);
  await warehouse.article("SEVERAL", { shelf: 5 });
  await warehouse.article("SINGLE", { shelf: 1 });
  await warehouse.article("SERIAL", { shelf: 2 }, { serialNumber: "S-1" });
  await warehouse.addLocation("rack");
  const inventory = await warehouse.stocktake(["shelf", "rack"]);
  const proxy = await startProxy(server.url);
  const spot = { inventoryId: inventory, placeId: warehouse.at("shelf") };
  const open = async (userName: string, roles: readonly string[]) => {
    const terminal = await openCore(proxy.url);
    await terminal.logIn(userName, roles);
    await terminal.load(inventory);
    return terminal;
  };
  return { warehouse, inventory, proxy, spot, open };
}

/** Calls a function of the item's screen: `target` is the shown item. */
const changeItem = (terminal: CoreTerminal, spot: object, code: string, what: string) =>
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

/** Reads the item's properties on its screen. */
const readShown = (terminal: CoreTerminal, spot: { inventoryId: number; placeId: number }, code: string) =>
  terminal.call<Record<string, unknown>>(`core.items.itemsAt(${spot.inventoryId}, ${spot.placeId})
    .then((items) => items.find((item) => item.code === "${code}"))
    .then(({ quantity, note, isDisposal, isToRecount }) => ({ quantity, note, isDisposal, isToRecount }))`);

/** Reads kind, `isUndone` and `isCorrected` of the last operations, newest first. */
const readMarks = (terminal: CoreTerminal, inventory: number) =>
  terminal.call<readonly unknown[]>(`core.items.recent(${inventory}, 20)
    .then((all) => all.map(({ entry, isUndone, isCorrected }) => [entry.how, isUndone, isCorrected]))`);

async function readServerItem(
  warehouse: Warehouse,
  inventory: number,
  code: string,
): Promise<Record<string, unknown>> {
  const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/items`);
  const items: { article: { code: string }; [name: string]: unknown }[] = body;
  const found = items.find(({ article }) => article.code === code);
  if (found === undefined) throw new Error(`no ${code}`);
  const { inventoryQuantity, note, isDisposal, isToRecount } = found;
  return { quantity: inventoryQuantity, note, isDisposal, isToRecount };
}

describe("changes of an item", () => {
  test("offline changes are shown at once, and the server has the same after they are sent", async () => {
    const { warehouse, inventory, proxy, spot, open } = await openShelf();
    const terminal = await open("user", ["User"]);
    proxy.cut();
    await scan(terminal, spot, "SEVERAL");
    const typed = await changeItem(terminal, spot, "SEVERAL", "setQuantity(target, 9)");
    await changeItem(terminal, spot, "SEVERAL", 'setNote(target, "one torn")');
    await changeItem(terminal, spot, "SEVERAL", "proposeDisposal(target, { methodId: 1, reasonId: 1 })");
    expect(await readShown(terminal, spot, "SEVERAL")).toEqual({
      quantity: 9,
      note: "one torn",
      isDisposal: true,
      isToRecount: false,
    });
    const corrected = await terminal.call<{ operationId: string }>(
      `core.change.correct("${typed.operationId}", 7)`,
    );
    expect(await readShown(terminal, spot, "SEVERAL")).toMatchObject({ quantity: 7 });
    expect(await readMarks(terminal, inventory)).toContainEqual(["typed", false, true]);
    await terminal.call(`core.change.undo("${corrected.operationId}")`);
    expect(await readShown(terminal, spot, "SEVERAL")).toMatchObject({ quantity: 9 });
    await expect(terminal.call(`core.change.undo("${corrected.operationId}")`)).rejects.toThrow();
    await changeItem(terminal, spot, "SEVERAL", "asExpected(target)");
    await changeItem(terminal, spot, "SINGLE", "setQuantity(target, 0)");
    expect(await readMarks(terminal, inventory)).toEqual([
      ["typed", false, false],
      ["typed", false, false],
      ["correct", true, false],
      ["disposal", false, false],
      ["note", false, false],
      ["typed", false, false],
      ["scan", false, false],
    ]);
    const before = [await readShown(terminal, spot, "SEVERAL"), await readShown(terminal, spot, "SINGLE")];
    expect(before).toEqual([
      { quantity: 5, note: "one torn", isDisposal: true, isToRecount: false },
      { quantity: 0, note: null, isDisposal: false, isToRecount: false },
    ]);
    proxy.restore();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect([await readShown(terminal, spot, "SEVERAL"), await readShown(terminal, spot, "SINGLE")]).toEqual(
      before,
    );
    expect([
      await readServerItem(warehouse, inventory, "SEVERAL"),
      await readServerItem(warehouse, inventory, "SINGLE"),
    ]).toEqual(before);
  });

  test("a surplus piece with a serial number is asked about; nothing is counted or sent before the answer", async () => {
    const { warehouse, inventory, spot, open } = await openShelf();
    const bo = await open("both", ["Manager", "User"]);
    await changeItem(bo, spot, "SERIAL", "setQuantity(target, 2)");
    const first = await scan(bo, spot, "SERIAL");
    expect(first).toMatchObject({ verdict: "asked", question: "surplus", quantity: 2 });
    // An item has one open question at most.
    expect(await scan(bo, spot, "SERIAL")).toMatchObject({ verdict: "asked", openSeq: first.entry.seq });
    await bo.call("core.sendNow()");
    await bo.until("core.now.unsent === 1");
    expect(await readServerItem(warehouse, inventory, "SERIAL")).toMatchObject({ quantity: 2 });
    await bo.call(`core.change.answerQuestion(${first.entry.seq}, { kind: "add" })`);
    expect(await readShown(bo, spot, "SERIAL")).toMatchObject({ quantity: 3 });
    const second = await scan(bo, spot, "SERIAL");
    await bo.call(`core.change.answerQuestion(${second.entry.seq}, { kind: "skip" })`);
    const third = await scan(bo, spot, "SERIAL");
    await bo.call(`core.change.answerQuestion(${third.entry.seq}, { kind: "set", quantity: 4 })`);
    await bo.call("core.sendNow()");
    await bo.until("core.isAllSent()");
    expect(await readServerItem(warehouse, inventory, "SERIAL")).toMatchObject({ quantity: 4 });
  });

  test.each(['{ kind: "set", quantity: 3 }', '{ kind: "add" }'])(
    "an answer (%s) leads to another question if the piece was counted at another location meanwhile",
    async (answer) => {
      const { warehouse, inventory, spot, open } = await openShelf();
      const uma = await open("user", ["User"]);
      await changeItem(uma, spot, "SERIAL", "setQuantity(target, 2)");
      await uma.call("core.sendNow()");
      await uma.until("core.isAllSent()");
      const asked = await scan(uma, spot, "SERIAL");
      expect(asked).toMatchObject({ verdict: "asked", question: "surplus" });
      const readItems = async () => {
        const { body } = await warehouse.manager.get(`/api/inventories/${inventory}/items`);
        const all: { oid: number; article: { code: string }; [name: string]: unknown }[] = body;
        return all.filter(({ article }) => article.code === "SERIAL");
      };
      const [item] = await readItems();
      const rack = warehouse.at("rack");
      const operation = {
        ...{ operationId: "01234567-89ab-7cde-8f01-23456789abcd", at: new Date().toISOString() },
        ...{ kind: "set", quantity: 2, itemId: item?.oid, locationId: rack },
      };
      await send(warehouse.manager, inventory, [operation]);
      await uma.call(`core.keepInventory(${inventory})`);
      await uma.until(
        `core.items.itemsOfArticle(${inventory}, ${warehouse.id("SERIAL")}).then((all) => all.get(${item?.oid}).placeId === ${rack})`,
      );
      const again = await uma.call(`core.change.answerQuestion(${asked.entry.seq}, ${answer})`);
      expect(again).toMatchObject({ state: "asked", question: "moved" });
      await uma.call("core.sendNow()");
      expect(await readItems()).toMatchObject([{ inventoryLocationId: rack, inventoryQuantity: 2 }]);
      expect(await uma.call(`core.change.answerQuestion(${asked.entry.seq}, { kind: "moved" })`)).toBe(null);
      await uma.call("core.sendNow()");
      await uma.until("core.isAllSent()");
      const quantity = answer.includes("3") ? 3 : 2;
      expect(await readItems()).toMatchObject([
        { inventoryLocationId: spot.placeId, inventoryQuantity: quantity },
      ]);
    },
  );
});
