import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { createPhotoFile } from "../beyond/photo-file.ts";
import { selectOption } from "../select-option.ts";
import {
  scrollTo,
  searchArticle,
  startCount,
  typeNumber,
  waitOutDoubleTap,
  waitUntilSent,
} from "./count-page.ts";
import type { Item } from "./stocktake.ts";

describe.each(OLDEST)("the sheet of an item in %s", (browser) => {
  test("a quantity is saved, also 0; a far too large one is asked about first", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    const { code, name } = several.article;
    await terminal.scan(code);
    await terminal.see(`1 of ${several.quantity}`);
    await terminal.tap("Quantity");
    await terminal.see(`Counted: 1 Expected: ${several.quantity}`);
    await typeNumber(terminal, 0);
    await terminal.tap("Save 0");
    await terminal.see(`Saved: 0: ${name}`);
    await waitUntilSent(terminal);
    expect(await stocktake.readItem(code)).toMatchObject({ inventoryQuantity: 0, isFound: false });

    await terminal.tap("All here");
    await terminal.tap(new RegExp(`counted ${name} ${code}`));
    const far = String(several.quantity * 10);
    await typeNumber(terminal, Number(far));
    await terminal.tap(`Save ${far}`);
    await terminal.see(`${far}? Expected: ${several.quantity}`);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(0);
    await waitOutDoubleTap(terminal);
    await terminal.tap(`Yes, ${far}`);
    await terminal.see(`Saved: ${far}`);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(Number(far));

    await terminal.tap(new RegExp(`counted ${name} ${code}`));
    await terminal.tap(`As expected (${several.quantity})`);
    // The quantity before begins with the same digits.
    await terminal.see(`Saved: ${several.quantity}: ${name}`);
    await terminal.tap("Undo last");
    await terminal.see(`Undone: ${far} now: ${name}`);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(code)).inventoryQuantity).toBe(Number(far));
  });

  test("a far too large quantity is asked about also in a correction and in the answer to a question", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    const typeFarTooMany = async ({ quantity, article }: Item, saved: string) => {
      const far = quantity * 10;
      await typeNumber(terminal, far);
      await terminal.tap(`Save ${far}`);
      await terminal.see(`${far}? Expected: ${quantity}`);
      await waitOutDoubleTap(terminal);
      await terminal.tap(`Yes, ${far}`);
      await terminal.see(`${saved} ${far}`);
      await waitUntilSent(terminal);
      expect((await stocktake.readItem(article.code)).inventoryQuantity).toBe(far);
    };
    await terminal.scan(here.several.article.code);
    await terminal.see(`1 of ${here.several.quantity}`);
    await terminal.tap({ css: ".list li:first-child a" });
    await terminal.tap("Correct");
    await typeFarTooMany(here.several, "Corrected to");

    const both = await server.as("both");
    const { oid, quantity } = there.several;
    await both.put("/api/inventories/items/update", { oid, inventoryQuantity: quantity });
    await go(`/${there.oid}`);
    await terminal.tap("All here");
    await terminal.see(`${quantity} / ${quantity}`);
    await terminal.scan(there.several.article.code);
    await terminal.see(`Bo Cerny counted ${quantity}`);
    await terminal.tap("Set quantity");
    await typeFarTooMany(there.several, "Set to");
  });

  test("a note, a photo and a disposal request are saved also offline", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    await terminal.until("navigator.onLine");
    await terminal.tap("Quantity");
    await scrollTo(terminal, "details:nth-of-type(2)");
    await terminal.tap("Propose disposal");
    await terminal.until("document.querySelectorAll('select option').length > 3");
    await terminal.offline(true);
    await selectOption(terminal, "Method", "Scrap");
    await selectOption(terminal, "Reason", "Broken");
    await scrollTo(terminal, "details:nth-of-type(2) .stack");
    await terminal.tap({ css: "details:nth-of-type(2) .stack button" });
    await terminal.see("Disposal proposed");
    await scrollTo(terminal, "details");
    await terminal.tap("Note");
    await scrollTo(terminal, "textarea");
    // A second tap this soon at one place would be a double tap, which selects a word.
    await terminal.evaluate("document.querySelector('textarea').focus()");
    await terminal.type("leg is off");
    await scrollTo(terminal, "details .stack");
    await terminal.tap("Save note");
    await terminal.choose("[type='file']", await createPhotoFile());
    await terminal.see("Photo saved. It will be sent.");
    await terminal.see(/not sent yet/);
    await terminal.offline(false);
    await waitUntilSent(terminal);
    const item = await stocktake.readItem(single.article.code);
    expect(item).toMatchObject({
      isDisposal: true,
      disposalMethodId: 1,
      disposalReasonId: 1,
      note: "leg is off",
    });
    const photos = await (await server.as("user")).get(`/api/photoarticleinventory/${single.oid}`);
    expect(photos.body).toHaveLength(1);
  });

  test("an article without a label is found by its name or code", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.tap("Pick from list");
    await searchArticle(terminal, single.article.code);
    await terminal.tap(new RegExp(`${single.article.name}.* ${single.article.code}`));
    await terminal.tap("As expected (1)");
    await terminal.see("Saved: 1");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(1);
  });
});
