import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { MANUAL } from "../../src/help/manual.ts";
import { LOCALE_CODES } from "../../src/i18n/locales.ts";
import { markupOf } from "./manual-markup.ts";

// A translation that was forgotten when its page was changed has other blocks, code or links than the page, or lacks a word on
// screen.

const ROOT = join(import.meta.dirname, "../..");
const paths = MANUAL.filter(({ folder }) => folder === "use").flatMap(({ folder, pages }) =>
  pages.map((name) => `${folder}/${name}.md`),
);
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

describe.each(LOCALE_CODES.filter((code) => code !== "en"))("the manual in %s", (locale) => {
  const catalogue: Readonly<Record<string, string>> = JSON.parse(read(`src/i18n/locales/${locale}.json`));
  /** The translations of a word on screen, which has several where it stands in several places. */
  const translationsOf = (word: string) =>
    Object.entries(catalogue)
      .filter(([key]) => key === word || key.startsWith(`${word} @`))
      .map(([, text]) => text.replaceAll("\u00ad", ""));
  const folder = `docs/translations/${locale}`;

  test("has each page for users, and no other", () => {
    const found = globSync("**/*.md", { cwd: join(ROOT, folder) });
    expect(found.toSorted()).toEqual(paths.toSorted());
  });

  const translated = paths.filter((path) => existsSync(join(ROOT, folder, path)));
  test.each(translated)("%s has the blocks, the code and the links of the English page", (path) => {
    const [english, translation] = [markupOf(read(`docs/${path}`)), markupOf(read(`${folder}/${path}`))];
    expect(translation.blocks).toEqual(english.blocks);
    expect(translation.verbatim).toEqual(english.verbatim);
  });

  test.each(translated)("%s has the words of the screens", (path) => {
    const [english, translation] = [markupOf(read(`docs/${path}`)), markupOf(read(`${folder}/${path}`))];
    const missing = english.words.flatMap((words, at) =>
      words.filter((word) => {
        const onScreen = translationsOf(word);
        return onScreen.length > 0 && !onScreen.some((one) => translation.words[at]?.includes(one));
      }),
    );
    expect(missing).toEqual([]);
  });
});
