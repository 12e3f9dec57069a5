import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LABEL, layoutOfLabel, resemblesLabel } from "../../../src/web/scanner/layout-choice.tsx";
import {
  KEYS,
  LAYOUTS,
  type Layout,
  layoutOf,
  ROWS,
  readings,
  typed,
} from "../../../src/web/scanner/layouts.ts";
import { suspects } from "../../../src/web/scanner/meaning.ts";

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");

function layoutById(id: string): Layout {
  const layout = layoutOf(id);
  if (layout === null) throw new Error(`no layout ${id}`);
  return layout;
}

const outputOf = (layout: Layout, key: string) => layout.rows.join("")[KEYS.indexOf(key)] ?? "";
const isLost = (layout: Layout, key: string) => outputOf(layout, key) === " ";
const isDead = (layout: Layout, key: string) => key !== " " && layout.dead.includes(outputOf(layout, key));

test("the keys are all printable ASCII characters, each once", () => {
  expect([...KEYS, " "].sort().join("")).toBe([...ASCII].sort().join(""));
});

test.each(LAYOUTS.map((layout) => [layout.id, layout] as const))(
  "%s has an output for every key, and no output twice",
  (_, layout) => {
    expect(layout.rows.map((row) => [...row].length)).toEqual(ROWS.map((row) => row.length));
    const outputs = [...layout.rows.join("")].filter((output) => output !== " ");
    expect(new Set(outputs).size).toBe(outputs.length);
  },
);

describe.each([
  ["cs-qwertz", "INV-0123456789/yZ", "INV=é+ěščřžýáí-zY"],
  ["cs-qwerty", "INV-0123456789/yZ", "INV=é+ěščřžýáí-yZ"],
  ["sk-qwertz", "INV-0123456789/yZ", "INV=é+ľščťžýáí-zY"],
  ["sk-qwerty", "INV-0123456789/yZ", "INV=é+ľščťžýáí-yZ"],
  ["fr", "AMQ-0123456789/wZ", "Q?A)à&é\"'(-è_ç!zW"],
  ["de", "INV-0123456789/yZ", "INVß0123456789-zY"],
  ["gb", 'a"b@c#d~e\\f|g', 'a@b"c£d¬e#f~g'],
  // A dead key combines with some letters, and stands alone before others and before a space.
  ["cs-qwerty", "+C=1=Q+ .", "Č´+´Qˇ."],
  ["fr", "[e[x{i", "ê^xï"],
  ["de", "=e+A`", "éÀ^"],
])("on %s", (id, sent, shown) => {
  test(`a scanner's ${sent} is shown as ${shown}`, () => expect(typed(layoutById(id), sent)).toBe(shown));

  test(`and ${shown} is read as ${sent}`, () => expect(readings(layoutById(id), shown, 16)).toContain(sent));
});

test("a letter is read first as the key that types it, then as a dead key with a letter", () => {
  expect(readings(layoutById("cs-qwerty"), "č")).toEqual(["4", "+c"]);
});

const everyLayout = LAYOUTS.map((layout) => [layout.id, layout] as const);

test.each(everyLayout)("%s restores any code without dead keys as its first reading", (_, layout) => {
  const clear = [...ASCII].filter((sign) => !isLost(layout, sign) && !isDead(layout, sign));
  const code = fc.string({ unit: fc.constantFrom(...clear) });
  fc.assert(fc.property(code, (text) => readings(layout, typed(layout, text))[0] === text));
});

test.each(everyLayout)("%s has any code among its readings", (_, layout) => {
  const code = fc.string({
    unit: fc.constantFrom(...[...ASCII].filter((sign) => !isLost(layout, sign))),
    maxLength: 6,
  });
  fc.assert(fc.property(code, (text) => readings(layout, typed(layout, text), 10_000).includes(text)));
});

test("a scan has at most four readings, also when each character has two", () => {
  expect(readings(layoutById("cs-qwerty"), "č".repeat(40))).toHaveLength(4);
});

describe("the test label", () => {
  test("is printable ASCII of fewer than 30 characters, which scanners read from a screen", () => {
    expect(LABEL).toMatch(/^[\x21-\x7e]+$/);
    expect(LABEL.length).toBeLessThan(30);
  });

  test("gives different characters with every layout", () => {
    const shown = [LABEL, ...LAYOUTS.map((layout) => typed(layout, LABEL))];
    expect(new Set(shown).size).toBe(shown.length);
  });

  test.each(everyLayout)("identifies %s", (_, layout) => {
    const shown = typed(layout, LABEL);
    expect(layoutOfLabel(shown)).toBe(layout);
    expect(resemblesLabel(shown)).toBe(true);
  });

  test("tells a correct layout, an unknown layout and another label apart", () => {
    expect(layoutOfLabel(LABEL)).toBe("right");
    const unknown = LABEL.replace(/[0-9]/g, "x");
    expect(layoutOfLabel(unknown)).toBeNull();
    expect(resemblesLabel(unknown)).toBe(true);
    expect(resemblesLabel("INV-000001")).toBe(false);
  });
});

describe("a scan that suggests a wrong layout", () => {
  test.each([
    ["cs-qwertz", "INV-000001", "INV=ééééé+"],
    ["sk-qwertz", "A-225", "A=ľľť"],
    ["fr", "INV-000001", "INV)ààààà&"],
    ["fr", "4711", "'è&&"],
    ["de", "A-4711", "Aß4711"],
  ])("is with %s the code %s shown as %s", (id, text, shown) => {
    expect(suspects(shown, false)).toContainEqual({ layout: layoutById(id), text });
  });

  test.each([
    ["an ordinary code", "INV-000001"],
    ["a number", "8594001234567"],
    ["a code with a Czech letter", "ŘEZ-0001"],
    ["a code with signs", "A+B/C-1"],
    ["a price", "$12.50"],
    ["a link", "http://box/articles?id=7"],
  ])("is not %s", (_, text) => expect(suspects(text, false)).toEqual([]));

  test("names one layout if several give the same code", () => {
    expect(suspects("ěšč", false).map((suspect) => suspect.layout.id)).toEqual(["cs-qwertz"]);
    expect(suspects("ěšč", true).map((suspect) => suspect.layout.id)).toEqual(["cs-qwerty"]);
    const both = suspects("Aěy", true).map(({ layout, text }) => `${layout.id} ${text}`);
    expect(both).toEqual(["cs-qwerty A2y", "cs-qwertz A2z"]);
  });
});
