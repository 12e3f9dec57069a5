import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { times } from "../../harness/times.ts";
import { readEscpos, readStar } from "./receipt-printers.ts";
import { type Read, readEpl, readTspl, readZpl } from "./text-printers.ts";
import { valuesWith } from "./values.ts";

interface Printer {
  /** Text, two values side by side, a bar code and a QR code. */
  readonly template: string;
  readonly read: (bytes: Buffer) => Read;
}

const PRINTERS: Readonly<Record<PrinterType, Printer>> = {
  zpl: {
    template:
      "^XA^FO1,1^A0N,30^FD{{code}}^FS^FB300,3^FDa {{code}}{{name}}^FS^FH\\^FD{{code}}^FS" +
      "^BCN,60^FDX{{code}}^FS^BQN,2,4^FDQA,{{code}}^FS^FDend^FS^PQ2^XZ",
    read: readZpl,
  },
  tspl: {
    template:
      'CLS\nTEXT 1,1,"0",0,8,8,"{{code}}"\nTEXT 1,1,"0",0,8,8,"a {{code}}{{name}}"\n' +
      'BARCODE 1,1,"128",50,1,0,2,2,"X{{code}}"\nQRCODE 1,1,M,4,A,0,"{{code}}"\nPRINT 1',
    read: readTspl,
  },
  epl: {
    template:
      'N\nA1,1,0,3,1,1,N,"{{code}}"\nA1,1,0,3,1,1,N,"a {{code}}{{name}}"\n' +
      'B1,1,0,1,2,4,50,B,"X{{code}}"\nb1,1,Q,"{{code}}"\nP1',
    read: readEpl,
  },
  escpos: {
    template: "[bold]{{code}}\na {{code}}{{name}}\n[code128]X{{code}}\n[qr]X{{code}}\n[cut]",
    read: readEscpos,
  },
  star: {
    template: "[bold]{{code}}\na {{code}}{{name}}\n[code128]X{{code}}\n[qr]X{{code}}\n[cut]",
    read: readStar,
  },
};
const printers = Object.entries(PRINTERS).map(([type, printer]) => ({
  type: type as PrinterType,
  ...printer,
}));

const attacks = [
  "^XA",
  "^XZ^XA",
  "~JR",
  "^CC!",
  "_5EXA",
  "\\5EXA",
  "_",
  "\\",
  "\\\\",
  '"',
  '\\"',
  '\\["]',
  '"\r\nP9\r\n"',
  "\nPRINT 9\n",
  "~",
  "!T",
  "~!T",
  "\u001b@",
  "\u001dV\u0000",
  "\u0010\u0004\u0001",
  "\u001e\u001bd2",
  "\u0000",
  "\u0085\u009b\u2028",
  "{{code}}",
  "{{name}}",
  "}}{{",
  ">0>;>8>",
  "\\&",
  "{A{B",
  "%0%5",
  "[cut]",
  "[[",
  "＾ＸＡ～＂＼",
  "“”„″",
  "\ud800",
  "e\u030c>\u0338",
  "",
  " ",
];

// Created once: fast-check reads a million characters for each.
const hostile = fc.string({
  unit: fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: "binary" })),
  maxLength: 5,
});

describe.each(printers)("$type", ({ type, template, read }) => {
  const language = languageOf(type);
  const render = (code: string, name: string): Read =>
    read(language.render(template, valuesWith({ code, name }), 1));
  const harmless = render("A1", "B2");

  test.each(attacks)("%j changes no command", (attack) => {
    for (const [code, name] of [
      [attack, "B2"],
      ["A1", attack],
      [attack, attack],
    ] as const) {
      const { commands, data } = render(code, name);
      expect(commands).toEqual(harmless.commands);
      expect(data).toHaveLength(harmless.data.length);
    }
  });

  test("no pair of values changes a command", () => {
    fc.assert(
      fc.property(hostile, hostile, (code, name) => {
        // Short enough for a bar code, so that the receipt printers print one.
        const { commands } = render(code.slice(0, 4), name);
        expect(commands).toEqual(harmless.commands);
      }),
      { numRuns: times(300) },
    );
  });
});

describe("the value is printed literally", () => {
  const ascii = fc.string({
    unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 12,
  });

  test.each(printers.filter(({ type }) => type !== "tspl"))("$type", ({ type, template, read }) => {
    fc.assert(
      fc.property(ascii, ascii, (code, name) => {
        const { data } = read(languageOf(type).render(template, valuesWith({ code, name }), 1));
        expect(data).toContain(code);
        expect(data.map((one) => one.trim())).toContain(`X${code}`.trim());
        if (type !== "zpl") {
          expect(data).toContain(`a ${code}${name}`);
        }
      }),
      { numRuns: times(150) },
    );
  });

  test("tspl, except for a backslash before a quote, a bracket or the end, and ~!", () => {
    const { read, template } = PRINTERS.tspl;
    fc.assert(
      fc.property(ascii, (code) => {
        const { data } = read(languageOf("tspl").render(template, valuesWith({ code }), 1));
        expect(data).toContain(code.replace(/\\(?=["[]|$)/g, "/").replaceAll("~!", "~ !"));
      }),
      { numRuns: times(150) },
    );
  });
});
