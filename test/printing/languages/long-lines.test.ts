import { expect, test } from "vitest";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { valuesWith } from "./values.ts";

// Lines of an attacker: reading a string must take one pass, however many quotes the line has.

const render = (type: "epl" | "tspl", template: string) =>
  languageOf(type)
    .render(template, valuesWith({ code: "A-1" }), 1)
    .toString("latin1");

const LINES = [
  { type: "epl", before: 'A1,1,0,3,1,1,N,"{{code}}","', quote: '\\"', print: "P1" },
  { type: "tspl", before: 'TEXT 1,1,"0",0,8,8,"{{code}}","', quote: '\\["]', print: "PRINT 1" },
] as const;

test.each(LINES)("$type: a line of 8,192 characters is printed", ({ type, before, quote, print }) => {
  const string = quote.repeat(Math.floor((8191 - before.length) / quote.length));
  const line = `${before}${string}`.padEnd(8191, "x");
  expect(render(type, `${line}"\n${print}`)).toContain(string);
});

test.each(LINES)("$type: a longer line is refused with its number", ({ type, before, quote, print }) => {
  const line = before + quote.repeat(65_536);
  const text = expect.objectContaining({
    source: "A line may have at most {max} characters, not {length}. Split it.",
    values: expect.objectContaining({ length: line.length }),
  });
  expect(() => render(type, `\n${line}\n${print}`)).toThrow(
    expect.objectContaining({
      fieldErrors: [expect.objectContaining({ path: "template", line: 2, text })],
    }),
  );
});

test.each(LINES)("$type: an unterminated string holds no value", ({ type, before, quote, print }) => {
  expect(() => render(type, `${before}${quote}{{code}}\n${print}`)).toThrow(/only between quotes/);
});
