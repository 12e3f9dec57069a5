import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/handheld.ts";
import { person, typePin } from "../access/together.ts";
import { allSent, atPlace, KEPT } from "./together.ts";

describe.each(OLDEST)("a blind stocktake in %s", (browser) => {
  test("tells a worker nowhere how many are expected, neither on a screen nor in what is kept", async () => {
    const { handheld, stocktake, go } = await atPlace({ browser, isBlind: true });
    const { several, single, oid } = stocktake.rooms[0];
    const isTold = new RegExp(`(of|/|Expected:|expected \\() ?${several.quantity}\\b`);
    await handheld.scan(several.article.code);
    await handheld.see("1 piece");
    expect(await handheld.textOf("main")).not.toMatch(isTold);
    await handheld.tap("All here");
    await handheld.see(new RegExp(`${several.article.name} ${several.article.code} 1\\b`));
    expect(await handheld.textOf(".page .list")).not.toMatch(/\d \/ \d/);
    await handheld.tap("Quantity");
    await handheld.see("Counted: 1");
    expect(await handheld.textOf("body")).not.toMatch(/xpected/);
    await go(`/${oid}`);
    await handheld.scan(single.article.code);
    await handheld.see("1 piece");
    await allSent(handheld);
    const kept = JSON.parse(String(await handheld.evaluate(KEPT)));
    expect(kept.items.length).toBeGreaterThan(10);
    for (const item of kept.items) {
      expect(item).not.toHaveProperty("quantity");
      expect(item).not.toHaveProperty("movedQuantity");
    }
  });

  test("shows a worker nothing of the last scan of a manager, who may see it", async () => {
    const { handheld, stocktake } = await atPlace({ browser, isBlind: true, userName: "manager" });
    const { several } = stocktake.rooms[0];
    await handheld.scan(several.article.code);
    await handheld.see(`1 of ${several.quantity}`);
    await handheld.tap(person("manager").fullName);
    await handheld.tap(person("user").fullName);
    await typePin(handheld, person("user").pin);
    await handheld.see(person("user").fullName);
    await handheld.see("Ready to scan");
    expect(await handheld.textOf("body")).not.toContain(`of ${several.quantity}`);
  });
});
