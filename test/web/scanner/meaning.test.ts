import { describe, expect, test } from "vitest";
import { aimOf } from "../../../src/web/scanner/aim.ts";
import { layoutOf } from "../../../src/web/scanner/layouts.ts";
import { type Habits, meaningOf } from "../../../src/web/scanner/meaning.ts";
import type { Ending } from "../../../src/web/scanner/wedge.ts";

const NO_HABITS: Habits = { layout: null, doubles: false, isAndroid: false };
const inCzech: Habits = { ...NO_HABITS, layout: layoutOf("cs-qwertz") };

function meaning(raw: string, habits: Habits = NO_HABITS, ending: Ending = "Enter", longestGap = 1) {
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
])("%s", (_, raw, text) => {
  expect(meaning(raw)?.text).toBe(text);
  expect(meaning(raw)?.candidates).toEqual([text]);
});

test.each(["", "  ", "\x1d", "]C1"])("%j says nothing", (raw) => expect(meaning(raw)).toBeNull());

test("the identifier is told in words", () => {
  expect(aimOf("]C1x")?.name.en).toBe("GS1 Code 128");
  expect(aimOf("]Q3x")?.name.en).toBe("GS1 QR");
  expect(aimOf("]e0x")?.name.en).toBe("GS1 DataBar");
  expect(aimOf("]X0x")?.name.cs).toBe("jiný druh");
  expect(aimOf("C1x")).toBeNull();
});

describe("a doubled code", () => {
  test.each([
    ["is looked up as it is, then its half", "ABC1ABC1", ["ABC1ABC1", "ABC1"]],
    ["has its identifier twice", "]C0ABC1]C0ABC1", ["ABC1]C0ABC1", "ABC1"]],
    ["too short to be one is itself", "1212", ["1212"]],
  ])("%s", (_, raw, candidates) => {
    expect(meaning(raw)).toMatchObject({ candidates, isDoubled: true });
  });

  test("is believed however short from a scanner that doubles", () => {
    expect(meaning("1212", { ...NO_HABITS, doubles: true })?.candidates).toEqual(["1212", "12"]);
  });

  test("is none where the halves differ", () => {
    expect(meaning("ABC1ABC2")).toMatchObject({ candidates: ["ABC1ABC2"], isDoubled: false });
  });
});

describe("on a device with another keyboard", () => {
  test("the corrected text is looked up first, then as it was typed", () => {
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

  test("what somebody types by hand is looked up as it stands first: they saw what they typed", () => {
    expect(meaning("zet", inCzech, "Enter", 250)).toMatchObject({ text: "zet", candidates: ["zet", "yet"] });
  });

  test("a layout nobody chose is suspected, and its reading is looked up last", () => {
    const scan = meaning("INV=ééé+");
    expect(scan?.candidates).toEqual(["INV=ééé+", "INV-0001"]);
    expect(scan?.suspects.map((suspect) => suspect.layout.id)).toEqual(["cs-qwertz"]);
  });

  test("a handheld's Czech keyboard is Android's, where nothing tells them apart", () => {
    const told = meaning("INV=ééé+", { ...NO_HABITS, isAndroid: true })?.suspects;
    expect(told?.map((suspect) => suspect.layout.id)).toEqual(["cs-qwerty"]);
  });
});

test("what the camera reads is neither corrected nor suspected nor halved", () => {
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
