import { describe, expect, test } from "vitest";
import { Invalid } from "../../../src/domain/errors.ts";
import { placeholders } from "../../../src/domain/placeholder-names.ts";
import type { Locale } from "../../../src/i18n/locales.ts";
import { textIn } from "../../../src/i18n/text.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { assertTemplate, languageOf } from "../../../src/printing/languages/registry.ts";

const good: Readonly<Record<PrinterType, (text: string) => string>> = {
  zpl: (text) => `^XA^FO1,1^FD${text}^FS^XZ`,
  tspl: (text) => `TEXT 1,1,"0",0,8,8,"${text}"\nPRINT 1`,
  epl: (text) => `A1,1,0,3,1,1,N,"${text}"\nP1`,
  escpos: (text) => `[bold]${text}\n[cut]`,
  star: (text) => `[bold]${text}\n[cut]`,
};
const types = Object.keys(good) as PrinterType[];

function errorOf(template: string, type: PrinterType): Invalid | undefined {
  try {
    assertTemplate(template, type);
    return undefined;
  } catch (error) {
    if (error instanceof Invalid) {
      return error;
    }
    throw error;
  }
}

/** The text of the error of a template; "": there is none. */
function errorText(template: string, type: PrinterType, locale: Locale = "en"): string {
  const error = errorOf(template, type);
  return error === undefined ? "" : textIn(error.text, locale);
}

describe.each(types)("a template of %s", (type) => {
  test("may hold each placeholder, in any letter case and with blanks", () => {
    for (const name of placeholders) {
      for (const written of [name, name.toUpperCase(), ` ${name.toLowerCase()}\t`]) {
        expect(errorOf(good[type](`{{${written}}}`), type)).toBeUndefined();
      }
    }
  });

  test.each(["", " \n\t"])("must not be empty", (template) => {
    expect(errorText(template, type)).toBe("The template must not be empty.");
  });

  test("may have 512 KiB in UTF-8, not a byte more", () => {
    const lines = `\n${"ů".repeat(2000)}`;
    const limit = 512 * 1024;
    const filled = (bytes: number) => {
      const left = bytes - Buffer.byteLength(good[type](""));
      const size = Buffer.byteLength(lines);
      return good[type]("a".repeat(left % size)) + lines.repeat(Math.floor(left / size));
    };
    expect(errorOf(filled(limit), type)).toBeUndefined();
    expect(errorText(filled(limit + 1), type)).toBe("The template must not be over 512 KiB.");
  });

  test.each(["kode", "", "code name", "__proto__"])(
    "must not hold {{%s}}, and the error lists the valid ones",
    (name) => {
      const template = good[type](`{{${name}}}`);
      expect(errorText(template, type)).toContain(`{{${name}}} is not a placeholder`);
      expect(errorText(template, type, "cs")).toContain(`{{${name}}} není platná značka`);
      for (const valid of placeholders) {
        expect(errorText(template, type)).toContain(`{{${valid}}}`);
      }
    },
  );

  test("is refused at its field", () => {
    expect(errorOf(good[type]("{{kode}}"), type)?.fieldErrors.map(({ path }) => path)).toEqual(["template"]);
  });
});

