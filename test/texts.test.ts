import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startServer } from "./harness/server.ts";

const SOURCES = join(import.meta.dirname, "..", "src");

/** Words that the English texts do not use: the appliance is "the server". */
const NOT_IN_ENGLISH = [
  /\bbox\b/i,
  /\btaken in\b/i,
  /nothing waits/i,
  /waiting for somebody/i,
  /\bmeanwhile\b/i,
];

const TEXTS_OF_THE_API = new Set(["title", "summary", "description", "tags"]);

interface Pair {
  readonly at: string;
  readonly en: string;
  readonly cs: string;
}

test("every text of two languages says server, in the words of the glossary", async () => {
  const wrong = (await pairs()).filter(({ en }) => NOT_IN_ENGLISH.some((word) => word.test(en)));
  expect(wrong).toEqual([]);
});

test("Czech texts say zařízení only where the English says device", async () => {
  const wrong = (await pairs()).filter(({ en, cs }) => /zařízení/i.test(cs) && !/device/i.test(en));
  expect(wrong).toEqual([]);
});

describe("the description of the API", () => {
  test("says server", async () => {
    const { url } = await startServer();
    const found: string[] = [];
    collect(await (await fetch(`${url}/api/openapi.json`)).json(), "", found);
    expect(found).toEqual([]);
  });
});

/** All pairs of texts in the sources. */
async function pairs(): Promise<Pair[]> {
  const found: Pair[] = [];
  for (const file of await readdir(SOURCES, { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const source = await readFile(join(SOURCES, file), "utf8");
    for (const { index } of source.matchAll(/(?<![\w.])msg\(/g)) {
      const [en = "", cs = ""] = argumentsAt(source, index + "msg(".length);
      const line = source.slice(0, index).split("\n").length;
      found.push({ at: `src/${file}:${line}`, en, cs });
    }
  }
  expect(found.length).toBeGreaterThan(1000);
  return found;
}

/** The texts of the string literals in each argument of the call whose arguments begin at `start`. */
function argumentsAt(source: string, start: number): string[] {
  const texts = [""];
  const literal = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`|([([{])|([)\]}])|(,)|./gsy;
  literal.lastIndex = start;
  for (let depth = 0; ; ) {
    const match = literal.exec(source);
    if (match === null) return texts;
    const [, quoted, template, opens, closes, comma] = match;
    if (closes !== undefined && depth === 0) return texts;
    if (opens !== undefined) depth++;
    else if (closes !== undefined) depth--;
    else if (comma !== undefined && depth === 0) texts.push("");
    else texts[texts.length - 1] += quoted ?? template?.replace(/\$\{[^}]*\}/g, "") ?? "";
  }
}

/** Collects the titles, summaries, descriptions and tags below `value` that say box. */
function collect(value: unknown, path: string, found: string[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const texts = TEXTS_OF_THE_API.has(key) ? [inner].flat().filter((text) => typeof text === "string") : [];
    for (const text of texts) {
      // Values and paths of the API are in backticks and keep their spelling.
      if (/\bbox\b/i.test(text.replace(/`[^`]*`/g, ""))) found.push(`${path}/${key}: ${text}`);
    }
    collect(inner, `${path}/${key}`, found);
  }
}
