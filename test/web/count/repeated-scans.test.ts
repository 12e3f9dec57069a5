import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

const BESIDE_NAME = "((document.querySelector('.verdict-name small') || {}).innerText || '')";

describe.each(OLDEST)("scans of one article in a row in %s", (browser) => {
  test.each([
    ["en", "3 scans", "3 of 25 pieces"],
    ["cs", "3 čtení", "3 z 25 kusů"],
  ] as const)(
    "their number stands beside the article's name, not as a quantity (%s)",
    async (language, scans, amount) => {
      const { terminal } = await openWarehouseCount({ browser, language });
      for (let n = 1; n <= 3; n++) await terminal.scan("BOLT-25");
      await terminal.until(`${BESIDE_NAME} === ${JSON.stringify(scans)}`);
      await expect.poll(() => terminal.textOf(".verdict-row")).toBe(amount);
      await terminal.screenshot(`repeated-${language}`);
      // The number of scans starts again with another article.
      await terminal.scan("PAIR-3");
      await terminal.until("document.querySelector('.verdict').innerText.includes('PAIR-3')");
      await expect.poll(() => terminal.evaluate(BESIDE_NAME)).toBe("");
    },
  );
});
