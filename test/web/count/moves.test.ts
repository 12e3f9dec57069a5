import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { atPlace } from "./together.ts";

describe.each(OLDEST)("a stocktake in %s", (browser) => {
  test("is paused, goes on, and is finished with the numbers of what is missing", async () => {
    const { handheld, stocktake, box, go } = await atPlace({ browser });
    const { single, name } = stocktake.rooms[0];
    const manager = await box.as("manager");
    const state = async () =>
      (await manager.get(`/api/inventories/${stocktake.oid}`)).body.inventoryState.name;
    const figures = async () => (await manager.get(`/api/inventories/${stocktake.oid}/progress`)).body;
    await go("/state");
    await handheld.tap("Pause");
    await handheld.see("Continue counting");
    expect(await state()).toBe("Paused");
    await handheld.tap("Continue counting");
    await handheld.see("Location: name or code");
    expect(await state()).toBe("In progress");

    await handheld.offline(true);
    await go(`/${stocktake.rooms[0].oid}`);
    await handheld.see("Recent");
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await go("/finish");
    await handheld.see("1 count on this terminal is not sent or not answered yet.");
    await handheld.tap("Send unsent counts first");
    await handheld.see("1 count on this terminal is not sent or not answered yet.");
    // With a network it sends by itself as well: whichever is first.
    await handheld.offline(false);
    const { total } = await figures();
    await handheld.see(`Finish, ${total - 1} not counted`);
    expect((await figures()).counted).toBe(1);
    await handheld.see(new RegExp(`Still to count, by location.*${name}`));
    expect(await state()).toBe("In progress");
    await handheld.tap(`Finish, ${total - 1} not counted`);
    await handheld.see("Stocktakes");
    expect(await state()).toBe("Finished");
  });

  test("is not finished without knowing of terminals that still hold counts", async () => {
    const { handheld, stocktake, box, go } = await atPlace({ browser });
    const { single } = stocktake.rooms[1];
    const both = await box.as("both");
    const operation = {
      operationId: "01234567-89ab-7cde-8f01-23456789abcd",
      kind: "set",
      quantity: 1,
      itemId: single.oid,
      at: new Date().toISOString(),
    };
    await both.post(`/api/inventories/${stocktake.oid}/counts`, { pending: 4, operations: [operation] });
    await go("/finish");
    await handheld.see("Other terminals still hold counts.");
    await handheld.see(/Bo Cerny .*4 counts/);
  });

  test("that the box refuses to move says so in the box's words", async () => {
    const { handheld, stocktake, box, go } = await atPlace({ browser });
    await go("/state");
    await handheld.see("Finish…");
    await (await box.as("manager")).put(`/api/inventories/${stocktake.oid}/finish`);
    await handheld.tap("Pause");
    await handheld.see(/The inventory is .*Finished/);
  });
});
