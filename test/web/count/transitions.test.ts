import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { holdRequests } from "../held-requests.ts";
import { startCount } from "./count-page.ts";
import type { Item } from "./stocktake.ts";

const GROUND_FLOOR = 2;

describe.each(OLDEST)("a stocktake in %s", (browser) => {
  test("it is paused, continued and finished; before Finish the terminal shows what is not counted", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const { single, name } = stocktake.rooms[0];
    const manager = await server.as("manager");
    const readState = async () =>
      (await manager.get(`/api/inventories/${stocktake.oid}`)).body.inventoryState.name;
    const readProgress = async () => (await manager.get(`/api/inventories/${stocktake.oid}/progress`)).body;
    await go("/state");
    await terminal.tap("Pause");
    await terminal.see("Continue counting");
    expect(await readState()).toBe("Paused");
    await terminal.tap("Continue counting");
    await terminal.see("Location: name or code");
    expect(await readState()).toBe("In progress");

    await terminal.offline(true);
    await go(`/${stocktake.rooms[0].oid}`);
    await terminal.see("Recent");
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await go("/finish");
    await terminal.see("1 count on this terminal is not sent or not answered yet.");
    await terminal.tap("Send unsent counts first");
    await terminal.see("1 count on this terminal is not sent or not answered yet.");
    // Online, the terminal also sends by itself.
    await terminal.offline(false);
    const { total } = await readProgress();
    await terminal.see(`Finish, ${total - 1} not counted`);
    expect((await readProgress()).counted).toBe(1);
    await terminal.see(new RegExp(`Still to count, by location.*${name}`));
    expect(await readState()).toBe("In progress");
    await terminal.tap(`Finish, ${total - 1} not counted`);
    await terminal.see("Stocktakes");
    expect(await readState()).toBe("Finished");
  });

  test("before Finish the figures are read after the server has answered the counts of this terminal", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const { body } = await (await server.as("manager")).get(`/api/inventories/${stocktake.oid}/progress`);
    await terminal.offline(true);
    await terminal.scan(stocktake.rooms[0].single.article.code);
    await terminal.see("1 of 1");
    await go("/finish");
    await terminal.see("1 count on this terminal is not sent or not answered yet.");
    await terminal.tap("Send unsent counts first");
    await terminal.until("document.querySelector('.actions button:enabled') !== null");
    await terminal.evaluate(holdRequests(/\/counts/, "POST"));
    await terminal.offline(false);
    // Its figures are from before the count.
    await terminal.see(`Still to count ${body.total}`);
    await terminal.evaluate("window.release()");
    await terminal.see(`Finish, ${body.total - 1} not counted`);
  });

  test("without a connection the Finish screen says so, and offers to try again", async () => {
    const { terminal, go } = await startCount({ browser });
    await terminal.offline(true);
    await go("/finish");
    await terminal.see("The server is not responding. Starting, pausing and finishing need it.");
    await terminal.see("Try again");
    await terminal.offline(false);
    await terminal.see(/Finish, \d+ not counted/);
    await terminal.offline(true);
    await go("/state");
    await terminal.see(
      /Still to count \d+.*The server is not responding: these are the last known figures\./,
    );
  });

  test("the Finish screen lists other terminals with unsent counts", async () => {
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

  test("the Finish screen follows what other terminals report while it is open", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const both = await server.as("both");
    const path = `/api/inventories/${stocktake.oid}`;
    const items: readonly Item[] = (await both.get(`${path}/items`)).body;
    const at = new Date().toISOString();
    const operations = items.map(({ oid, quantity }) => ({
      operationId: `01234567-89ab-7cde-8f01-${String(oid).padStart(12, "0")}`,
      kind: "set",
      quantity,
      itemId: oid,
      at,
    }));
    await both.post(`${path}/counts`, { pending: 0, operations });
    await go("/finish");
    await terminal.see("Finish the stocktake");
    const { status } = await both.post(`${path}/counts`, { pending: 5, operations: [] });
    expect(status).toBe(200);
    // By itself it asks six times a minute.
    await terminal.evaluate("void document.dispatchEvent(new Event('visibilitychange'))");
    await terminal.see("Other terminals still hold counts.");
    await terminal.until("document.querySelector('.actions .button_danger:enabled') !== null");
    await terminal.see(/As of \d/);
  });

  test.each([
    { transition: "start", screen: "state", button: "Start counting", done: "The count has started." },
    {
      transition: "finish",
      screen: "finish",
      button: /Finish, \d+ not counted/,
      done: "The stocktake is finished.",
    },
  ])("a late response to the $transition of another one does not leave the count", async (late) => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const manager = await server.as("manager");
    const { body } = await manager.post("/api/inventories", { name: "Autumn", locationIds: [GROUND_FLOOR] });
    const earlier = late.transition === "finish" ? ["prepare", "start"] : ["prepare"];
    for (const one of earlier)
      expect((await manager.put(`/api/inventories/${body.oid}/${one}`)).status).toBe(200);
    await terminal.goTo(`/count/${body.oid}/${late.screen}`);
    await terminal.see(late.button);
    await terminal.evaluate(holdRequests(new RegExp(`/${late.transition}$`), "PUT"));
    await terminal.tap(late.button);
    await go(`/${stocktake.rooms[0].oid}`);
    await terminal.see("Recent");
    const address = await terminal.evaluate("location.hash");
    await terminal.evaluate("window.release()");
    await terminal.until(`document.body.textContent.includes("${late.done}")`);
    await expect.poll(() => terminal.evaluate("location.hash")).toBe(address);
  });

  test("a transition that the server rejects shows the server's message", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    await go("/state");
    await terminal.see("Finish…");
    // The terminal must not learn of it before the tap.
    await terminal.evaluate(holdRequests(/\/api\/inventories/, "GET"));
    await (await server.as("manager")).put(`/api/inventories/${stocktake.oid}/finish`);
    await terminal.tap("Pause");
    await terminal.see(/The stocktake is .*Finished/);
  });
});
