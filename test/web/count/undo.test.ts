import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { logInTerminal } from "../access/log-in.ts";
import { startCount, typeNumber, waitForRecent, waitUntilSent } from "./count-page.ts";

const LAST = { css: ".list li:first-child a" };

describe.each(OLDEST)("a scan in %s", (browser) => {
  test.each([
    ["online", false],
    ["offline", true],
  ])("%s it is undone and corrected", async (_, isOffline) => {
    const { terminal, stocktake } = await startCount({ browser });
    const { single, several } = stocktake.rooms[0];
    await terminal.offline(isOffline);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await terminal.tap("Undo last");
    await terminal.see(`Undone: not counted now: ${single.article.name}`);
    await terminal.see("undone");
    await terminal.scan(several.article.code);
    await terminal.see(`1 of ${several.quantity}`);
    await waitForRecent(terminal, several.article.code, 1);
    await terminal.tap(LAST);
    await terminal.see("Quantity after it");
    await terminal.tap("Correct");
    await typeNumber(terminal, 7);
    await terminal.tap("Save 7");
    await terminal.see(`Corrected to 7: ${several.article.name}`);
    await terminal.see("corrected");
    await terminal.offline(false);
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(single.article.code)).inventoryQuantity).toBe(null);
    expect((await stocktake.readItem(several.article.code)).inventoryQuantity).toBe(7);
  });

  test("that is undone is counted again by Redo", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { article, quantity } = stocktake.rooms[0].several;
    for (const pieces of [1, 2]) {
      await terminal.scan(article.code);
      await terminal.see(`${pieces} of ${quantity}`);
    }
    await terminal.tap("Undo last");
    await terminal.see(`Undone: 1 now: ${article.name}`);
    await terminal.tap("Redo");
    await terminal.see("Counted again: 2");
    await waitUntilSent(terminal);
    expect((await stocktake.readItem(article.code)).inventoryQuantity).toBe(2);
  });

  test("of a colleague is not undone by the next user of the terminal", async () => {
    const { terminal, stocktake, server, go } = await startCount({ browser });
    const [room] = stocktake.rooms;
    await terminal.scan(room.single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    await logInTerminal(terminal, server, "both");
    await go(`/${room.oid}`);
    await waitForRecent(terminal, room.single.article.code, 1);
    await terminal.until(
      `[...document.querySelectorAll("button")].some((button) => button.textContent.includes("Undo last") && button.disabled)`,
    );
  });

  test("of an unknown code opens a proposal with the code filled in", async () => {
    const { terminal } = await startCount({ browser });
    await terminal.scan("NOBODY-5");
    await terminal.tap("New item");
    await terminal.see("Propose a new asset");
    await terminal.until("[...document.querySelectorAll('input')].some(({ value }) => value === 'NOBODY-5')");
    await terminal.back();
    await terminal.see("What is it?");
  });
});
