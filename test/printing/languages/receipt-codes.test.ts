import { describe, expect, test } from "vitest";
import { languageOf } from "../../../src/printing/languages/registry.ts";
import { sharedServer } from "../../harness/server.ts";
import { readable, valuesWith } from "./values.ts";

// [ean13] and [datamatrix], with the bytes of Epson's ESC/POS reference (GS k, GS ( k functions 667, 680 and 681) and of Star's
// line mode specifications (ESC b).

const print = (type: "escpos" | "star", template: string, code: string): string =>
  readable(languageOf(type).render(template, valuesWith({ code }), 1));
const EAN = "4006381333931";

describe("[ean13]", () => {
  test.each([EAN, `0${EAN}`])("prints the GTIN %s with 13 digits", (code) => {
    expect(print("escpos", "[ean13]{{code}}", code)).toBe(
      `<1b>@<1d>H<00><1d>f<00><1d>w<03><1d>hP<1d>kC<0d>${EAN}`,
    );
    expect(print("star", "[ean13]{{code}}", code)).toBe(`<1b>@<1b>b312P${EAN}<1e>`);
  });

  test("prints a UPC and an EAN-8 with zeros in front, in any height and alignment", () => {
    expect(print("escpos", "[center][ean13 60]{{code}}", "036000291452")).toBe(
      "<1b>@<1b>a<01><1d>H<00><1d>f<00><1d>w<03><1d>h<<1d>kC<0d>0036000291452<1b>a<00>",
    );
    expect(print("star", "[right][ean13 60]{{code}}", "96385074")).toBe(
      "<1b>@<1b><1d>a<02><1b>b312<0000096385074<1e><1b><1d>a<00>",
    );
  });

  test.each(["4006381333932", "14006381333938", "A000001"])(
    "prints %s, which it can't hold, as text",
    (code) => {
      expect(print("escpos", "[ean13]{{code}}", code)).toBe(`<1b>@${code}<0a>`);
      expect(print("star", "[ean13]{{code}}", code)).toBe(`<1b>@${code}<0a>`);
    },
  );
});

describe("[datamatrix]", () => {
  const code = (data: string, cell: string, length: string) =>
    `<1d>(k<03><00>6C${cell}<1d>(k${length}6P0${data}<1d>(k<03><00>6Q0`;

  test("prints any text in ESC/POS, counted in bytes", () => {
    expect(print("escpos", "[datamatrix]{{code}}", "A1")).toBe(`<1b>@${code("A1", "<05>", "<05><00>")}`);
    expect(print("escpos", "[datamatrix 8]{{code}}", "ů")).toBe(
      `<1b>@${code("<c5><af>", "<08>", "<05><00>")}`,
    );
    const [most, over] = ["A".repeat(1555), "A".repeat(1556)];
    expect(print("escpos", "[datamatrix]{{code}}", most)).toBe(`<1b>@${code(most, "<04>", "<16><06>")}`);
    expect(print("escpos", "[datamatrix]{{code}}", over)).toBe(`<1b>@${over}<0a>`);
  });

  const server = sharedServer();
  const save = async (template: string, printerTypeId: number) =>
    server.admin.post("/api/printingformats", {
      name: template.replaceAll("\n", " "),
      template,
      printerTypeId,
    });

  test("is refused for Star when it is saved, with its line", async () => {
    const { status, body } = await save("a\n[datamatrix]{{code}}", 2);
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          path: "template",
          line: 2,
          message: "Star printers have no [datamatrix]. Use [qr], or draw the label.",
        },
      ],
    ]);
    expect((await save("a\n[datamatrix]{{code}}", 1)).status).toBe(201);
    expect((await save("[ean13]{{ean}}", 2)).status).toBe(201);
  });
});

test.each(["[ean13]{{code}}", "[datamatrix]{{code}}"])("an empty value removes the line %s", (line) => {
  expect(print("escpos", `a\n${line}\nb`, " ")).toBe("<1b>@a<0a>b<0a>");
});

test.each([
  "[ean13]",
  "[datamatrix 1] a",
  "[datamatrix 9] a",
  "[ean13 256] 1",
  "[bold][ean13] 1",
  "[qr][ean13] 1",
])("%s is refused", (template) => {
  expect(() => print("escpos", template, "")).toThrow();
});
