import fc from "fast-check";
import { expect, test } from "vitest";
import { READY_MADE } from "../../../../../src/web/console/printers/labels/designer/ready-made.ts";
import { labelOfText, textOfLabel } from "../../../../../src/web/console/printers/labels/layout-file.ts";
import { labelOf, labels, textAt } from "./layouts.ts";

test("a saved label is the same when it is opened", () => {
  fc.assert(
    fc.property(fc.string(), labels, (name, layout) => {
      expect(labelOfText(textOfLabel({ name, layout }))).toEqual({ name, layout });
    }),
  );
  for (const layout of READY_MADE)
    expect(labelOfText(textOfLabel({ name: "", layout }))?.layout).toEqual(layout);
});

test.each([
  ["no JSON", "hello"],
  ["another JSON file", JSON.stringify({ name: "x", layout: labelOf() })],
  [
    "two elements with one id",
    textOfLabel({ name: "", layout: labelOf(textAt("a", 1, 1), textAt("a", 2, 2)) }),
  ],
  ["an element off the label", textOfLabel({ name: "", layout: labelOf(textAt("a", -1, 1)) })],
  ["a label of a kilometre", textOfLabel({ name: "", layout: { ...labelOf(), widthMm: 1e6 } })],
  [
    "an unknown kind",
    textOfLabel({ name: "", layout: labelOf(textAt("a", 1, 1, { kind: "film" } as never)) }),
  ],
  [
    "an unknown code",
    textOfLabel({ name: "", layout: labelOf(textAt("a", 1, 1, { kind: "code", symbology: "x" } as never)) }),
  ],
  [
    "a text that is none",
    textOfLabel({ name: "", layout: labelOf(textAt("a", 1, 1, { text: 5 } as never)) }),
  ],
])("%s is refused", (_, text) => {
  expect(labelOfText(text)).toBeNull();
});
