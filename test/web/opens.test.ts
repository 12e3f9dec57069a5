import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aBox } from "../harness/box.ts";
import { aHandheld, BROWSERS } from "../harness/handheld.ts";

describe.each(BROWSERS)("the terminal in %s", (browser) => {
  test.each([
    ["en", "Welcome", "light", true],
    ["cs", "Vítejte", "dark", false],
  ] as const)(
    "opens in %s: %s, %s (secure: %s), whole and without a complaint",
    async (language, welcome, theme, secure) => {
      const box = await aBox();
      const handheld = await aHandheld({ browser, language, secure, theme });
      await handheld.open(`${box.url}/`);
      await handheld.see(welcome);
      expect(await handheld.evaluate("document.documentElement.lang")).toBe(language);
      expect(await handheld.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe(
        theme === "light" ? "rgb(255, 255, 255)" : "rgb(14, 18, 22)",
      );
      expect(await handheld.axe()).toEqual([]);
      const isWider = "document.documentElement.scrollWidth > innerWidth";
      expect(await handheld.evaluate(isWider)).toBe(false);
      await handheld.screenshot(`welcome-${browser}-${language}-${theme}`);
    },
  );

  test.each([
    ["delete Object.fromEntries", "en", /^This browser is too old .*Tento prohlížeč je .*Chrome\//],
    ["delete window.AbortController", "cs", /^Tento prohlížeč je .*This browser is too old .*Chrome\//],
  ])(
    "a browser without what it needs (%s, %s) says so in both languages",
    async (removal, language, words) => {
      const box = await aBox();
      const handheld = await aHandheld({ browser, language });
      await handheld.beforeLoad(removal);
      await handheld.open(`${box.url}/`);
      await handheld.see(words);
      expect(await handheld.count("#app > *")).toBe(0);
      expect(await handheld.axe()).toEqual([]);
    },
  );
});

test("the words for an old browser are written as that browser reads it", () => {
  const source = readFileSync(join(import.meta.dirname, "../../src/web/public/old-browser.js"), "utf8");
  expect(source.match(/=>|`|\b(let|const|class|async)\b|\?\.|\.\.\./g)).toBe(null);
});
