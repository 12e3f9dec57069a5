import { describe, expect, test } from "vitest";
import { added } from "../../articles/samples.ts";
import { OLDEST } from "../../harness/terminal.ts";
import { STORED_DATA, startCount, typeNumber, waitForRecent, waitOutDoubleTap } from "./count-page.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

describe.each(OLDEST)("an article counted in kg in %s", (browser) => {
  test("the card of a scan, its undoing and the number pad have its unit, and so has the article's page", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { several } = stocktake.rooms[0];
    const { code, oid } = several.article;
    expect((await server.manager.put(`/api/articles/${oid}/full`, { unit: "kg" })).status).toBe(200);
    // Units come with the next load of changes.
    await terminal.open(`${server.url}/?units#/count/${stocktake.oid}/${stocktake.rooms[0].oid}`);
    await terminal.see("Ready to scan");
    await terminal.tap("All here");
    await terminal.see(`– / ${several.quantity} kg`);
    await terminal.tap(new RegExp(`${several.article.name} ${code}`));
    await terminal.see(`Expected: ${several.quantity} kg`);
    await terminal.back();
    await terminal.see("Ready to scan");
    await terminal.scan(code);
    await terminal.see(`1 of ${several.quantity} kg`);
    await terminal.goTo(`/article/${oid}`);
    await terminal.see(`${several.quantity} kg`);
  });

  test("what is found here has its unit before the server knows of it, in the lists and on the number pad", async () => {
    const { server, terminal, stocktake } = await startCount({ browser });
    const { oid } = await added(server.manager, "LOOSE-KG", { name: "Loose gravel" });
    expect((await server.manager.put(`/api/articles/${oid}/full`, { unit: "kg" })).status).toBe(200);
    await terminal.open(`${server.url}/?found#/count/${stocktake.oid}/${stocktake.rooms[0].oid}`);
    await terminal.see("Ready to scan");
    // It may have come before it had the unit.
    await terminal.until(
      `${STORED_DATA}.then((all) => all.includes("LOOSE-KG") && /unit[^a-z]+kg/.test(all))`,
    );
    await terminal.offline(true);
    await terminal.scan("LOOSE-KG");
    await terminal.see("1 kg");
    await waitForRecent(terminal, "LOOSE-KG", "1 kg");
    await terminal.tap("All here");
    await terminal.tap(/Loose gravel/);
    await terminal.see("Counted: 1 kg");
    await terminal.see("– kg");
    // The list had a row where the key is.
    await waitOutDoubleTap(terminal);
    await typeNumber(terminal, 25);
    await terminal.see("25 kg");
    await terminal.tap("Save 25 kg");
    await terminal.see("Saved: 25 kg");
  });

  test("what is added, moved, undone, too much or in a pack has its unit", async () => {
    const { server, terminal, warehouse, inventory } = await openWarehouseCount({ browser });
    const packs = [{ name: "Sack", quantity: 20 }];
    for (const code of ["BOLT-25", "PLAIN-1", "MOVED-5"]) {
      const path = `/api/articles/${warehouse.id(code)}/full`;
      expect((await warehouse.manager.put(path, { unit: "kg", packs })).status).toBe(200);
    }
    await terminal.open(`${server.url}/?units#/count/${inventory}/${warehouse.at("A-01")}`);
    await terminal.see("Ready to scan");
    await terminal.tap("All here");
    await terminal.see("– / 25 kg");
    await terminal.scan("BOLT-25");
    await terminal.see("BOLT-25 1 of 25 kg");
    await terminal.scan("BOLT-25");
    await terminal.see("+1: 2 of 25 kg");
    await terminal.tap("Undo last");
    await terminal.see("Undone: 1 kg now");
    await terminal.scan("PLAIN-1");
    await terminal.see("PLAIN-1 1 of 1 kg");
    await terminal.scan("PLAIN-1");
    await terminal.see("More than expected: 2 of 1 kg");
    await terminal.scan("MOVED-5");
    await terminal.see("Moved here: 5 kg");
    await terminal.tap("1 kg more here");
    await terminal.see("1 kg more counted");
    await terminal.tap(/Hex bolt/);
    await terminal.see("Sack (20 kg)");
  });
});
