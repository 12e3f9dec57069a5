import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { startCount } from "./together.ts";

describe.each(OLDEST)("a stocktake in %s", (browser) => {
  test("is paused, goes on, and is finished with the numbers of what is missing", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const { single, name } = stocktake.rooms[0];
    const manager = await server.as("manager");
    const state = async () =>
      (await manager.get(`/api/inventories/${stocktake.oid}`)).body.inventoryState.name;
    const figures = async () => (await manager.get(`/api/inventories/${stocktake.oid}/progress`)).body;
    await go("/state");
    await terminal.tap("Pause");
    await terminal.see("Continue counting");
    expect(await state()).toBe("Paused");
    await terminal.tap("Continue counting");
    await terminal.see("Location: name or code");
    expect(await state()).toBe("In progress");

    await terminal.offline(true);
    await go(`/${stocktake.rooms[0].oid}`);
    await terminal.see("Recent");
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await go("/finish");
    await terminal.see("1 count on this terminal is not sent or not answered yet.");
    await terminal.tap("Send unsent counts first");
    await terminal.see("1 count on this terminal is not sent or not answered yet.");
    // With a network it sends by itself as well: whichever is first.
    await terminal.offline(false);
    const { total } = await figures();
    await terminal.see(`Finish, ${total - 1} not counted`);
    expect((await figures()).counted).toBe(1);
    await terminal.see(new RegExp(`Still to count, by location.*${name}`));
    expect(await state()).toBe("In progress");
    await terminal.tap(`Finish, ${total - 1} not counted`);
    await terminal.see("Stocktakes");
    expect(await state()).toBe("Finished");
  });

  test("is not finished without knowing of terminals that still hold counts", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const { single } = stocktake.rooms[1];
    const both = await server.as("both");
    const operation = {
      operationId: "01234567-89ab-7cde-8f01-23456789abcd",
      kind: "set",
      quantity: 1,
      itemId: single.oid,
      at: new Date().toISOString(),
    };
    await both.post(`/api/inventories/${stocktake.oid}/counts`, { pending: 4, operations: [operation] });
    await go("/finish");
    await terminal.see("Other terminals still hold counts.");
    await terminal.see(/Bo Cerny .*4 counts/);
  });

  test("that the box refuses to move says so in the box's words", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    await go("/state");
    await terminal.see("Finish…");
    await (await server.as("manager")).put(`/api/inventories/${stocktake.oid}/finish`);
    await terminal.tap("Pause");
    await terminal.see(/The inventory is .*Finished/);
  });
});
