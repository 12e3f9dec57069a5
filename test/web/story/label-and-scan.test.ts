import { describe, expect, test } from "vitest";
import { BROWSERS } from "../../harness/terminal.ts";
import { startCount, waitUntilSent } from "../count/count-page.ts";
import { waitForCard } from "./fast-scans.ts";

describe.each(BROWSERS)("fast scans in %s", (browser) => {
  test("an article scanned right after a location's label is counted at that location", async () => {
    const { terminal, stocktake, go } = await startCount({ browser });
    const [here, there] = stocktake.rooms;
    await terminal.scan(there.code);
    await terminal.scan(there.single.article.code);
    await terminal.scan(here.code);
    await terminal.scan(here.single.article.code);
    await waitForCard(terminal, new RegExp(`1 of 1 piece .*${here.single.article.code}`));
    await go("");
    await terminal.see("Location: name or code");
    await terminal.scan(there.code);
    await terminal.scan(there.several.article.code);
    await waitForCard(
      terminal,
      new RegExp(`1 of ${there.several.quantity} pieces .*${there.several.article.code}`),
    );
    await waitUntilSent(terminal);
    for (const room of stocktake.rooms) {
      const told = await stocktake.readItem(room.single.article.code);
      expect.soft([told.inventoryQuantity, told.inventoryLocationId]).toEqual([1, room.oid]);
    }
    expect((await stocktake.readItem(there.several.article.code)).inventoryLocationId).toBe(there.oid);
  });
});
