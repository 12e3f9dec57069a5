import { describe, expect, test } from "vitest";
import { BROWSERS } from "../../harness/terminal.ts";
import { allSent, startCount } from "../count/together.ts";
import { seeCard } from "./scanner.ts";

describe.each(BROWSERS)("a quick hand in %s", (browser) => {
  test("scans a place's label and what is there in one go: it is counted there", async () => {
    const { terminal, stocktake, go } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    await terminal.scan(there.code);
    await terminal.scan(there.single.article.code);
    await terminal.scan(here.code);
    await terminal.scan(here.single.article.code);
    await seeCard(terminal, new RegExp(`1 of 1 piece .*${here.single.article.code}`));
    await go("");
    await terminal.see("Location: name or code");
    await terminal.scan(there.code);
    await terminal.scan(there.several.article.code);
    await seeCard(
      terminal,
      new RegExp(`1 of ${there.several.quantity} pieces .*${there.several.article.code}`),
    );
    await allSent(terminal);
    for (const room of stocktake.rooms) {
      const told = await stocktake.told(room.single.article.code);
      expect.soft([told.inventoryQuantity, told.inventoryLocationId]).toEqual([1, room.oid]);
    }
    expect((await stocktake.told(there.several.article.code)).inventoryLocationId).toBe(there.oid);
  });
});
