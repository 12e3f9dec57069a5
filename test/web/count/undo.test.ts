import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { searchArticle, startCount, typeNumber, waitForRecent, waitUntilSent } from "./count-page.ts";

const LAST = { css: ".list li:first-child a" };

describe.each(OLDEST)("a scan in %s", (browser) => {
  test.each([
    ["online", false],
    ["offline", true],
  ])("%s it is undone and corrected, and the history has both", async (_, isOffline) => {
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
    await waitForRecent(terminal, several.article.code, 1);
    await terminal.tap(LAST);
    await terminal.see("Quantity after it");
    await terminal.tap("Correct");
    await typeNumber(terminal, 7);
    await terminal.tap("Save 7");
    await terminal.see(`Corrected to 7: ${several.article.name}`);
    await terminal.see("corrected");
    await terminal.offline(false);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(null);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(7);
    const history = await server.manager.get(`/api/inventories/items/${single.oid}/history`);
    expect(history.body.map(({ after }: { after: object }) => after)).toMatchObject([
      { inventoryQuantity: null },
      { inventoryQuantity: 1 },
    ]);
  });

  test("an unknown code opens a proposal with the code filled in, gets a photo and is discarded, or is matched with an article, which is counted instead; a code in another letter case is counted as its article by a tap", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    await terminal.scan("NOBODY-5");
    await terminal.tap("New item");
    await terminal.see("Propose a new asset");
    await terminal.until("[...document.querySelectorAll('input')].some(({ value }) => value === 'NOBODY-5')");
    await terminal.back();
    await terminal.see("What is it?");
    await terminal.choose(".verdict [type='file']", await createPhotoFile());
    await terminal.see("Photo saved NOBODY-5");
    await waitUntilSent(terminal);
    await terminal.scan("NOBODY-5");
    await terminal.see("What is it?");
    await terminal.tap("Discard");
    await terminal.see("Discarded NOBODY-5");
    await waitUntilSent(terminal);

    await terminal.scan("NOBODY-4");
    await terminal.until("document.querySelector('.verdict').innerText.includes('NOBODY-4')");
    await terminal.tap("Match");
    await terminal.see("What is NOBODY-4?");
    await searchArticle(terminal, single.article.code);
    await terminal.tap(new RegExp(`${single.article.name}.* ${single.article.code}`));
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);

    const { code } = several.article;
    await terminal.scan(code.toLowerCase());
    await terminal.tap(`It is ${code}`);
    await terminal.see(`1 of ${several.quantity}`);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(1);
    const path = `/api/inventories/${stocktake.oid}/progress?details=true`;
    const { body } = await (await server.as("manager")).get(path);
    expect(body.unknown).toBe(0);
  });
});
