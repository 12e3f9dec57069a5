import { describe, expect, test } from "vitest";
import type { Locale } from "../../../src/i18n/locales.ts";
import { textIn } from "../../../src/i18n/text.ts";
import { layoutOf } from "../../../src/web/scanner/layouts.ts";
import { type Aim, aimOf, meaningOf, type ScanContext } from "../../../src/web/scanner/meaning.ts";
import type { Ending } from "../../../src/web/scanner/wedge.ts";

const NO_HABITS: ScanContext = { layout: null, isScannerDoubling: false, isAndroid: false };
const inCzech: ScanContext = { ...NO_HABITS, layout: layoutOf("cs-qwertz") };

function meaning(raw: string, habits: ScanContext = NO_HABITS, ending: Ending = "Enter", longestGap = 1) {
  return meaningOf({ raw, ending, startedAt: 0, endedAt: 1, longestGap, isStray: false }, habits);
}

test.each([
  ["an ordinary code", "INV-000001", "INV-000001"],
  ["spaces around it", "  INV-000001 ", "INV-000001"],
  ["a space within", "A 1", "A 1"],
  ["a Code 128's identifier", "]C0INV-000001", "INV-000001"],
  ["a QR's identifier", "]Q1INV-000001", "INV-000001"],
  ["an EAN's identifier", "]E08594001234567", "8594001234567"],
  [
    "GS1 in a Data Matrix: the data stay, the separators go",
    "]d2010859400123456721AB1\x1d10L7",
    "010859400123456721AB110L7",
  ],
  ["a GS before the data (FNC1)", "\x1d0108594001234567", "0108594001234567"],
  ["control characters anywhere", "\x02INV\x00-1\x03\x7f", "INV-1"],
  ["a byte order mark", "\ufeffINV-1", "INV-1"],
  ["a bracket that begins no identifier", "]x9INV", "]x9INV"],
  ["a modifier that the standard does not know", "]E9INV", "]E9INV"],
  ["an identifier that is not at the beginning", "A]C01", "A]C01"],
])("%s is looked up without what is not its data", (_, raw, text) => {
  expect(meaning(raw)?.text).toBe(text);
  expect(meaning(raw)?.candidates).toEqual([text]);
});

test.each(["", "  ", "\x1d", "]C1"])("%j is no scan", (raw) => expect(meaning(raw)).toBeNull());

const nameOf = (aim: Aim | null, locale: Locale) => (aim === null ? null : textIn(aim.name, locale));

test("the symbology identifier has a name", () => {
  expect(nameOf(aimOf("]C1x"), "en")).toBe("GS1 Code 128");
  expect(nameOf(aimOf("]Q3x"), "en")).toBe("GS1 QR");
  expect(nameOf(aimOf("]e0x"), "en")).toBe("GS1 DataBar");
  expect(nameOf(aimOf("]X0x"), "cs")).toBe("jiný druh");
  expect(aimOf("C1x")).toBeNull();
});

describe("a doubled code", () => {
  test.each([
    ["is looked up whole, then as its half", "ABC1ABC1", ["ABC1ABC1", "ABC1"]],
    ["with two identifiers is looked up whole, then as its half", "]C0ABC1]C0ABC1", ["ABC1]C0ABC1", "ABC1"]],
    ["of four characters is looked up whole only", "1212", ["1212"]],
  ])("%s", (_, raw, candidates) => {
    expect(meaning(raw)).toMatchObject({ candidates, isDoubled: true });
  });

  test("of any length is halved for a scanner that is known to double", () => {
    expect(meaning("1212", { ...NO_HABITS, isScannerDoubling: true })?.candidates).toEqual(["1212", "12"]);
  });

  test("has a half that is no whole text", () => {
    expect(meaning("ABC1ABC1")?.wholes).toEqual(["ABC1ABC1"]);
  });

  test("has equal halves", () => {
    expect(meaning("ABC1ABC2")).toMatchObject({ candidates: ["ABC1ABC2"], isDoubled: false });
  });
});

describe("on a device with another keyboard layout", () => {
  test("the corrected text is looked up first, then the typed text", () => {
    expect(meaning("INV=ééé+", inCzech)?.candidates).toEqual([
      "INV-0001",
      "INV-00=e1",
      "INV-0=e01",
      "INV-=e001",
      "INV=ééé+",
    ]);
    expect(meaning("INV=ééé+", inCzech)?.text).toBe("INV-0001");
  });

  test("the identifier and the halves are found in the corrected text", () => {
    // ]C0A4711A on a Czech keyboard
    expect(meaning(")CéAč+", inCzech)).toMatchObject({ text: "A41", aim: { id: "]C0" } });
    expect(meaning("Qěš=Qěš=", inCzech)?.candidates).toContain("Q23-");
  });

  test("a code typed by hand is looked up as it is first", () => {
    expect(meaning("zet", inCzech, "Enter", 250)).toMatchObject({ text: "zet", candidates: ["zet", "yet"] });
  });

  test("a layout that is not configured is suggested, and its reading is looked up last", () => {
    const scan = meaning("INV=ééé+");
    expect(scan?.candidates).toEqual(["INV=ééé+", "INV-0001"]);
    expect(scan?.suspects.map((suspect) => suspect.layout.id)).toEqual(["cs-qwertz"]);
  });

  test("on Android the suggested Czech layout is QWERTY", () => {
    const suggested = meaning("INV=ééé+", { ...NO_HABITS, isAndroid: true })?.suspects;
    expect(suggested?.map((suspect) => suspect.layout.id)).toEqual(["cs-qwerty"]);
  });
});

test("a code from the camera is neither corrected nor halved, and suggests no layout", () => {
  for (const raw of ["INV=ééé+", "ABC1ABC1"]) {
    for (const habits of [NO_HABITS, inCzech]) {
      expect(meaning(raw, habits, "camera")).toMatchObject({
        candidates: [raw],
        suspects: [],
        isDoubled: false,
      });
    }
  }
});
