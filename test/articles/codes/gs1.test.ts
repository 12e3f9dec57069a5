import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeKey, normalisedCode } from "../../../src/domain/codes/code-key.ts";
import { guessGs1, readGs1 } from "../../../src/domain/codes/gs1.ts";
import { checkedGtin, gtinForms } from "../../../src/domain/codes/gtin.ts";
import { piecesOf, scanSteps } from "../../../src/domain/codes/scan-steps.ts";

const GTIN = "04006381333931";
const GS = "\u001d";

describe("an element string", () => {
  const all = { gtin: GTIN, lot: "L1", expiry: "2026-12-31", serial: "S9", quantity: 12 };
  test.each([
    ["GS1-128 with its symbology identifier", `]C101${GTIN}1726123110L1${GS}21S9${GS}3012`],
    ["GS1 DataMatrix", `]d201${GTIN}1726123110L1${GS}21S9${GS}3012`],
    ["GS1 QR Code", `]Q301${GTIN}1726123110L1${GS}21S9${GS}3012${GS}`],
    ["FNC1 at its start, as some scanners send it", `${GS}01${GTIN}1726123110L1${GS}21S9${GS}3012`],
    ["separators alone", `01${GTIN}1726123110L1${GS}21S9${GS}3012`],
    ["brackets", `(01)${GTIN}(17)261231(10)L1(21)S9(30)12`],
    ["a Digital Link", `https://id.gs1.org/01/${GTIN}/10/L1/21/S9?17=261231&30=12`],
    [
      "a Digital Link of any domain, below a path",
      `HTTPS://shop.example/a/b/01/${GTIN}/10/L1/21/S9?17=261231&30=12&utm=x#top`,
    ],
    [
      "a Digital Link with a short GTIN and encoded characters",
      "https://e.org/gtin/4006381333931/lot/L1/ser/%539?exp=261231&30=12",
    ],
  ])("as %s", (_, text) => {
    expect(readGs1(text)).toMatchObject(all);
  });

  test("without a mark is only a guess, where it begins with a GTIN", () => {
    expect(readGs1(`01${GTIN}21S9`)).toBeNull();
    expect(guessGs1(`01${GTIN}21S9`)).toMatchObject({ gtin: GTIN, serial: "S9" });
    expect(guessGs1("0104006381333932")).toBeNull();
    expect(guessGs1("INV-0001")).toBeNull();
  });

  test.each([
    ["a wrong check digit", "(01)04006381333932"],
    ["a date that does not exist", `(01)${GTIN}(17)260230`],
    ["a quantity with letters", `(01)${GTIN}(30)12A`],
    ["an unknown application identifier", "(05)123"],
    ["a lot that is too long", `(01)${GTIN}(10)123456789012345678901`],
    ["an asset number without its leading zero", "(8003)19501100012341"],
    ["the same element with two values", `(01)${GTIN}(10)A(10)B`],
    ["a percent sign without digits", `https://e.org/01/${GTIN}/21/%zz`],
    ["another address", "https://example.org/item/7"],
    ["an ordinary code", "INV-0001"],
    ["nothing", ""],
  ])("is refused with %s", (_, text) => {
    expect(readGs1(text)).toBeNull();
  });

  test("day 00 is the last of its month, and asset identifiers are whole", () => {
    expect(readGs1(`(01)${GTIN}(17)280200`)?.expiry).toBe("2028-02-29");
    expect(readGs1("]C18004950110153ABC")).toMatchObject({ individualAsset: "950110153ABC", gtin: null });
    expect(readGs1("(8003)09501101530003A1")).toMatchObject({ returnableAsset: "09501101530003A1" });
  });
});

const lots = fc.stringMatching(/^[A-Za-z0-9./-]{1,20}$/);
const gtins = fc
  .integer({ min: 1, max: 9_999_999_999_999 })
  .map((number) => String(number).padStart(13, "0"))
  .map((digits) => Array.from("0123456789", (last) => digits + last).find((one) => checkedGtin(one)) ?? "");

test("property: every spelling of the same data reads the same, and its own text reads as itself", () => {
  const data = fc.record({
    gtin: gtins,
    lot: lots,
    serial: lots,
    quantity: fc.integer({ min: 1, max: 99_999_999 }),
  });
  fc.assert(
    fc.property(data, ({ gtin, lot, serial, quantity }) => {
      const spellings = [
        `]C101${gtin}10${lot}${GS}21${serial}${GS}30${quantity}`,
        `]d230${quantity}${GS}21${serial}${GS}10${lot}${GS}01${gtin}`,
        `(01)${gtin}(10)${lot}(21)${serial}(30)${quantity}`,
        `https://x.example/01/${gtin}/10/${encodeURIComponent(lot)}/21/${encodeURIComponent(serial)}?30=${quantity}`,
      ];
      for (const text of spellings) {
        const found = readGs1(text);
        expect(found).toMatchObject({ gtin, lot, serial, quantity });
        expect(readGs1(found?.text ?? "")).toEqual(found);
        expect(codeKey(text)).toBe(`(01)${gtin}(21)${serial.toLowerCase()}`);
      }
    }),
  );
});

test("property: all forms of a GTIN are one code, with brackets and a lot too", () => {
  fc.assert(
    fc.property(gtins, lots, (gtin, lot) => {
      for (const form of gtinForms(gtin))
        expect(normalisedCode(form)).toMatchObject({ key: `(01)${gtin}`, code: form });
      expect(codeKey(`(01)${gtin}(10)${lot}`)).toBe(`(01)${gtin}`);
      expect(codeKey(`https://x.example/01/${gtin}?30=5`)).toBe(`(01)${gtin}`);
    }),
  );
});

test("property: the pieces of a scan are the quantity of the code, times the pack where it counts packs", () => {
  const counts = fc.integer({ min: 1, max: 99_999 });
  fc.assert(
    fc.property(gtins, counts, counts, (gtin, quantity, pack) => {
      const found = [{ articleId: 1, packQuantity: pack }];
      expect(piecesOf(null, found)).toBe(pack);
      expect(piecesOf(readGs1(`(01)${gtin}`), found)).toBe(pack);
      expect(piecesOf(readGs1(`(01)${gtin}(30)${quantity}`), found)).toBe(quantity);
      expect(piecesOf(readGs1(`(02)${gtin}(37)${quantity}`), found)).toBe(quantity * pack);
      expect(piecesOf(readGs1(`(02)${gtin}(37)${quantity}`), [])).toBe(quantity);
      expect(piecesOf(readGs1(`(01)${gtin}(30)0`), [])).toBe(1);
      // Which of two articles is meant is not known.
      expect(piecesOf(null, [...found, { articleId: 2, packQuantity: null }])).toBe(1);
    }),
  );
});

test("a code with a product and a lot is the code of the product", () => {
  expect(normalisedCode("(01)09501101530003(10)AB")).toEqual({
    code: "09501101530003",
    key: "(01)09501101530003",
    kind: "gtin",
  });
});

test("of a code with a product and a serial number the piece is looked up first", () => {
  const [, exact] = scanSteps("(01)09501101530003(21)AB").steps;
  expect(exact).toEqual([{ field: "additional", text: "(01)09501101530003(21)ab" }]);
});
