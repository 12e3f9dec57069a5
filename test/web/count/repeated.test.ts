import { describe, expect, test } from "vitest";
import { OLDEST } from "../../harness/terminal.ts";
import { atShelf } from "./warehouse.ts";

const BESIDE_NAME = "((document.querySelector('.verdict-name small') || {}).innerText || '')";

describe.each(OLDEST)("scans of one article in a row in %s", (browser) => {
  test.each([
    ["en", "3 scans", "3 of 25 pieces"],
    ["cs", "3 čtení", "3 z 25 kusů"],
  ] as const)(
    "are told as scans beside its name, never as a quantity (%s)",
    async (language, scans, amount) => {
      const { terminal } = await atShelf({ browser, language });
      for (let n = 1; n <= 3; n++) await terminal.scan("BOLT-25");
      await terminal.until(`${BESIDE_NAME} === ${JSON.stringify(scans)}`);
      expect(await terminal.textOf(".verdict-row")).toBe(amount);
      await terminal.screenshot(`repeated-${language}`);
      // Another article begins anew: its name stands beside no scans of the one before.
      await terminal.scan("PAIR-3");
      await terminal.until("document.querySelector('.verdict').innerText.includes('PAIR-3')");
      expect(await terminal.evaluate(BESIDE_NAME)).toBe("");
    },
  );
});
