import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent, notTwice, pick, scrollTo, startCount, type Told, typeNumber } from "./together.ts";

describe.each(OLDEST)("the sheet of an item in %s", (browser) => {
  test("takes a quantity, nothing included, and asks where it is far too much", async () => {
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
    await allSent(terminal);
    expect(await stocktake.told(code)).toMatchObject({ inventoryQuantity: 0, isFound: false });

    await terminal.tap("All here");
    await terminal.tap(new RegExp(`counted ${name} ${code}`));
    const far = String(several.quantity * 10);
    await typeNumber(terminal, Number(far));
    await terminal.tap(`Save ${far}`);
    await terminal.see(`${far}? Expected: ${several.quantity}`);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(0);
    await notTwice(terminal);
    await terminal.tap(`Yes, ${far}`);
    await terminal.see(`Saved: ${far}`);
    await allSent(terminal);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(Number(far));

    await terminal.tap(new RegExp(`counted ${name} ${code}`));
    await terminal.tap(`As expected (${several.quantity})`);
    await terminal.see(`Saved: ${several.quantity}`);
    await terminal.tap("Undo last");
    await terminal.see(`Undone: ${far} now: ${name}`);
    await allSent(terminal);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(Number(far));
  });

  test("asks where it is far too much also where a scan is corrected, and where it replaces what another has counted", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    const typesFarTooMany = async ({ quantity, article }: Told, saved: string) => {
      const far = quantity * 10;
      await typeNumber(terminal, far);
      await terminal.tap(`Save ${far}`);
      await terminal.see(`${far}? Expected: ${quantity}`);
      await notTwice(terminal);
      await terminal.tap(`Yes, ${far}`);
      await terminal.see(`${saved} ${far}`);
      await allSent(terminal);
      expect((await stocktake.told(article.code)).inventoryQuantity).toBe(far);
    };
    await terminal.scan(here.several.article.code);
    await terminal.see(`1 of ${here.several.quantity}`);
    await terminal.tap({ css: ".list li:first-child a" });
    await terminal.tap("Correct");
    await typesFarTooMany(here.several, "Corrected to");

    const both = await server.as("both");
    const { oid, quantity } = there.several;
    await both.put("/api/inventories/items/update", { oid, inventoryQuantity: quantity });
    await go(`/${there.oid}`);
    await terminal.tap("All here");
    await terminal.see(`${quantity} / ${quantity}`);
    await terminal.scan(there.several.article.code);
    await terminal.see(`Bo Cerny counted ${quantity}`);
    await terminal.tap("Set quantity");
    await typesFarTooMany(there.several, "Set to");
  });

  test("keeps what was typed when the next thing is scanned, unless that is doubtful", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { several, single } = stocktake.rooms[0];
    const open = async () => {
      await terminal.tap("Still to count");
      await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
      await terminal.until("document.querySelector('.number-pad') !== null");
      await notTwice(terminal);
    };
    await open();
    await typeNumber(terminal, 2);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await allSent(terminal);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(2);

    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await notTwice(terminal);
    await typeNumber(terminal, 99);
    await terminal.scan(single.article.code);
    await terminal.see("99? Expected");
    await terminal.tap("Clear the number");
    await typeNumber(terminal, 3);
    await terminal.tap("Save 3");
    await terminal.see("Saved: 3");
    await allSent(terminal);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(3);
  });

  test("takes a note, a photo and a disposal, also without a network", async () => {
    const { terminal, stocktake, server } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await allSent(terminal);
    await terminal.until("navigator.onLine");
    await terminal.tap("Quantity");
    await scrollTo(terminal, "details:nth-of-type(2)");
    await terminal.tap("Propose disposal");
    await terminal.until("document.querySelectorAll('select option').length > 3");
    await terminal.offline(true);
    await pick(terminal, "Method", "Scrap");
    await pick(terminal, "Reason", "Broken");
    await scrollTo(terminal, "details:nth-of-type(2) .stack");
    await terminal.tap({ css: "details:nth-of-type(2) .stack button" });
    await terminal.see("Disposal proposed");
    await scrollTo(terminal, "details");
    await terminal.tap("Note");
    await scrollTo(terminal, "textarea");
    // Two taps this fast at one place are a double tap, which looks for a word and finds none.
    await terminal.evaluate("document.querySelector('textarea').focus()");
    await terminal.type("leg is off");
    await scrollTo(terminal, "details .stack");
    await terminal.tap("Save note");
    await terminal.choose(".pick-file input", await aPhoto());
    await terminal.see("Photo saved. It will be sent.");
    await terminal.see(/not sent yet/);
    await terminal.offline(false);
    await allSent(terminal);
    const told = await stocktake.told(single.article.code);
    expect(told).toMatchObject({
      isDisposal: true,
      disposalMethodId: 1,
      disposalReasonId: 1,
      note: "leg is off",
    });
    const photos = await (await server.as("user")).get(`/api/photoarticleinventory/${single.oid}`);
    expect(photos.body).toHaveLength(1);
  });

  test("of what has no label is found by its name", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { single } = stocktake.rooms[0];
    await terminal.tap("Pick from list");
    await terminal.tap("Name or code");
    await terminal.type(single.article.code);
    await terminal.tap(new RegExp(`${single.article.name}.* ${single.article.code}`));
    await terminal.tap("As expected (1)");
    await terminal.see("Saved: 1");
    await allSent(terminal);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
  });
});
