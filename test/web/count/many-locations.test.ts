import { expect, test } from "vitest";
import { startServer } from "../../harness/server.ts";
import { openTerminal } from "../../harness/terminal.ts";
import { createWarehouse } from "../../inventories/stocktake.ts";
import { logInTerminal } from "../access/log-in.ts";

const COUNT = 1200;
/** A handheld draws a few screens of rows at once. */
const MAX_NODES = 1500;

const NODES = "document.querySelectorAll('*').length";
/** Expression: the names of the locations within the window, in their order. */
const SEEN = `[...document.querySelectorAll("main .list li a")]
  .filter((one) => { const { top, bottom } = one.getBoundingClientRect(); return bottom > 0 && top < innerHeight; })
  .map((one) => one.querySelector("b").innerText)`;

const nameOf = (index: number) =>
  index % 7 === 0 ? `Bin ${index} with a name that takes two lines on a handheld` : `Bin ${index}`;

test("of many locations only those near the window are in the page, while it scrolls too; the last one opens, and Back returns to it", async () => {
  const server = await startServer();
  const warehouse = createWarehouse(server);
  await warehouse.addLocation("Hall");
  for (let index = 1; index <= COUNT; index++) await warehouse.addLocation(nameOf(index), "Hall");
  await warehouse.article("ONE", { [nameOf(COUNT)]: 1 });
  const inventory = await warehouse.stocktake(["Hall"]);
  const terminal = await openTerminal({ browser: "chromium77" });
  await logInTerminal(terminal, server, "user");
  await terminal.see("Ours");
  await terminal.evaluate(`void (location.hash = "/count/${inventory}")`);
  await terminal.see("Bin 1 ");
  const nodes = async () => Number(await terminal.evaluate(NODES));
  await expect.poll(() => nodes()).toBeLessThan(MAX_NODES);
  const seen = new Set<string>();
  // In steps of less than a window, so that each row is seen.
  for (let isEnd = false; !isEnd; ) {
    await terminal.until(`(${SEEN}).length > 3`);
    for (const name of (await terminal.evaluate(SEEN)) as readonly string[]) seen.add(name);
    await expect.poll(() => nodes()).toBeLessThan(MAX_NODES);
    const before = Number(await terminal.evaluate("scrollY"));
    await terminal.evaluate("scrollBy(0, 450)");
    await terminal.evaluate(
      "new Promise((later) => requestAnimationFrame(() => requestAnimationFrame(later)))",
    );
    isEnd = Number(await terminal.evaluate("scrollY")) === before;
  }
  expect(
    Array.from({ length: COUNT }, (_, index) => nameOf(index + 1)).filter((name) => !seen.has(name)),
  ).toEqual([]);
  const scrolled = Number(await terminal.evaluate("scrollY"));
  await terminal.tap({ css: "main .list li:nth-last-child(2) a" });
  await terminal.until("document.querySelector('.count-page') !== null");
  await terminal.back();
  await terminal.until(`Math.abs(scrollY - ${scrolled}) < 200`);
  await terminal.until(`(${SEEN}).includes(${JSON.stringify(nameOf(COUNT))})`);
  await expect.poll(() => nodes()).toBeLessThan(MAX_NODES);
});
