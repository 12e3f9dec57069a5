import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tagsInCall, tagsInText } from "../../../src/web/scanner/reader-tags.ts";
import { plainTag, sgtin } from "./tag-numbers.ts";

const [ONE, TWO] = [sgtin(1), plainTag(2)];
const plain = (...epcs: string[]) => epcs.map((epc) => ({ epc, rssi: null }));
/** A signal belongs to the last tag before it. */
const withSignal = (epcs: string[], rssi: number) =>
  epcs.map((epc, at) => ({ epc, rssi: at === epcs.length - 1 ? rssi : null }));

describe("a typed text", () => {
  test.each([
    ["one tag", ONE, plain(ONE)],
    ["in lower case", ONE.toLowerCase(), plain(ONE)],
    ["in pairs of digits", (ONE.match(/../g) ?? []).join(" "), plain(ONE)],
    ["several with a separator", `${ONE},${TWO}; ${ONE}`, plain(ONE, TWO, ONE)],
    [
      "with their signals",
      `${ONE} -52.5 ${TWO},-61dBm`,
      [
        { epc: ONE, rssi: -52.5 },
        { epc: TWO, rssi: -61 },
      ],
    ],
    ["an article's code", "INV-0001", []],
    ["a tag and something else", `${ONE} INV-0001`, []],
    ["a number alone", "-52", []],
    ["a GS1 code of a product with an expiry", "010950110153000317261231", []],
    ["a GS1 code of a product with a lot", "010950110153000310ABCDEF", []],
    [
      "a tag that begins as such a code, with another check digit",
      "010950110153000417261231",
      plain("010950110153000417261231"),
    ],
    ["nothing", "", []],
    ["two GS1 tags of 96 bits without a separator", ONE + sgtin(2), plain(ONE, sgtin(2))],
    ["ten of them, then their signal", `${ONE.repeat(10)} -60`, withSignal(Array(10).fill(ONE), -60)],
    ["tags that may be one of 192 bits", TWO + TWO, plain(TWO + TWO)],
    ["a GS1 tag and one that is not", ONE + TWO, plain(ONE + TWO)],
  ])("%s", (_, text, tags) => {
    expect(tagsInText(text)).toEqual(tags);
  });

  test("several tags without a separator, each with its protocol control word", () => {
    const format = { prefix: "", suffix: "", form: "pc" } as const;
    const long = `${TWO}${TWO}`;
    expect(tagsInText(`3000${ONE}3000${TWO}6000${long}`, format)).toEqual(plain(ONE, TWO, long));
    expect(tagsInText(`3000${ONE}ABCD3000${TWO}12EF`, format)).toEqual(plain(ONE, TWO));
    expect(tagsInText(`3000${ONE}ABCDEF`, format)).toEqual(plain(ONE));
  });

  test("property: any number of GS1 tags of 96 bits without a separator are these tags", () => {
    const serials = fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(serials, (all) => {
        expect(tagsInText(all.map(sgtin).join(""))).toEqual(plain(...all.map(sgtin)));
      }),
    );
  });

  test("in the format of the reader: text around each tag, and the protocol control word", () => {
    const format = { prefix: "[", suffix: "]", form: "pc" } as const;
    // Six words of EPC, then a check sum that some readers send too.
    expect(tagsInText(`[3000${ONE}],[3000${TWO}ABCD]`, format)).toEqual(plain(ONE, TWO));
    expect(tagsInText(`[3000${ONE}`, format)).toEqual([]);
    expect(tagsInText(`[F800${ONE}]`, format)).toEqual([]);
  });
});

describe("a call of tallybox.readTags", () => {
  test.each([
    ["texts", [ONE, TWO], plain(ONE, TWO), 0],
    ["one text", ONE, plain(ONE), 0],
    ["objects", [{ epc: ONE, rssi: -60, antenna: 1 }], [{ epc: ONE, rssi: -60 }], 0],
    ["JSON", JSON.stringify([{ epc: ONE, rssi: "-60" }]), [{ epc: ONE, rssi: -60 }], 0],
    ["Enterprise Browser", { TagData: [{ tagID: ONE, RSSI: "-44" }] }, [{ epc: ONE, rssi: -44 }], 0],
    ["a signal that is none", [{ epc: ONE, rssi: 4000 }], plain(ONE), 0],
    ["entries that are no tags", [ONE, "INV-1", null, 7, {}, { epc: 5 }], plain(ONE), 5],
    ["broken JSON", "[{", [], 1],
    ["nothing", undefined, [], 1],
  ])("with %s", (_, input, tags, rejected) => {
    expect(tagsInCall(input)).toEqual({ tags, rejected });
  });

  test("property: no value makes it fail", () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { tags, rejected } = tagsInCall(value);
        expect(tags.length + rejected).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});
