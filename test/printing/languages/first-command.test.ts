import { expect, test } from "vitest";
import { Invalid } from "../../../src/domain/errors.ts";
import { englishText } from "../../../src/domain/message.ts";
import { textIn } from "../../../src/i18n/text.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { assertTemplate, languageOf } from "../../../src/printing/languages/registry.ts";
import { valuesWith } from "./values.ts";

// A printer may be set to another service's port: no template chooses the first bytes that are sent there.

const ENDS: Readonly<Partial<Record<PrinterType, string>>> = {
  zpl: "^XA^FDa^FS^XZ",
  tspl: "PRINT 1",
  epl: "P1",
};
const whole = (type: PrinterType, beginning: string) => `${beginning}\n${ENDS[type] ?? ""}`;
const sent = (type: PrinterType, template: string) =>
  languageOf(type)
    .render(template, valuesWith({ code: "^XA" }), 2)
    .toString("latin1");

function refused(type: PrinterType, template: string): Invalid {
  try {
    assertTemplate(template, type);
  } catch (error) {
    if (error instanceof Invalid) return error;
    throw error;
  }
  throw new Error(`${type} takes ${template}`);
}

test.each<[PrinterType, string]>([
  ["zpl", "GET / HTTP/1.1\r\nHost: intranet\r\n"],
  ["zpl", "EHLO printer"],
  ["zpl", "*1"],
  ["zpl", "^FO1,1^FDa^FS"],
  ["zpl", "^FXcomment^FS GET /"],
  ["zpl", "~1"],
  ["tspl", "GET / HTTP/1.1"],
  ["tspl", "SIZES 1"],
  ["tspl", 'DOWNLOAD "A.BAS"'],
  ["tspl", "REM comment\nGET /"],
  ["tspl", "CODEPAGE1250"],
  ["epl", "GET / HTTP/1.1"],
  ["epl", "HELO a"],
  ["epl", "NICK a"],
  ["epl", "AUTH secret"],
  ["epl", "; comment\nGET /"],
])(
  "%s does not begin with %j: the template is refused with the valid commands, at rendering too",
  (type, beginning) => {
    const template = whole(type, beginning);
    const { text: words, fieldErrors: faults } = refused(type, template);
    expect(englishText(words)).toMatch(
      {
        zpl: /must begin with \^XA/,
        tspl: /must begin with .*SIZE or CLS/,
        epl: /must begin with .*N or q400/,
      }[type as "zpl" | "tspl" | "epl"],
    );
    expect(textIn(words, "cs")).toContain("musí začínat");
    expect(faults).toMatchObject([{ path: "template", line: /comment\n/.test(beginning) ? 2 : 1 }]);
    expect(() => sent(type, template)).toThrow(Invalid);
  },
);

test.each<[PrinterType, string, RegExp]>([
  ["zpl", "^XA^MMT^XZ", /^\^XA/],
  ["zpl", "^xa^mmt^xz", /^\^xa/],
  ["zpl", "~SD15", /^~SD15/],
  ["zpl", "\uFEFF \n\t^XA^MMT^XZ", /^\^XA/],
  ["zpl", "\n^FX GET / HTTP/1.1\n^FS\n^FX{{code}}\n^XA^MMT^XZ", /^\^XA/],
  ["tspl", "SIZE 50 mm,25 mm", /^\r\nCODEPAGE UTF-8\r\nSIZE 50/],
  ["tspl", "CODEPAGE 1250", /^\r\nCODEPAGE 1250\r\n/],
  ["tspl", "\n  \nREM GET / HTTP/1.1\nrem\ncodepage 1250", /^[\r\n]+codepage 1250\r\n/],
  ["tspl", "SET TEAR ON", /^\r\nCODEPAGE UTF-8\r\nSET TEAR ON/],
  ["epl", "N", /^\nI8,B,001\nN\n/],
  ["epl", "I8,B,001", /^\nI8,B,001\n/],
  ["epl", "\n\n; GET / HTTP/1.1\n;\nI8,B,001", /^\n+I8,B,001\n/],
  ["epl", "ZT", /^\nI8,B,001\nZT\n/],
  ["epl", "OD,P", /^\nI8,B,001\nOD,P\n/],
  ["escpos", "GET / HTTP/1.1", /^ESC@GET/],
  ["star", "GET / HTTP/1.1", /^ESC@GET/],
  ["escpos", "[cut]", /^ESC@/],
])(
  "a %s label %j begins with its command; blanks and comments before it are not sent",
  (type, beginning, bytes) => {
    const template = whole(type, beginning);
    assertTemplate(template, type);
    expect(sent(type, template).replaceAll("\x1b", "ESC")).toMatch(bytes);
  },
);

test("an error behind a comment keeps its line number", () => {
  expect(refused("zpl", "^FX a\n^FX b\n^XA\n^FO{{code}}\n^XZ").fieldErrors).toMatchObject([{ line: 4 }]);
  expect(refused("tspl", "REM a\n\nCLS\nPRINT N").fieldErrors).toMatchObject([{ line: 4 }]);
});
