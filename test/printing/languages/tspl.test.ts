import { describe, expect, test } from "vitest";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { readTspl } from "./text-printers.ts";
import { sentences, valuesWith } from "./values.ts";

const tspl = languageOf("tspl");
const print = (template: string, code: string, copies = 1): string =>
  tspl.render(template, valuesWith({ code }), copies).toString("utf8");

const text = (content: string): string => `TEXT 1,2,"0",0,8,8,"${content}"`;

describe("a value in a string", () => {
  test.each([
    ["plain data", "A-1", "A-1"],
    ["a quote", '24" monitor"', '24\\["] monitor\\["]'],
    ["a backslash", "HP\\Compaq", "HP\\Compaq"],
    ["a backslash that could take the closing quote with it", "C:\\", "C:/"],
    ["a backslash that could begin an escape", '\\[L]\\"\\["]', '/[L]/\\["]/[\\["]]'],
    ["line ends", 'a\r\nPRINT 9\n"', 'a PRINT 9 \\["]'],
    ["immediate commands", "~!D\u001b!R", "~ !D !R"],
    ["a placeholder", "{{name}}", "{{name}}"],
    ["nothing", "", ""],
    ["decomposed letters", "e\u030c", "ě"],
  ])("is data: %s", (_, code, rendered) => {
    expect(print(`${text("{{code}}")}\nPRINT 1\n`, code)).toBe(
      `\r\nCODEPAGE UTF-8\r\n${text(rendered)}\r\nPRINT 1\r\n`,
    );
  });

  test("can't form an immediate command across two placeholders", () => {
    const values = valuesWith({ code: "~", name: "!D" });
    expect(tspl.render(`${text("{{code}}{{name}}")}\nPRINT 1`, values, 1).toString()).toContain('"~ !D"');
  });

  test("is kept byte by byte in a QR code and becomes ASCII in a bar code", () => {
    const template = 'QRCODE 1,1,M,4,A,0,"{{code}}"\nBARCODE 1,1,"128",50,1,0,2,2,"{{code}}"\nPRINT 1';
    expect(print(template, "ku\u030an")).toContain(
      'A,0,"ku\u030an"\r\nBARCODE 1,1,"128",50,1,0,2,2,"kun"\r\n',
    );
  });

  test("does not change lines without a value", () => {
    const fixed = 'SIZE 50 mm,25 mm\r\nBITMAP 1,1,1,1,0,"~!\r\nTEXT 1,1,"3",0,1,1,"\\["]Kůň\\["]"\r\n';
    expect(print(`${fixed}PRINT 1`, "")).toBe(`\r\nCODEPAGE UTF-8\r\n${fixed}PRINT 1\r\n`);
  });
});

describe("the letters", () => {
  test.each(Object.entries(sentences))("%s is printed in UTF-8", (_, sentence) => {
    const bytes = tspl.render(`${text("{{code}}")}\nPRINT 1`, valuesWith({ code: sentence }), 1);
    expect(readTspl(bytes).data).toEqual(["0", sentence]);
  });

  test.each([
    ["CODEPAGE 1250", "ž€ї", "\x9e\x80i"],
    ["codepage 852", "ž€", "\xa7EUR"],
    ["CODEPAGE WPC1251", "їž", "\xbfz"],
    ["CODEPAGE UTF-8", "ž", "\xc5\xbe"],
    ["CODEPAGE GER", "ž", "z"],
  ])("a template's own %s decides the bytes of its texts and values", (command, letters, bytes) => {
    const template = `${command}\n${text(`${letters}{{code}}`)}\nPRINT 1`;
    expect(tspl.render(template, valuesWith({ code: letters }), 1).toString("latin1")).toBe(
      `\r\n${command}\r\n${text(bytes + bytes)}\r\nPRINT 1\r\n`,
    );
  });
});

describe("copies", () => {
  test.each([
    ["PRINT 1", "PRINT 3"],
    ["print 2", "print 6"],
    ["PRINT 2,5", "PRINT 6,5"],
    ["PRINT 1 , 1 ", "PRINT 3 , 1 "],
  ])("%s prints three times as %s", (own, rendered) => {
    expect(print(`CLS\n${own}\nCLS\nPRINT 1`, "", 3)).toBe(
      `\r\nCODEPAGE UTF-8\r\nCLS\r\n${rendered}\r\nCLS\r\nPRINT 3\r\n`,
    );
  });
});
