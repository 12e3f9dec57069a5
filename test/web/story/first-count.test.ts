import { describe, expect, test } from "vitest";
import { aBox } from "../../harness/box.ts";
import { aHandheld, BROWSERS } from "../../harness/handheld.ts";
import { pairedTerminal, person, typePin } from "../access/together.ts";
import { allSent, aStocktake, HAS_ITEMS, hasArticles } from "../count/together.ts";
import { seeCard } from "./scanner.ts";

describe.each(BROWSERS)("a first count in %s", (browser) => {
  test("from the login by PIN to a scanned article: the server has it as counted there", async () => {
    const box = await aBox();
    const stocktake = await aStocktake(box);
    const [room] = stocktake.rooms;
    const { code } = room.single.article;
    const handheld = await aHandheld({ browser, serviceWorker: true });
    await pairedTerminal(handheld, box);
    await handheld.tap(person("user").fullName);
    await typePin(handheld, person("user").pin);
    await handheld.tap(new RegExp(`^${stocktake.name}`));
    await handheld.see(/name or code, or scan its label/);
    // Before, the terminal says that it does not count.
    await hasArticles(handheld);
    await handheld.scan(room.code);
    await handheld.until(HAS_ITEMS);
    await handheld.scan(code);
    await seeCard(handheld, new RegExp(`1 of 1.*${code}`));
    await allSent(handheld);
    const { inventoryQuantity, inventoryLocationId } = await stocktake.told(code);
    expect([inventoryQuantity, inventoryLocationId]).toEqual([1, room.oid]);
  });
});
