import { describe, expect, test } from "vitest";
import { Invalid } from "../../../src/domain/errors.ts";
import { textInEachLocale } from "../../../src/i18n/text.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { assertTemplate, languageOf } from "../../../src/printing/languages/registry.ts";
import { valuesWith } from "./values.ts";

// Templates of an attacker: the limits bound the work of a save and of each print, so they come before all of it.

/** The first and the last line of a template that prints. */
const ENDS: Readonly<Record<PrinterType, readonly [first: string, last: string]>> = {
  zpl: ["^XA^FO1,1^FDa^FS", "^XZ"],
  tspl: ["CLS", "PRINT 1"],
  epl: ["N", "P1"],
  escpos: ["[bold]a", "[cut]"],
  star: ["[bold]a", "[cut]"],
};
const types = Object.keys(ENDS) as PrinterType[];

/** A template with a faulty line that only a parser finds. */
const faulty = (rest: string) => `{{kode}}${rest}`;

function errorOf(work: () => void) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.fieldErrors.map(({ path, line, text }) => {
      const { en, cs } = textInEachLocale(text);
      return { path, line, en, cs };
    });
  }
  return "accepted";
}
const saved = (template: string, type: PrinterType) => errorOf(() => assertTemplate(template, type));
const printed = (template: string, type: PrinterType) =>
  errorOf(() => languageOf(type).render(template, valuesWith({}), 1));

describe.each(types)("a template of %s", (type) => {
  const [first, last] = ENDS[type];

  test.each(["\n", "\r", "\r\n"])("may have 2000 lines with ends %j, the last one ended or not", (end) => {
    const lines = [first, ...Array.from({ length: 1998 }, () => ""), last].join(end);
    for (const template of [lines, lines + end]) expect(saved(template, type)).toBe("accepted");
  });

  test("with more lines is refused before it is parsed, at the save and at each print", () => {
    const tooMany = [
      {
        path: "template",
        line: undefined,
        en: "The template must not have over 2,000 lines.",
        cs: "Šablona nesmí mít přes 2\u00a0000 řádků.",
      },
    ];
    for (const lines of [2001, 500_000]) {
      const template = faulty(`${"\n".repeat(lines - 1)}x`);
      expect(saved(template, type)).toEqual(tooMany);
      expect(printed(template, type)).toEqual(tooMany);
    }
  });

  test("with over 500 placeholders is refused before it is parsed", () => {
    const tooMany = [
      {
        path: "template",
        line: undefined,
        en: "The template must not have over 500 placeholders.",
        cs: "Šablona nesmí mít přes 500 značek.",
      },
    ];
    const template = faulty("{{code}}".repeat(500));
    expect(saved(template, type)).toEqual(tooMany);
    expect(printed(template, type)).toEqual(tooMany);
  });

  test("over 512 KiB is not printed either", () => {
    expect(printed("x".repeat(512 * 1024 + 1), type)).toMatchObject([
      { en: expect.stringMatching(/512 KiB/) },
    ]);
  });
});

test.each(types.filter((type) => type !== "zpl"))(
  "%s: a line has at most 8192 characters, with a placeholder or without",
  (type) => {
    const [first, last] = ENDS[type];
    for (const start of ["", "{{kode}}"]) {
      const line = start.padEnd(8193, "x");
      const tooLong = [
        {
          path: "template",
          line: 2,
          en: "A line may have at most 8,192 characters, not 8,193. Split it.",
          cs: "Řádek smí mít nejvýše 8\u00a0192 znaků, ne 8\u00a0193. Rozdělte jej.",
        },
      ];
      expect(saved(`${first}\n${line}\n${last}`, type)).toEqual(tooLong);
      expect(printed(`${first}\n${line}\n${last}`, type)).toEqual(tooLong);
    }
  },
);

describe("ZPL", () => {
  test("may have 2000 commands and 500 placeholders", () => {
    const fields = "^FD{{code}}^FS".repeat(500) + "^FDx^FS".repeat(499);
    expect(saved(`^XA${fields}^XZ`, "zpl")).toBe("accepted");
  });

  test.each(["^FD{{code}}^FS", "~HS", "^"])(
    "with more commands (%s) is refused before it is parsed",
    (text) => {
      const template = faulty(text.repeat(35_000));
      const tooMany = [{ path: "template", en: "The template must not have over 2,000 commands (^ or ~)." }];
      expect(saved(template, "zpl")).toMatchObject(tooMany);
      expect(printed(template, "zpl")).toMatchObject(tooMany);
    },
  );

  test("may hold a picture of 500 KB in one line", () => {
    const picture = `^GFA,250000,250000,100,${"0F".repeat(250_000)}`;
    expect(saved(`^XA${picture}^FS^XZ`, "zpl")).toBe("accepted");
  });
});

test("signs of ZPL commands are text in other languages", () => {
  const line = `TEXT 1,1,"0",0,8,8,"${"^".repeat(3000)}"`;
  expect(saved(`CLS\n${line}\nPRINT 1`, "tspl")).toBe("accepted");
});
