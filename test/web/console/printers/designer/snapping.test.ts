import fc from "fast-check";
import { expect, test } from "vitest";
import { boxOf } from "../../../../../src/web/console/printers/labels/designer/geometry.ts";
import { HANDLES } from "../../../../../src/web/console/printers/labels/designer/resize.ts";
import { only } from "../../../../../src/web/console/printers/labels/designer/selection.ts";
import {
  linesOf,
  snapMove,
  snapResize,
} from "../../../../../src/web/console/printers/labels/designer/snapping.ts";
import { dragged } from "../../../../../src/web/console/printers/labels/designer/use-drag.ts";
import { labelOf, labels, textAt } from "./layouts.ts";

const mm = fc.double({ min: -20, max: 320, noNaN: true });
const size = fc.double({ min: 0.1, max: 120, noNaN: true });
const boxes = fc.record({ x: mm, y: mm, width: size, height: size });
const tolerances = fc.double({ min: 0, max: 3, noNaN: true });

test("snapping never moves a box or an edge by more than its tolerance", () => {
  fc.assert(
    fc.property(labels, boxes, tolerances, fc.constantFrom(...HANDLES), (label, box, tolerance, handle) => {
      const lines = linesOf(label, new Set());
      for (const { dx, dy } of [snapMove(box, lines, tolerance), snapResize(box, handle, lines, tolerance)]) {
        expect(Math.abs(dx)).toBeLessThanOrEqual(tolerance);
        expect(Math.abs(dy)).toBeLessThanOrEqual(tolerance);
      }
    }),
  );
});

test("a box that has snapped touches each line that is shown", () => {
  fc.assert(
    fc.property(labels, boxes, (label, box) => {
      const { dx, dy, guides } = snapMove(box, linesOf(label, new Set()), 2);
      const at = { x: box.x + dx, y: box.y + dy };
      for (const guide of guides) {
        const side = guide.axis === "x" ? box.width : box.height;
        const distances = [0, side / 2, side].map((part) => Math.abs(at[guide.axis] + part - guide.at));
        expect(Math.min(...distances)).toBeLessThan(0.01);
      }
    }),
  );
});

const drag = (dx: number, dy: number, tolerance = 1) =>
  dragged(
    labelOf(textAt("a", 10, 10), textAt("b", 50.3, 30)),
    { is: "move", ids: only("a") },
    { dx, dy },
    { tolerance, keepsRatio: false },
  );
const placeOf = ({ layout }: ReturnType<typeof drag>) => {
  const [first] = layout.elements.map(boxOf);
  return [first?.x, first?.y];
};

test("a dragged element snaps to the grid, to edges of others before the grid, and to the middle of the label", () => {
  expect(placeOf(drag(3.3, 5.4))).toEqual([13, 15]);
  const edge = drag(40.2, 5.4);
  expect(placeOf(edge)).toEqual([50.3, 15]);
  expect(edge.guides).toEqual([
    { axis: "x", at: 50.3 },
    { axis: "x", at: 60.3 },
    { axis: "x", at: 70.3 },
  ]);
  const middle = drag(29.8, 12.6);
  expect(placeOf(middle)).toEqual([40, 22.5]);
  expect(middle.guides).toContainEqual({ axis: "x", at: 50 });
  expect(middle.guides).toContainEqual({ axis: "y", at: 25 });
});

test("without snapping an element goes where the pointer is, in hundredths of a millimetre", () => {
  expect(placeOf(drag(3.333, 5.417, 0))).toEqual([13.33, 15.42]);
  expect(drag(40.2, 5.4, 0).guides).toEqual([]);
});

test("a resized edge snaps to the edge of another element", () => {
  const label = labelOf(textAt("a", 10, 10), textAt("b", 50.3, 30));
  const { layout, guides } = dragged(
    label,
    { is: "resize", id: "a", handle: "e" },
    { dx: 20.6, dy: 0 },
    { tolerance: 1, keepsRatio: false },
  );
  expect(layout.elements[0]).toMatchObject({ x: 10, widthMm: 40.3 });
  expect(guides).toEqual([{ axis: "x", at: 50.3 }]);
});
