import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import {
  CATALOGUE_CODES,
  catalogueFile,
  keyOfSource,
  readCatalogue,
  sourceMessages,
} from "../../scripts/messages.ts";
import { type MessagePart, parseMessage } from "../../src/domain/message-format.ts";
import { LOCALE_CODES, LOCALES } from "../../src/i18n/locales.ts";
import { shortKeyOf } from "../../src/i18n/short-key.ts";

const MESSAGES = sourceMessages();
const KEYS = new Set(MESSAGES.map(keyOfSource));
/** Whole numbers that need every plural category of a language. */
const COUNTS = Array.from({ length: 1001 }, (_, n) => n);

test("the sources have messages, and none is malformed", () => {
  expect(KEYS.size).toBeGreaterThan(2000);
  const broken = MESSAGES.filter(({ source }) => errorOf(source) !== null || source.includes(" @"));
  expect(broken).toEqual([]);
});

test("each language but English has one file, and no file is without a language", () => {
  const files = readdirSync(dirname(catalogueFile("cs")));
  expect(files.toSorted()).toEqual(CATALOGUE_CODES.map((code) => `${code}.json`).toSorted());
  expect(Object.keys(LOCALES)).toEqual([...LOCALE_CODES]);
});

test("no two messages have the same short key", () => {
  expect(new Set([...KEYS].map(shortKeyOf)).size).toBe(KEYS.size);
});

describe.each(CATALOGUE_CODES)("the catalogue of %s", (locale) => {
  const catalogue = readCatalogue(locale);
  const entries = Object.entries(catalogue);

  test("has each message, no other, and is sorted", () => {
    expect([...KEYS].filter((key) => !(key in catalogue))).toEqual([]);
    expect(Object.keys(catalogue).filter((key) => !KEYS.has(key))).toEqual([]);
    const text = `${JSON.stringify(Object.fromEntries(entries.toSorted(byKey)), null, 2)}\n`;
    expect(readFileSync(catalogueFile(locale), "utf8")).toBe(text);
  });

  test("is well formed, without empty texts", () => {
    expect(entries.filter(([, text]) => text.trim() === "" || errorOf(text) !== null)).toEqual([]);
  });

  test("has the parameters of each source text and no others, but may leave out the count of a plural", () => {
    const wrong = entries.filter(([key, text]) => {
      const [source, own] = [parametersOf(sourceOf(key)), parametersOf(text)];
      const isLacking = source.some(({ name, isCount }) => !isCount && !own.some((one) => one.name === name));
      return isLacking || own.some(({ name }) => !source.some((one) => one.name === name));
    });
    expect(wrong).toEqual([]);
  });

  test("has each plural category of the language for whole numbers", () => {
    const rules = new Intl.PluralRules(locale);
    const needed = [...new Set(COUNTS.map((n) => rules.select(n)))];
    const wrong = entries.filter(([, text]) =>
      pluralsOf(parseMessage(text)).some((branches) => needed.some((category) => !(category in branches))),
    );
    expect(wrong).toEqual([]);
  });
});

const byKey = ([one]: readonly [string, string], [other]: readonly [string, string]) =>
  one < other ? -1 : 1;
const sourceOf = (key: string) => key.split(" @")[0] ?? "";

function errorOf(text: string): unknown {
  try {
    parseMessage(text);
    return null;
  } catch (error) {
    return error;
  }
}

/** The arguments of a text. `isCount`: it only chooses a branch. */
function parametersOf(text: string): { readonly name: string; readonly isCount: boolean }[] {
  const all = (parts: readonly MessagePart[]): { name: string; isCount: boolean }[] =>
    parts.flatMap((part) => {
      if (typeof part === "string" || "isNumberSign" in part) return [];
      if (!("branches" in part)) return [{ name: part.argument, isCount: false }];
      return [{ name: part.argument, isCount: true }, ...Object.values(part.branches).flatMap(all)];
    });
  return all(parseMessage(text));
}

function pluralsOf(parts: readonly MessagePart[]): Readonly<Record<string, unknown>>[] {
  return parts.flatMap((part) => {
    if (typeof part === "string" || !("branches" in part)) return [];
    const inner = Object.values(part.branches).flatMap(pluralsOf);
    return part.kind === "plural" ? [part.branches, ...inner] : inner;
  });
}
