import { describe, expect, test } from "vitest";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { readEpl } from "./text-printers.ts";
import { sentences, valuesWith } from "./values.ts";

const epl = languageOf("epl");
const print = (template: string, code: string, copies = 1): string =>
  epl.render(template, valuesWith({ code }), copies).toString("latin1");

const text = (content: string): string => `A1,2,0,3,1,1,N,"${content}"`;

describe("a value in a string", () => {
  test.each([
    ["plain data", "A-1", "A-1"],
    ["a quote", '24"', '24\\"'],
    ["backslashes", "C:\\\\a\\", "C:\\\\\\\\a\\\\"],
    ["both", '\\"', '\\\\\\"'],
    ["line ends", "a\r\nP9\n^@", "a P9 ^@"],
    ["a placeholder", "{{name}}", "{{name}}"],
    ["nothing", "", ""],
    ["typographic quotes that no page has", "″a″", "''a''"],
  ])("is data: %s", (_, code, rendered) => {
    expect(print(`N\n${text("{{code}}")}\nP1\n`, code)).toBe(`\nI8,B,001\nN\n${text(rendered)}\nP1\n`);
  });

  test("becomes ASCII in a bar code, which has no accents", () => {
    const barcode = (content: string) => `B1,1,0,1,2,4,50,B,"${content}"`;
    expect(print(`${barcode("{{code}}")}\nP1`, "kůň")).toBe(`\nI8,B,001\n${barcode("kun")}\nP1\n`);
  });

  test.each([
    ["its best pages", "", "I8,B,001\n"],
    ["a page of its own", "I8,B,001\n", ""],
  ])("becomes UTF-8 in a two-dimensional code of a template with %s", (_, own, chosen) => {
    const bytes = print(`${own}b1,1,Q,"{{code}}"\nP1`, "Ž-1");
    const utf8 = Buffer.from("Ž-1").toString("latin1");
    expect(bytes).toBe(`\n${own}b1,1,Q,"${utf8}"\n${chosen}P1\n`);
  });

  test("does not change lines without a value", () => {
    const fixed = 'q400\nQ200,24\nA1,1,0,3,1,1,N,"a \\"b\\" \\\\"\nGG1,1,"LOGO"\n';
    expect(print(`${fixed}P1`, "")).toBe(`\nI8,B,001\n${fixed}P1\n`);
  });
});

describe("the letters", () => {
  test.each(Object.entries(sentences))("%s is printed in a page that has its letters", (_, sentence) => {
    const bytes = epl.render(`N\n${text("{{code}}")}\nP1`, valuesWith({ code: sentence }), 1);
    expect(readEpl(bytes).data).toEqual([sentence]);
  });

  test("the page changes between the lines, and only where necessary", () => {
    const template = ["kůň", "A", "їжак", "B", "ñ", "ї ě"].map(text).join("\n");
    const [kun, izhak, enye] = ["k\xf9\xf2", "\xbf\xe6\xe0\xea", "\xf1"];
    expect(print(`${template}\nP1`, "")).toBe(
      [
        `\nI8,B,001\n${text(kun)}\n${text("A")}\nI8,C,001\n${text(izhak)}\n${text("B")}`,
        `\nI8,A,001\n${text(enye)}\nI8,B,001\n${text("i \xec")}\nP1\n`,
      ].join(""),
    );
  });

  test.each([
    ["I8,2,001", "ž€ї", "\xa7EURi"],
    ["I8,C,001", "їž", "\xbfz"],
    ["I7,0,001", "ž", "z"],
    ["I8,Z,001", "ž", "z"],
  ])("a template's own %s decides the bytes of its texts and values", (command, letters, bytes) => {
    expect(print(`${command}\n${text(`${letters}{{code}}`)}\nP1`, letters)).toBe(
      `\n${command}\n${text(bytes + bytes)}\nP1\n`,
    );
  });
});

describe("copies", () => {
  test.each([
    ["P1", "P3"],
    ["P2,5", "P6,5"],
    ["PA1", "PA3"],
  ])("%s prints three times as %s", (own, rendered) => {
    expect(print(`N\n${own}\nN\nP1`, "", 3)).toBe(`\nI8,B,001\nN\n${rendered}\nN\nP3\n`);
  });
});
