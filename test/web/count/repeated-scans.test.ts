import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Script: by the page's clock each change of the screen takes seconds, as on a busy device. */
const SLOW_SCREEN = `void (() => {
  const now = performance.now.bind(performance);
  let late = 0;
  performance.now = () => now() + late;
  new MutationObserver(() => { late += 5000; }).observe(document, { childList: true, subtree: true });
})()`;

const BESIDE_NAME = "((document.querySelector('.verdict-name small') || {}).innerText || '')";

describe.each(OLDEST)("scans of one article in a row in %s", (browser) => {
  test("their number stands beside the article's name, not as a quantity", async () => {
    const { terminal } = await openWarehouseCount({ browser });
    await terminal.evaluate(SLOW_SCREEN);
    // Sent at once, so that the times of their keys do not depend on the page.
    await Promise.all([1, 2, 3].map(() => terminal.scan("BOLT-25")));
    await terminal.until(`${BESIDE_NAME} === "3 scans"`);
    await expect.poll(() => terminal.textOf(".verdict-row")).toBe("3 of 25 pieces");
    // The number of scans starts again with another article.
    await terminal.scan("PAIR-3");
    await terminal.until("document.querySelector('.verdict').innerText.includes('PAIR-3')");
    await expect.poll(() => terminal.evaluate(BESIDE_NAME)).toBe("");
  });
});