test.each<[PrinterType, string, RegExp]>([
  ["zpl", "^XA^CC+^FDa^FS^XZ", /command characters/],
  ["zpl", "~ct+^XA^FDa^FS^XZ", /command characters/],
  ["zpl", "^XA^CD;^FDa^FS^XZ", /command characters/],
  ["zpl", "^XA^FO{{oid}},1^FDa^FS^XZ", /only in the data of a field/],
  ["zpl", "^XA^FX {{code}}^FDa^FS^XZ", /only in the data of a field/],
  ["zpl", "^XA^FDa~{{code}}^FS^XZ", /only in the data of a field/],
  ["zpl", "{{code}}^XA^FDa^FS^XZ", /only in the data of a field/],
  ["zpl", "^XA^FDa^FS^XZ~DGR:A.GRF,1,1,{{code}}", /only in the data of a field/],
  ["zpl", "^XA^FDa^FS", /No label would come out/],
  ["zpl", "^XA^FDa^FS^XZ^XA^FDb^FS", /No label would come out/],
  ["zpl", "^FDa^FS^XZ", /No label would come out/],
  ["zpl", "^XA^MMT^XZ", /No label would come out/],
  ["zpl", "^XA^DFR:A^FDa^FS^XZ", /No label would come out/],
  ["zpl", "plain", /No label would come out/],
  ["zpl", "^XA^BQN,2,4^FD{{code}}^FS^XZ", /QR code begins with its settings/],
  ["zpl", "^XA^FC%^FD{{code}}^FS^XZ", /\^FC or \^FE/],
  ["zpl", "^XA^FH§^FD{{code}}^FS^XZ", /one of ASCII/],
  ["zpl", "^XA^CI29^FDa^FS^XZ", /UTF-16/],
  ["zpl", "^XA^PQ0^FDa^FS^XZ", /number of copies is 0/],
  ["zpl", "^XA^PQ100000^FDa^FS^XZ", /must be from 1 to 99,999/],
  ["tspl", 'TEXT 1,1,"0",0,8,8,{{code}}\nPRINT 1', /between quotes/],
  ["tspl", 'TEXT 1,1,"0",0,8,8,"{{code}}\nPRINT 1', /between quotes/],
  ["tspl", 'TEXT 1,1,"0",0,8,8,"\\{{code}}"\nPRINT 1', /backslash/],
  ["tspl", 'BARCODE 1,1,"128M",50,1,0,2,2,"{{code}}"\nPRINT 1', /128M/],
  ["tspl", 'TEXT 1,1,"0",0,8,8,"a"', /No label would come out/],
  ["tspl", 'PRINT 1\nTEXT 1,1,"0",0,8,8,"{{code}}"', /No label would come out/],
  ["tspl", "PRINT", /PRINT needs a number/],
  ["tspl", "PRINT N", /PRINT needs a number/],
  ["tspl", "PRINT 0", /number of copies is 0/],
  ["epl", "A1,1,0,3,1,1,N,{{code}}\nP1", /between quotes/],
  ["epl", 'A1,1,0,3,1,1,N,"\\{{code}}"\nP1', /backslash/],
  ["epl", 'A1,1,0,3,1,1,N,"a"', /No label would come out/],
  ["epl", 'P1\nA1,1,0,3,1,1,N,"{{code}}"', /No label would come out/],
  ["epl", "P1 or 2", /P takes one or two numbers/],
  ["epl", "P66", /must be from 1 to 65/],
  ["escpos", "[blod]a", /\[blod\] is not a valid tag.*\[size 1–6\]/],
  ["escpos", "[bold a", /\[bold a is not a valid tag/],
  ["escpos", "[bold", /\[bold is not a valid tag/],
  ["escpos", "[]a", /\[\] is not a valid tag/],
  ["escpos", "[size]a", /\[size\] is not a valid tag/],
  ["escpos", "[size 7]a", /\[size 7\] is not a valid tag/],
  ["escpos", "[bold 2]a", /\[bold 2\] is not a valid tag/],
  ["escpos", "[size {{code}}]a", /\[size \{\{code\}\}\] is not a valid tag/],
  ["star", "[code128]", /needs data/],
  ["star", "[qr 4] ", /needs data/],
  ["star", "[cut]a", /takes no text/],
  ["star", "[feed 21]", /\[feed 21\] is not a valid tag/],
  ["star", "[qr][cut]a", /cannot be combined/],
  ["star", "[bold][qr]a", /for text only/],
])("%s refuses %s", (type, template, sentence) => {
  const found = errorOf(template, type);
  expect(errorText(template, type)).toMatch(sentence);
  expect(found?.fieldErrors).toHaveLength(1);
  expect(errorText(template, type, "cs")).not.toBe(errorText(template, type));
});

test("a long wrong template is not repeated in the error message", () => {
  for (const [type, template] of [
    ["escpos", `[${"x".repeat(8000)}]`],
    ["star", `{{${"x".repeat(8000)}}}`],
    ["tspl", `PRINT ${"x".repeat(8000)}`],
  ] as const) {
    expect(errorText(template, type).length).toBeLessThan(600);
  }
});

test("an unknown printer type has no language", () => {
  expect(() => languageOf("pcl")).toThrow(RangeError);
  expect(() => languageOf("constructor")).toThrow(RangeError);
});
