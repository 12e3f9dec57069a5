import { describe, expect, test } from "vitest";
import { BROWSERS } from "../../harness/handheld.ts";
import { allSent, atPlace } from "../count/together.ts";
import { seeCard } from "./scanner.ts";

describe.each(BROWSERS)("a quick hand in %s", (browser) => {
  test("scans a place's label and what is there in one go: it is counted there", async () => {
    const { handheld, stocktake, go } = await atPlace({ browser });
    const [here, there] = stocktake.rooms;
    await handheld.scan(there.code);
    await handheld.scan(there.single.article.code);
    await handheld.scan(here.code);
    await handheld.scan(here.single.article.code);
    await seeCard(handheld, new RegExp(`1 of 1 piece .*${here.single.article.code}`));
    await go("");
    await handheld.see("Location: name or code");
    await handheld.scan(there.code);
    await handheld.scan(there.several.article.code);
    await seeCard(
      handheld,
      new RegExp(`1 of ${there.several.quantity} pieces .*${there.several.article.code}`),
    );
    await allSent(handheld);
    for (const room of stocktake.rooms) {
      const told = await stocktake.told(room.single.article.code);
      expect.soft([told.inventoryQuantity, told.inventoryLocationId]).toEqual([1, room.oid]);
    }
    expect((await stocktake.told(there.several.article.code)).inventoryLocationId).toBe(there.oid);
  });
});
