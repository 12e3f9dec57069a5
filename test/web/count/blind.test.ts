import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { person, typePin } from "../access/together.ts";
import { allSent, KEPT, startCount } from "./together.ts";

describe.each(OLDEST)("a blind stocktake in %s", (browser) => {
  test("tells a worker nowhere how many are expected, neither on a screen nor in what is kept", async () => {
    const { terminal, stocktake, go } = await startCount({ browser, isBlind: true });
    const { several, single, oid } = stocktake.rooms[0];
    const isTold = new RegExp(`(of|/|Expected:|expected \\() ?${several.quantity}\\b`);
    await terminal.scan(several.article.code);
    await terminal.see("1 piece");
    expect(await terminal.textOf("main")).not.toMatch(isTold);
    await terminal.tap("All here");
    await terminal.see(new RegExp(`${several.article.name} ${several.article.code} 1\\b`));
    expect(await terminal.textOf(".page .list")).not.toMatch(/\d \/ \d/);
    await terminal.tap("Quantity");
    await terminal.see("Counted: 1");
    expect(await terminal.textOf("body")).not.toMatch(/xpected/);
    await go(`/${oid}`);
    await terminal.scan(single.article.code);
    await terminal.see("1 piece");
    await allSent(terminal);
    const kept = JSON.parse(String(await terminal.evaluate(KEPT)));
    expect(kept.items.length).toBeGreaterThan(10);
    for (const item of kept.items) {
      expect(item).not.toHaveProperty("quantity");
      expect(item).not.toHaveProperty("movedQuantity");
    }
  });

  test("shows a worker nothing of the last scan of a manager, who may see it", async () => {
    const { terminal, stocktake } = await startCount({ browser, isBlind: true, userName: "manager" });
    const { several } = stocktake.rooms[0];
    await terminal.scan(several.article.code);
    await terminal.see(`1 of ${several.quantity}`);
    await terminal.tap(person("manager").fullName);
    await terminal.tap(person("user").fullName);
    await typePin(terminal, person("user").pin);
    await terminal.see(person("user").fullName);
    await terminal.see("Ready to scan");
    expect(await terminal.textOf("body")).not.toContain(`of ${several.quantity}`);
  });
});
