import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { codeKey, normalisedCode } from "../../../src/domain/codes/code-key.ts";
import { guessAsset, guessGs1, readGs1 } from "../../../src/domain/codes/gs1.ts";
import { checkedGtin, gtinForms } from "../../../src/domain/codes/gtin.ts";
import { isOtherPiece, piecesOf, scanSteps } from "../../../src/domain/codes/scan-steps.ts";

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
    ["an SSCC with a wrong check digit", "(00)106141412345678907"],
    ["trade items with a wrong check digit", "(02)04006381333932(37)2"],
    ["a date that does not exist", `(01)${GTIN}(17)260230`],
    ["month 00", `(01)${GTIN}(17)270015`],
    ["month 13", `(01)${GTIN}(17)271315`],
    ["a quantity with letters", `(01)${GTIN}(30)12A`],
    ["an unknown application identifier", "(05)123"],
    ["a lot that is too long", `(01)${GTIN}(10)123456789012345678901`],
    ["a serial number that is too long", `(01)${GTIN}(21)${"1".repeat(21)}`],
    ["an asset number without its leading zero", "(8003)19501101530003"],
    ["an asset number with a wrong check digit", "(8003)09501101530004"],
    ["an asset number that is too long", `(8003)09501101530003${"1".repeat(17)}`],
    ["an individual asset that is too long", `(8004)${"1".repeat(31)}`],
    ["the same element with two values", `(01)${GTIN}(10)A(10)B`],
    ["a percent sign without digits", `https://e.org/01/${GTIN}/21/%zz`],
    ["another address", "https://example.org/item/7"],
    ["an ordinary code", "INV-0001"],
    ["nothing", ""],
  ])("is refused with %s", (_, text) => {
    expect(readGs1(text)).toBeNull();
  });

  test.each([
    ["a lot of 20 characters", `(01)${GTIN}(10)${"1".repeat(20)}`],
    ["a serial number of 20 characters", `(01)${GTIN}(21)${"1".repeat(20)}`],
    ["an asset number of 30 characters", `(8003)09501101530003${"1".repeat(16)}`],
    ["an individual asset of 30 characters", `(8004)${"1".repeat(30)}`],
    ["a date in January", `(01)${GTIN}(17)270115`],
  ])("may have %s", (_, text) => {
    expect(readGs1(text)?.text).toBe(text);
  });

  test("has a date of the 49 years before this one, or of the 50 years after it", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 6) });
    onTestFinished(() => void vi.useRealTimers());
    const expiry = (year: number) => readGs1(`(01)${GTIN}(17)${year}0101`)?.expiry;
    expect([77, 76].map(expiry)).toEqual(["1977-01-01", "2076-01-01"]);
  });

  test("without a mark may be an individual asset", () => {
    expect(guessAsset("8004950110153ABC")).toBe("950110153ABC");
    expect(guessAsset("8005950110153")).toBeNull();
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

test.each([
  ["a product and a lot", "(01)09501101530003(10)AB", "(01)09501101530003", "gtin", "09501101530003"],
  ["a product and a serial number", "(01)09501101530003(21)AB", "(01)09501101530003(21)ab", "serial"],
  ["a returnable asset", "(8003)09501101530003AB", "(8003)09501101530003ab", "other"],
  [
    "a logistic unit",
    "(00)106141412345678908(10)AB",
    "(00)106141412345678908",
    "other",
    "(00)106141412345678908",
  ],
  ["a lot alone", "(10)AB", "(10)ab", "other"],
])("the code of %s", (_, text, key, kind, code = text) => {
  expect(normalisedCode(text)).toEqual({ code, key, kind });
});

const code = (text: string) => ({ field: "code", text });
const additional = (text: string) => ({ field: "additional", text });
const isProduct = true;
const PRODUCT = [
  { ...additional("(01)09501101530003"), isProduct },
  { ...code("09501101530003"), isProduct },
  { ...code("9501101530003"), isProduct },
];
const pieceOf = (serial: string) => [
  { ...additional(serial), isPart: true },
  { field: "serial", text: serial, isPart: true },
];

describe("the look-ups of a code, the most exact first:", () => {
  const MARKED = "(01)09501101530003(21)ab";
  const HEXADECIMAL = "010950110153000321ABCDEF";
  test.each([
    ["a product", "(01)09501101530003", [PRODUCT]],
    [
      "a product with a serial number",
      MARKED,
      [[additional(MARKED)], [...pieceOf("ab"), ...PRODUCT], PRODUCT],
    ],
    [
      "the same with as many hexadecimal digits as a tag",
      HEXADECIMAL,
      [[additional("(01)09501101530003(21)abcdef")], [...pieceOf("abcdef"), ...PRODUCT], PRODUCT],
    ],
    [
      "an asset",
      "(8004)ab",
      [[additional("(8004)ab")], [code("ab"), additional("ab"), { field: "serial", text: "ab" }]],
    ],
    ["an asset without a mark", "8004950110153XYZ", [[additional("(8004)950110153xyz")]]],
    ["nothing of GS1", "INV-0001", []],
  ])("%s", (_, text, ofGs1) => {
    const { steps } = scanSteps(text);
    const plain = text.startsWith("(") ? 1 : 4;
    expect(steps[0]?.[0]).toEqual(code(text));
    expect(steps.slice(plain)).toEqual(ofGs1);
  });
});

test.each([
  ["with another serial number is another piece", "A", "B", true],
  ["with the same serial number, in capitals or not, is that piece", "ab", "AB", false],
  ["without a serial number may be it", null, "A", false],
  ["may be what a code without a serial number means", "A", null, false],
])("an article found by its GTIN %s", (_, serialNumber, serial, expected) => {
  expect(isOtherPiece(serialNumber, { serial })).toBe(expected);
});
