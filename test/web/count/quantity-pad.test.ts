import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { startCount, typeNumber, waitUntilSent } from "./count-page.ts";

describe.each(OLDEST)("the quantity pad in %s", (browser) => {
  test("digits from a scanner are a scan, which saves the typed quantity; the next scan saves a correction", async () => {
    const { terminal, stocktake } = await startCount({ browser });
    const { several, single } = stocktake.rooms[0];
    const { code, name } = several.article;
    const readQuantity = async () => (await stocktake.readItem(code)).inventoryQuantity;
    await terminal.tap("All here");
    await terminal.tap(new RegExp(`${name} ${code}`));
    await terminal.until("document.querySelector('.number-pad') !== null");
    await typeNumber(terminal, 3);
    await terminal.scan("4006381333931");
    await terminal.see("Unknown 4006381333931");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(3);

    await terminal.tap("Recent");
    const row = ".list li:nth-child(2)";
    await terminal.until(
      `(document.querySelector("${row}") || { innerText: "" }).innerText.includes(${JSON.stringify(code)})`,
    );
    await terminal.tap({ css: `${row} a` });
    await terminal.tap("Correct");
    await typeNumber(terminal, 2);
    await terminal.scan(single.article.code);
    await terminal.see("1 of 1");
    await waitUntilSent(terminal);
    expect(await readQuantity()).toBe(2);
  });
});
