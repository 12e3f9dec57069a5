import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { STORED_DATA, startCount, typeNumber, waitUntilSent } from "./count-page.ts";

describe.each(OLDEST)("a quantity in packs in %s", (browser) => {
  test("packs and single pieces add up to the pieces that are stored, and too many are refused", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    const manager = await server.as("manager");
    const packs = [
      { name: "Box", quantity: 12 },
      { name: "Pallet", quantity: 480 },
    ];
    expect((await manager.put(`/api/articles/${several.article.oid}/full`, { packs })).status).toBe(200);
    // Packs come with the next load of changes.
    await terminal.open(`${server.url}/?packs#/count/${stocktake.oid}/${stocktake.rooms[0].oid}`);
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.tap("Box (12)");
    await typeNumber(terminal, 2);
    await terminal.until("document.querySelector('output').innerText === '24'");
    await terminal.tap("Pieces");
    await typeNumber(terminal, 3);
    await terminal.see("3 × Pieces + 2 × Box");
    await terminal.until("document.querySelector('output').innerText === '27'");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`packs-${browser}`);
    await terminal.tap("Pallet (480)");
    await typeNumber(terminal, 999_999_999);
    await terminal.see("At most 2,147,483,647 pieces.");
    await terminal.tap("Clear the number");
    await terminal.tap("Save 27");
    await terminal.see("Saved: 27");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(27);

    // A question has the packs too.
    await terminal.open(`${server.url}/#/count/${stocktake.oid}/${stocktake.rooms[0].oid}`);
    await terminal.see("Ready to scan");
    await terminal.scan(several.article.code);
    await terminal.see("NOT counted: answer");
    await terminal.tap("Set quantity");
    await terminal.tap("Box (12)");
    await typeNumber(terminal, 1);
    await terminal.tap("Pieces");
    await typeNumber(terminal, 2);
    await terminal.see("2 × Pieces + 1 × Box");
    await expect.poll(() => terminal.axe()).toEqual([]);
    await terminal.screenshot(`packs-question-${browser}`);
    await terminal.tap("Save 14");
    await terminal.see("Set to 14");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(14);
  });

  test("a pack whose size changes meanwhile counts as it was shown when it was typed", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    const manager = await server.as("manager");
    const setBox = (quantity: number) =>
      manager.put(`/api/articles/${several.article.oid}/full`, { packs: [{ name: "Box", quantity }] });
    await setBox(12);
    await terminal.open(`${server.url}/?packs#/count/${stocktake.oid}/${stocktake.rooms[0].oid}`);
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.tap("Box (12)");
    await typeNumber(terminal, 2);
    expect((await setBox(10)).body.packs).toEqual([{ name: "Box", quantity: 10 }]);
    await terminal.evaluate("void window.dispatchEvent(new Event('online'))");
    // Stored articles are text within the JSON of the stored data.
    await terminal.until(
      `(${STORED_DATA}).then((all) => all.includes(JSON.stringify('"quantity":10}').slice(1, -1)))`,
    );
    await terminal.tap("Pieces");
    await typeNumber(terminal, 3);
    await terminal.see("3 × Pieces + 2 × Box");
    await terminal.see("Box (12)");
    await terminal.tap("Save 27");
    await terminal.see("Saved: 27");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(27);
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await terminal.see("Box (10)");
  });
});
