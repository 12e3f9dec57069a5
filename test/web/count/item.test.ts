import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { aPhoto } from "../beyond/a-photo.ts";
import { allSent, atPlace, notTwice, pick, scrollTo, type Told, typeNumber } from "./together.ts";

describe.each(OLDEST)("the sheet of an item in %s", (browser) => {
  test("takes a quantity, nothing included, and asks where it is far too much", async () => {
    const { handheld, stocktake } = await atPlace({ browser });
    const { several } = stocktake.rooms[0];
    const { code, name } = several.article;
    await handheld.scan(code);
    await handheld.see(`1 of ${several.quantity}`);
    await handheld.tap("Quantity");
    await handheld.see(`Counted: 1 Expected: ${several.quantity}`);
    await typeNumber(handheld, 0);
    await handheld.tap("Save 0");
    await handheld.see(`Saved: 0: ${name}`);
    await allSent(handheld);
    expect(await stocktake.told(code)).toMatchObject({ inventoryQuantity: 0, isFound: false });

    await handheld.tap("All here");
    await handheld.tap(new RegExp(`counted ${name} ${code}`));
    const far = String(several.quantity * 10);
    await typeNumber(handheld, Number(far));
    await handheld.tap(`Save ${far}`);
    await handheld.see(`${far}? Expected: ${several.quantity}`);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(0);
    await notTwice(handheld);
    await handheld.tap(`Yes, ${far}`);
    await handheld.see(`Saved: ${far}`);
    await allSent(handheld);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(Number(far));

    await handheld.tap(new RegExp(`counted ${name} ${code}`));
    await handheld.tap(`As expected (${several.quantity})`);
    await handheld.see(`Saved: ${several.quantity}`);
    await handheld.tap("Undo last");
    await handheld.see(`Undone: ${far} now: ${name}`);
    await allSent(handheld);
    expect((await stocktake.told(code)).inventoryQuantity).toBe(Number(far));
  });

  test("asks where it is far too much also where a scan is corrected, and where it replaces what another has counted", async () => {
    const { handheld, stocktake, box, go } = await atPlace({ browser });
    const [here, there] = stocktake.rooms;
    const typesFarTooMany = async ({ quantity, article }: Told, saved: string) => {
      const far = quantity * 10;
      await typeNumber(handheld, far);
      await handheld.tap(`Save ${far}`);
      await handheld.see(`${far}? Expected: ${quantity}`);
      await notTwice(handheld);
      await handheld.tap(`Yes, ${far}`);
      await handheld.see(`${saved} ${far}`);
      await allSent(handheld);
      expect((await stocktake.told(article.code)).inventoryQuantity).toBe(far);
    };
    await handheld.scan(here.several.article.code);
    await handheld.see(`1 of ${here.several.quantity}`);
    await handheld.tap({ css: ".list li:first-child a" });
    await handheld.tap("Correct");
    await typesFarTooMany(here.several, "Corrected to");

    const both = await box.as("both");
    const { oid, quantity } = there.several;
    await both.put("/api/inventories/items/update", { oid, inventoryQuantity: quantity });
    await go(`/${there.oid}`);
    await handheld.tap("All here");
    await handheld.see(`${quantity} / ${quantity}`);
    await handheld.scan(there.several.article.code);
    await handheld.see(`Bo Cerny counted ${quantity}`);
    await handheld.tap("Set quantity");
    await typesFarTooMany(there.several, "Set to");
  });

  test("keeps what was typed when the next thing is scanned, unless that is doubtful", async () => {
    const { handheld, stocktake } = await atPlace({ browser });
    const { several, single } = stocktake.rooms[0];
    const open = async () => {
      await handheld.tap("Still to count");
      await handheld.tap(new RegExp(`${several.article.name} ${several.article.code}`));
      await handheld.until("document.querySelector('.number-pad') !== null");
      await notTwice(handheld);
    };
    await open();
    await typeNumber(handheld, 2);
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await allSent(handheld);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(2);

    await handheld.tap("All here");
    await handheld.tap(new RegExp(`${several.article.name} ${several.article.code}`));
    await notTwice(handheld);
    await typeNumber(handheld, 99);
    await handheld.scan(single.article.code);
    await handheld.see("99? Expected");
    await handheld.tap("Clear the number");
    await typeNumber(handheld, 3);
    await handheld.tap("Save 3");
    await handheld.see("Saved: 3");
    await allSent(handheld);
    expect((await stocktake.told(several.article.code)).inventoryQuantity).toBe(3);
  });

  test("takes a note, a photo and a disposal, also without a network", async () => {
    const { handheld, stocktake, box } = await atPlace({ browser });
    const { single } = stocktake.rooms[0];
    await handheld.scan(single.article.code);
    await handheld.see("1 of 1");
    await allSent(handheld);
    await handheld.until("navigator.onLine");
    await handheld.tap("Quantity");
    await scrollTo(handheld, "details:nth-of-type(2)");
    await handheld.tap("Propose disposal");
    await handheld.until("document.querySelectorAll('select option').length > 3");
    await handheld.offline(true);
    await pick(handheld, "Method", "Scrap");
    await pick(handheld, "Reason", "Broken");
    await scrollTo(handheld, "details:nth-of-type(2) .stack");
    await handheld.tap({ css: "details:nth-of-type(2) .stack button" });
    await handheld.see("Disposal proposed");
    await scrollTo(handheld, "details");
    await handheld.tap("Note");
    await scrollTo(handheld, "textarea");
    // Two taps this fast at one place are a double tap, which looks for a word and finds none.
    await handheld.evaluate("document.querySelector('textarea').focus()");
    await handheld.type("leg is off");
    await scrollTo(handheld, "details .stack");
    await handheld.tap("Save note");
    await handheld.choose(".pick-file input", await aPhoto());
    await handheld.see("Photo saved. It will be sent.");
    await handheld.see(/not sent yet/);
    await handheld.offline(false);
    await allSent(handheld);
    const told = await stocktake.told(single.article.code);
    expect(told).toMatchObject({
      isDisposal: true,
      disposalMethodId: 1,
      disposalReasonId: 1,
      note: "leg is off",
    });
    const photos = await (await box.as("user")).get(`/api/photoarticleinventory/${single.oid}`);
    expect(photos.body).toHaveLength(1);
  });

  test("of what has no label is found by its name", async () => {
    const { handheld, stocktake } = await atPlace({ browser });
    const { single } = stocktake.rooms[0];
    await handheld.tap("Pick from list");
    await handheld.tap("Name or code");
    await handheld.type(single.article.code);
    await handheld.tap(new RegExp(`${single.article.name}.* ${single.article.code}`));
    await handheld.tap("As expected (1)");
    await handheld.see("Saved: 1");
    await allSent(handheld);
    expect((await stocktake.told(single.article.code)).inventoryQuantity).toBe(1);
  });
});
