import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { person, typePin } from "../access/log-in.ts";
import { STORED_DATA, startCount, waitUntilSent } from "./count-page.ts";

describe.each(OLDEST)("a blind stocktake in %s", (browser) => {
  test("a worker finds the expected quantity on no screen and in no stored record", async () => {
    const { terminal, stocktake, go } = await startCount({ browser, isBlind: true });
    const { several, single, oid } = stocktake.rooms[0];
    const expectedQuantity = new RegExp(`(of|/|Expected:|expected \\() ?${several.quantity}\\b`);
    await terminal.scan(several.article.code);
    await terminal.see("1 piece");
    await expect.poll(() => terminal.textOf("main")).not.toMatch(expectedQuantity);
    await terminal.tap("All here");
    await terminal.see(new RegExp(`${several.article.name} ${several.article.code} 1\\b`));
    await expect.poll(() => terminal.textOf(".page .list")).not.toMatch(/\d \/ \d/);
    await terminal.tap("Quantity");
    await terminal.see("Counted: 1");
    await expect.poll(() => terminal.textOf("body")).not.toMatch(/xpected/);
    await go(`/${oid}`);
    await terminal.scan(single.article.code);
    await terminal.until(
      `(document.querySelector('.verdict') || {}).innerText.includes(${JSON.stringify(single.article.code)})`,
    );
    await terminal.see("1 piece");
    await waitUntilSent(terminal);
    const stored = JSON.parse(String(await terminal.evaluate(STORED_DATA)));
    expect(stored.items.length).toBeGreaterThan(10);
    for (const item of stored.items) {
      expect(item).not.toHaveProperty("quantity");
      expect(item).not.toHaveProperty("movedQuantity");
      expect(item).not.toHaveProperty("movedBeforeCount");
    }
  });

  test("a worker does not see the result of a manager's last scan, which shows the expected quantity", async () => {
    const { terminal, stocktake } = await startCount({ browser, isBlind: true, userName: "manager" });
    const { several } = stocktake.rooms[0];
    await terminal.scan(several.article.code);
    await terminal.see(`1 of ${several.quantity}`);
    await terminal.tap(person("manager").fullName);
    await terminal.tap(person("user").fullName);
    await typePin(terminal, person("user").pin);
    await terminal.see(person("user").fullName);
    await terminal.see("Ready to scan");
    await expect.poll(() => terminal.textOf("body")).not.toContain(`of ${several.quantity}`);
  });
});
