import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, OLDEST } from "../../harness/handheld.ts";
import { aLine } from "../../harness/line.ts";
import { aWarehouse, type Warehouse } from "../../inventories/stocktake.ts";
import { Terminal } from "./terminal.ts";

/** A stocktake of a shelf with five pieces of SEVERAL and one SINGLE, loaded at a terminal of Uma. */
async function aShelf(browser: (typeof OLDEST)[number]) {
  const box = await aBox();
  const house = await aWarehouse(box);
  await house.place("shelf");
  await house.article("SEVERAL", { shelf: 5 });
  await house.article("SINGLE", { shelf: 1 });
  const inventory = await house.stocktake(["shelf"]);
  const line = await aLine(box.url);
  const spot = { inventoryId: inventory, placeId: house.at("shelf") };
  const open = async (userName: string, roles: readonly string[]) => {
    const terminal = new Terminal(await aHandheld({ browser, mayComplain: true }));
    await terminal.open(line.url);
    await terminal.logIn(userName, roles);
    await terminal.load(inventory);
    return terminal;
  };
  return { house, inventory, line, spot, open };
}

/** Does something to an item as its screen does: `target` is what is on the screen. */
const deed = (terminal: Terminal, spot: object, code: string, what: string) =>
  terminal.call<{ seq: number; operationId: string }>(`(async () => {
    const spot = ${JSON.stringify(spot)};
    const item = (await core.items.itemsAt(spot.inventoryId, spot.placeId)).find(({ code }) => code === "${code}");
    const target = { ...spot, item };
    return core.change.${what};
  })()`);

const scan = (terminal: Terminal, spot: object, code: string) =>
  terminal.call<{
    verdict: string;
    isAsked: boolean;
    quantity: number;
    entry: { seq: number; operationId: string };
  }>(`core.scan("${code}", ${JSON.stringify(spot)})`);

/** What stands on the screen of the item. */
const shown = (terminal: Terminal, spot: { inventoryId: number; placeId: number }, code: string) =>
  terminal.call<Record<string, unknown>>(`core.items.itemsAt(${spot.inventoryId}, ${spot.placeId})
    .then((items) => items.find((item) => item.code === "${code}"))
    .then(({ quantity, note, isDisposal, isToRecount }) => ({ quantity, note, isDisposal, isToRecount }))`);

/** The last operations with their marks, newest first: how, undone, corrected. */
const marksOf = (terminal: Terminal, inventory: number) =>
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
    const { house, inventory, line, spot, open } = await aShelf(browser);
    const terminal = await open("user", ["User"]);
    line.cut();
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
    line.mend();
    await terminal.call("core.sendNow()");
    await terminal.until("core.isAllSent()");
    expect([await shown(terminal, spot, "SEVERAL"), await shown(terminal, spot, "SINGLE")]).toEqual(before);
    expect([await atBox(house, inventory, "SEVERAL"), await atBox(house, inventory, "SINGLE")]).toEqual(
      before,
    );
  });

  test("is asked for where another has counted; nothing is counted or sent until it is answered", async () => {
    const { house, inventory, spot, open } = await aShelf(browser);
    const uma = await open("user", ["User"]);
    const bo = await open("both", ["Manager", "User"]);
    await scan(uma, spot, "SEVERAL");
    await scan(uma, spot, "SEVERAL");
    await uma.call("core.sendNow()");
    await bo.call("core.sendNow()");
    const asked = [
      await scan(bo, spot, "SEVERAL"),
      await scan(bo, spot, "SEVERAL"),
      await scan(bo, spot, "SEVERAL"),
    ];
    expect(asked.map(({ verdict, isAsked, quantity }) => [verdict, isAsked, quantity])).toEqual(
      asked.map(() => ["again", true, 2]),
    );
    await bo.call("core.sendNow()");
    await bo.until("core.now.unsent === 3");
    expect(await atBox(house, inventory, "SEVERAL")).toMatchObject({ quantity: 2 });
    const [first, second, third] = asked.map(({ entry }) => entry.seq);
    await bo.call(`core.change.answerAsked(${first}, "add")`);
    expect(await shown(bo, spot, "SEVERAL")).toMatchObject({ quantity: 3 });
    await bo.call(`core.change.answerAsked(${second}, "leave")`);
    await bo.call(`core.change.answerAsked(${third}, "replace", 4)`);
    await bo.call("core.sendNow()");
    await bo.until("core.isAllSent()");
    expect(await atBox(house, inventory, "SEVERAL")).toMatchObject({ quantity: 4 });
    // The last word was a quantity, not a scan.
    expect(await scan(bo, spot, "SEVERAL")).toMatchObject({ verdict: "again", isAsked: true });
  });
});
