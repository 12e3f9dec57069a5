import { PrinterTypes, ThermalPrinter } from "node-thermal-printer";
import { describe, expect, test } from "vitest";
import {
  bestCodePage,
  type CodePage,
  codePages,
  encode,
  encodeRuns,
  replaceLetter,
  toAscii,
} from "../../../src/printing/languages/codepages.ts";

describe("the code pages", () => {
  test.each([
    ["PC850_MULTILINGUAL", codePages.cp850],
    ["PC852_LATIN2", codePages.cp852],
    ["PC858_EURO", codePages.cp858],
    ["PC866_CYRILLIC2", codePages.cp866],
    ["WPC1250_LATIN2", codePages.windows1250],
    ["WPC1251_CYRILLIC", codePages.windows1251],
  ])("%s has the bytes that node-thermal-printer sends for its letters", (name, page: CodePage) => {
    for (const [letter, byte] of page) {
      const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: "" });
      printer.setCharacterSet(name);
      printer.clear();
      printer.append(letter);
      expect([letter, ...printer.getBuffer()]).toEqual([letter, byte]);
    }
    expect(page.size).toBeGreaterThan(120);
  });
});

test.each([
  ["Příliš žluťoučký kůň úpěl ďábelské ódy", "Prilis zlutoucky kun upel dabelske ody"],
  ["Łódź, ŁÓDŹ, Æsir, Ærø", "Lodz, LODZ, Aesir, Aero"],
  ["Straße 5 €", "Strasse 5 EUR"],
  ["Щасливі їжаки ґанку, юшка й п’явка", "Shchaslyvi izhaky ganku, iushka i p'iavka"],
  ["подъезд, ёлка, мышь", "podezd, elka, mysh"],
  ["„Žák“ – 24″ × 5 °C…", "''Zak'' - 24'' x 5 degC..."],
  ["combining: e\u030c q\u030c", "combining: e q"],
  ["no-break\u00a0space, soft\u00adhyphen, zero\u200bwidth", "no-break space, softhyphen, zerowidth"],
  ["ﬁ ① ½ ™ №5", "fi 1 1/2 TM No5"],
  ["倉庫 📦", "?? ?"],
])("%s is written %s where only ASCII exists", (text, written) => {
  expect(toAscii(text)).toBe(written);
});

test("no replacement has a meaning in a printer's language", () => {
  const dangerous: string[] = [];
  for (let point = 0x80; point < 0x30000; point += 1) {
    const letter = String.fromCodePoint(point);
    const isComposed = !/\p{Cs}/u.test(letter) && letter.normalize("NFC") === letter;
    if (isComposed && !/^[A-Za-z0-9 .,'()/+?-]*$/.test(replaceLetter(letter))) {
      dangerous.push(`${letter}: ${replaceLetter(letter)}`);
    }
  }
  expect(dangerous).toEqual([]);
});

test("every Latin letter has a base letter, every Cyrillic one of Central Europe a romanization", () => {
  const letters = [
    ...codePages.windows1250.keys(),
    ...codePages.windows1251.keys(),
    ...codePages.windows1252.keys(),
  ];
  const lost = letters.filter((letter) => /[\p{Lu}\p{Ll}]/u.test(letter) && toAscii(letter) === "?");
  expect(lost).toEqual([]);
});

test("a letter that a page lacks becomes its base letter, and the others keep their bytes", () => {
  expect(encode("ěñ€", codePages.cp852).toString("latin1")).toBe("\xd8nEUR");
});

describe("the code page of a text", () => {
  const central = { page: codePages.windows1250 };
  const cyrillic = { page: codePages.windows1251 };
  test.each([
    ["Kůň", central],
    ["Гадяч", cyrillic],
    ["Гадяч ě", cyrillic],
    ["plain", central],
    ["€", central],
  ])("%s is the one with most of its letters, the first of equal ones", (text, best) => {
    expect(bestCodePage(text, [central, cyrillic])).toBe(best);
  });

  test("a text is split where no one page has all letters, and a letter of no page is replaced", () => {
    const cut = encodeRuns("a ě b ї 庫 c", [central, cyrillic], undefined);
    expect(cut.map(({ choice, bytes }) => [choice, bytes.toString("latin1")])).toEqual([
      [undefined, "a "],
      [central, "\xec b "],
      [cyrillic, "\xbf ? c"],
    ]);
  });
});
