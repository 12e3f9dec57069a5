import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { OUTGOING_EVENT_TYPES, OUTGOING_EVENTS } from "../../src/domain/outgoing-event-types.ts";
import { RETRY_PAUSES_MS } from "../../src/webhooks/dispatch.ts";

const text = readFileSync("docs/integrate/webhooks.md", "utf8");

test("the documentation lists every type of event with its description", () => {
  const rows = Array.from(text.matchAll(/^\| `(\w+\.\w+)` \| ([^|]+) \|/gm), ([, type, when]) => [
    type,
    when,
  ]);
  expect(rows).toEqual(OUTGOING_EVENT_TYPES.map((type) => [type, OUTGOING_EVENTS[type]]));
});

test("the documentation has the pauses between attempts", () => {
  const units = { s: 1000, min: 60_000, h: 3_600_000 };
  const [, listed = ""] = /The server tries again after ([^.]*)\./.exec(text) ?? [];
  const pauses = Array.from(
    listed.matchAll(/(\d+) (s|min|h)\b/g),
    ([, number, unit]) => Number(number) * units[unit as keyof typeof units],
  );
  expect(pauses).toEqual(RETRY_PAUSES_MS);
});

test("the documentation names every property of each type's data", () => {
  const source = readFileSync("src/domain/outgoing-event-types.ts", "utf8");
  const data = source.split("export interface OutgoingEventData {")[1]?.split("\n}")[0] ?? "";
  const named = data.split(/^ {2}readonly "/m).slice(1);
  expect(named).toHaveLength(OUTGOING_EVENT_TYPES.length);
  for (const part of named) {
    const [type = ""] = part.split('"');
    const row = text.split("\n").find((line) => line.startsWith(`| \`${type}\` |`)) ?? "";
    const properties = Array.from(part.matchAll(/readonly (\w+):/g), ([, name]) => name);
    expect([type, properties.filter((name) => !row.includes(`\`${name}\``))]).toEqual([type, []]);
  }
});
