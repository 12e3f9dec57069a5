import fc from "fast-check";
import { expect, test } from "vitest";
import {
  move,
  resizeLabel,
  rotate,
} from "../../../../../src/web/console/printers/labels/designer/commands.ts";
import {
  boundsOf,
  boundsOfIds,
  boxOf,
} from "../../../../../src/web/console/printers/labels/designer/geometry.ts";
import { HANDLES } from "../../../../../src/web/console/printers/labels/designer/resize.ts";
import { everything, only } from "../../../../../src/web/console/printers/labels/designer/selection.ts";
import { dragged } from "../../../../../src/web/console/printers/labels/designer/use-drag.ts";
import { labelOf, labels, offsets, textAt } from "./layouts.ts";

const SNAP = { tolerance: 1, keepsRatio: false };
const FREE = { tolerance: 0, keepsRatio: false };

/** How far a box is outside of its label, on its worst side. */
const outside = ({ widthMm, heightMm, elements }: ReturnType<typeof labelOf>) => {
  const box = boundsOf(elements.map(boxOf));
  if (box === null) return 0;
  return Math.max(0, -box.x, -box.y, box.x + box.width - widthMm, box.y + box.height - heightMm);
};

test("a turn exchanges width and height, two keep the box, and four are none", () => {
  fc.assert(
    fc.property(labels, (label) => {
      const ids = everything(label);
      const turned = rotate(label, ids);
      const sides = label.elements
        .map(boxOf)
        .map(({ x, y, width, height }) => ({ x, y, width: height, height: width }));
      expect(turned.elements.map(boxOf)).toEqual(sides);
      const half = rotate(turned, ids);
      expect(half.elements.map(boxOf)).toEqual(label.elements.map(boxOf));
      expect(rotate(rotate(half, ids), ids)).toEqual(label);
    }),
  );
});

test("no drag of elements takes them further out of the label than they were, snapping or not", () => {
  fc.assert(
    fc.property(labels, offsets, fc.boolean(), (label, by, snaps) => {
      const gesture = { is: "move", ids: everything(label) } as const;
      const { layout } = dragged(label, gesture, by, snaps ? SNAP : FREE);
      expect(outside(layout)).toBeLessThanOrEqual(outside(label) + 0.01);
    }),
  );
});

test("a resize leaves the opposite edges, keeps the element on the label, and each side has a length", () => {
  fc.assert(
    fc.property(labels, offsets, fc.constantFrom(...HANDLES), fc.boolean(), (label, by, handle, keeps) => {
      const [first] = label.elements;
      if (first === undefined) return;
      const gesture = { is: "resize", id: first.id, handle } as const;
      const { layout } = dragged(label, gesture, by, { tolerance: 1, keepsRatio: keeps });
      const before = boxOf(first);
      const [after] = layout.elements.map(boxOf);
      if (after === undefined) throw new Error("The element is gone.");
      if (handle.includes("w")) expect(after.x + after.width).toBeCloseTo(before.x + before.width, 1);
      else expect(after.x).toBe(before.x);
      if (handle.includes("n")) expect(after.y + after.height).toBeCloseTo(before.y + before.height, 1);
      else expect(after.y).toBe(before.y);
      expect(Math.min(after.width, after.height)).toBeGreaterThanOrEqual(0.1);
      expect(outside(layout)).toBeLessThanOrEqual(outside(label) + 0.02);
    }),
  );
});

test("a turned element is resized as it lies: its right edge changes what is its height", () => {
  const label = labelOf(textAt("a", 10, 10, { rotation: 90, widthMm: 20, heightMm: 5 }));
  const { layout } = dragged(label, { is: "resize", id: "a", handle: "e" }, { dx: 3, dy: 9 }, FREE);
  expect(layout.elements[0]).toMatchObject({ x: 10, y: 10, widthMm: 20, heightMm: 8 });
});

test("a code in two dimensions keeps its ratio at a corner, and not at an edge", () => {
  const code = { ...textAt("a", 10, 10), kind: "code", symbology: "qr", showText: false } as const;
  const label = labelOf({ ...code, widthMm: 10, heightMm: 10 } as ReturnType<typeof textAt>);
  const corner = dragged(label, { is: "resize", id: "a", handle: "se" }, { dx: 5, dy: 9 }, FREE);
  expect(corner.layout.elements[0]).toMatchObject({ widthMm: 15, heightMm: 15 });
  const edge = dragged(label, { is: "resize", id: "a", handle: "e" }, { dx: 5, dy: 9 }, FREE);
  expect(edge.layout.elements[0]).toMatchObject({ widthMm: 15, heightMm: 10 });
});

test("a move keeps a group together, and ends at the edge of the label", () => {
  const label = labelOf(textAt("a", 10, 10), textAt("b", 70, 30));
  const moved = move(label, everything(label), { dx: 50, dy: -4 });
  expect(moved.elements.map(({ x, y }) => [x, y])).toEqual([
    [20, 6],
    [80, 26],
  ]);
  expect(move(moved, only("b"), { dx: 1, dy: 0 })).toBe(moved);
  expect(boundsOfIds(moved, only("none"))).toBeNull();
});

test("a label is never smaller than 10 mm or larger than 300 mm", () => {
  expect(resizeLabel(labelOf(), { widthMm: 3, heightMm: 1000 })).toMatchObject({
    widthMm: 10,
    heightMm: 300,
  });
  const label = labelOf();
  expect(resizeLabel(label, { widthMm: 100 })).toBe(label);
});
