import { expect, test } from "vitest";
import { isTranslated, type Place, tickedIn } from "../web/story/law/law-table.ts";

test.each(["cs", "de", "sk"] as const)("the table of legal.md ticks the same in %s", (language) => {
  const [english, own] = [tickedIn("en"), tickedIn(language)];
  expect(own).toHaveLength(english.length);
  expect(english.length).toBeGreaterThan(17);
  for (const [at, { places, labels }] of english.entries()) {
    const headingsOf = (all: readonly Place[] = []) =>
      all.flatMap((place) => (place.kind === "heading" ? place.heading : []));
    const others = (all: readonly Place[] = []) => all.filter(({ kind }) => kind !== "heading");
    expect(others(own[at]?.places)).toEqual(others(places));
    const names = [...headingsOf(own[at]?.places), ...(own[at]?.labels ?? [])];
    const expected = [...headingsOf(places), ...labels];
    expect(names).toHaveLength(expected.length);
    for (const [index, name] of names.entries())
      expect([expected[index], name, isTranslated(expected[index] ?? "", name, language)]).toEqual([
        expected[index],
        name,
        true,
      ]);
  }
});
