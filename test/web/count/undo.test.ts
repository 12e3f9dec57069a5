import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent, atPlace, typeNumber } from "./together.ts";

const LAST = { css: ".list li:first-child a" };

describe.each(OLDEST)("what was scanned in %s", (browser) => {
  test.each([
    ["with the box", false],
    ["without a network", true],
  ])("is undone and corrected, %s, and the history keeps both", async (_, isOffline) => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const { single, several } = stocktake.rooms[0];
    await handheld.offline(isOffline);
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await handheld.tap("Undo last");
    await handheld.see(`Undone: not counted now: ${single.article.name}`);
    await handheld.see("undone");
    await handheld.scan(several.article.code);
    await handheld.see(`1 of ${several.quantity}`);
    const newest = JSON.stringify(several.article.name);
    await handheld.until(`document.querySelector('.list li b').innerText === ${newest}`);
    await handheld.tap(LAST);
    await handheld.see("Quantity after it");
    await handheld.tap("Correct");
    await typeNumber(handheld, 7);
    await handheld.tap("Save 7");
    await handheld.see(`Corrected to 7: ${several.article.name}`);
    await handheld.see("corrected");
    await handheld.offline(false);
    await allSent(handheld);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(null);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(7);
    const manager = await box.as("manager");
    const history = await manager.get(`/api/inventories/items/${single.oid}/history`);
    expect(history.body.map(({ after }: { after: object }) => after)).toMatchObject([
      { inventoryQuantity: null },
      { inventoryQuantity: 1 },
    ]);
  });

  test("and is unknown is photographed, then ignored: the report does not list it", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    await handheld.scan("NOBODY-3");
    await handheld.see("What is it?");
    await handheld.choose(".verdict .pick-file input", await aPhoto());
    await handheld.see("Photo saved NOBODY-3");
    await allSent(handheld);
    await handheld.scan("NOBODY-3");
    await handheld.see("What is it?");
    await handheld.tap("Discard");
    await handheld.see("Discarded NOBODY-3");
    await allSent(handheld);
    const { body } = await (await box.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
  });

  test("and is unknown turns out to be an article: that is counted, the code is not", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const { single } = stocktake.rooms[0];
    await handheld.scan("NOBODY-4");
    await handheld.see("What is it?");
    await handheld.tap("Match");
    await handheld.see("What is NOBODY-4?");
    await handheld.tap("Name or code");
    await handheld.type(single.article.code);
    await handheld.tap(new RegExp(`${single.article.name}.* ${single.article.code}`));
    await handheld.see("1 of 1");
    await allSent(handheld);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
    const { body } = await (await box.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(body.unknown).toBe(0);
  });

  test("and is unknown but for its letter case is counted as what it is by a tap", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const { single } = stocktake.rooms[0];
    const { code } = single.article;
    await handheld.scan(code.toLowerCase());
    await handheld.tap(`It is ${code}`);
    await handheld.see("1 of 1");
    await allSent(handheld);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(1);
    const progress = await (await box.as("manager")).get(
      `/api/inventories/${stocktake.oid}/progress?details=true`,
    );
    expect(progress.body.unknown).toBe(0);
  });

  test("and is unknown is proposed as new, its code filled in", async () => {
    const { handheld } = await atPlace({ browser });
    await handheld.scan("NOBODY-5");
    await handheld.tap("New item");
    await handheld.see("Propose a new asset");
    await handheld.until("[...document.querySelectorAll('input')].some(({ value }) => value === 'NOBODY-5')");
    await handheld.back();
    await handheld.see("What is it?");
  });
});
