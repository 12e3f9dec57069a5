import { describe, expect, test } from "vitest";
import { readCatalogue } from "../../scripts/messages.ts";
import { codePages } from "../../src/printing/languages/codepages.ts";

const LETTERS = {
  cs: "áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ",
  de: "äöüßÄÖÜ",
  sk: "áäčďéíĺľňóôŕšťúýžÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ",
};

describe.each(Object.entries(LETTERS))("the letters of %s", (locale, letters) => {
  test("are in the texts", () => {
    const texts = Object.values(readCatalogue(locale)).join("");
    expect([...letters.toLowerCase()].filter((letter) => !texts.includes(letter))).toEqual([]);
  });

  test.each(["cp852", "windows1250"] as const)("are printed on labels with the code page %s", (name) => {
    expect([...letters].filter((letter) => !codePages[name].has(letter))).toEqual([]);
  });
});
