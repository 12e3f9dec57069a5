import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent, startCount, typeNumber } from "./together.ts";

const LAST = { css: ".list li:first-child a" };

describe.each(OLDEST)("what was scanned in %s", (browser) => {
  test.each([
    ["with the box", false],
    ["without a network", true],
  ])("is undone and corrected, %s, and the history keeps both", async (_, isOffline) => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    await terminal.offline(isOffline);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await terminal.tap("Undo last");
    await terminal.see(`Undone: not counted now: ${single.article.name}`);
    await terminal.see("undone");
    await terminal.scan(several.article.code);
    await terminal.see(`1 of ${several.quantity}`);
    const newest = JSON.stringify(several.article.name);
    await terminal.until(`document.querySelector('.list li b').innerText === ${newest}`);
    await terminal.tap(LAST);
    await terminal.see("Quantity after it");
    await terminal.tap("Correct");
    await typeNumber(terminal, 7);
    await terminal.tap("Save 7");
    await terminal.see(`Corrected to 7: ${several.article.name}`);
    await terminal.see("corrected");
    await terminal.offline(false);
    await allSent(terminal);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(null);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(7);
    const manager = await server.as("manager");
    const history = await manager.get(`/api/inventories/items/${single.oid}/history`);
    expect(history.body.map(({ after }: { after: object }) => after)).toMatchObject([
      { inventoryQuantity: null },
      { inventoryQuantity: 1 },
    ]);
  });

  test("and is unknown is photographed, then ignored: the report does not list it", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    await terminal.scan("NOBODY-3");
    await terminal.see("What is it?");
    await terminal.choose(".verdict .pick-file input", await aPhoto());
    await terminal.see("Photo saved NOBODY-3");
    await allSent(terminal);
    await terminal.scan("NOBODY-3");
    await terminal.see("What is it?");
    await terminal.tap("Discard");
    await terminal.see("Discarded NOBODY-3");
    await allSent(terminal);
    const { body } = await (await server.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
  });

  test("and is unknown turns out to be an article: that is counted, the code is not", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.scan("NOBODY-4");
    await terminal.see("What is it?");
    await terminal.tap("Match");
    await terminal.see("What is NOBODY-4?");
    await terminal.tap("Name or code");
    await terminal.type(single.article.code);
    await terminal.tap(new RegExp(`${single.article.name}.* ${single.article.code}`));
    await terminal.see("1 of 1");
    await allSent(terminal);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
    const { body } = await (await server.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
  });

  test("and is unknown but for its letter case is counted as what it is by a tap", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    const { code } = single.article;
    await terminal.scan(code.toLowerCase());
    await terminal.tap(`It is ${code}`);
    await terminal.see("1 of 1");
    await allSent(terminal);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(1);
    const progress = await (await server.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(progress.body.unknown).toBe(0);
  });

  test("and is unknown is proposed as new, its code filled in", async () => {
    const { terminal } = await startCount({ browser });
    await terminal.scan("NOBODY-5");
    await terminal.tap("New item");
    await terminal.see("Propose a new asset");
    await terminal.until("[...document.querySelectorAll('input')].some(({ value }) => value === 'NOBODY-5')");
    await terminal.back();
    await terminal.see("What is it?");
  });
});
