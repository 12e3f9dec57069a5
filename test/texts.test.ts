import { describe, expect, test } from "vitest";
import { readCatalogue, sourceMessages } from "../scripts/messages.ts";
import { startServer } from "./harness/server.ts";

/** Words that the English texts do not use: the appliance is "the server". */
const NOT_IN_ENGLISH = [
  /\bbox\b/i,
  /\btaken in\b/i,
  /nothing waits/i,
  /waiting for somebody/i,
  /\bmeanwhile\b/i,
];

/** Texts about boxes of goods, and boxes that are drawn on labels. */
const OF_REAL_BOXES =
  /\/articles\/record\/packs\.tsx:|\/import\/columns\.ts:|\/printers\/labels\/designer\/|\/label-preview\//;

const TEXTS_OF_THE_API = new Set(["title", "summary", "description", "tags"]);

test("every text says server, in the words of the glossary", () => {
  const wrong = sourceMessages().filter(({ source, at }) => {
    const text = OF_REAL_BOXES.test(at) ? source.replace(/\bbox\b/gi, "") : source;
    return NOT_IN_ENGLISH.some((word) => word.test(text));
  });
  expect(wrong).toEqual([]);
});

test("Czech texts say zařízení only where the English says device", () => {
  const wrong = Object.entries(readCatalogue("cs")).filter(
    ([en, cs]) => /zařízení/i.test(cs) && !/device/i.test(en),
  );
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
