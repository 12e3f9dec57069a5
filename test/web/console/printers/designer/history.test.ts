import fc from "fast-check";
import { expect, test } from "vitest";
import type { LabelLayout } from "../../../../../src/domain/label-layout.ts";
import { isSame } from "../../../../../src/web/console/forms/is-same.ts";
import {
  align,
  distribute,
  reorder,
} from "../../../../../src/web/console/printers/labels/designer/arrange.ts";
import {
  add,
  move,
  paste,
  remove,
  resizeLabel,
  rotate,
  selected,
} from "../../../../../src/web/console/printers/labels/designer/commands.ts";
import { freeId, newElement } from "../../../../../src/web/console/printers/labels/designer/new-element.ts";
import { HANDLES } from "../../../../../src/web/console/printers/labels/designer/resize.ts";
import {
  everything,
  type Selection,
} from "../../../../../src/web/console/printers/labels/designer/selection.ts";
import {
  commit,
  endGesture,
  historyOf,
  MAX_STEPS,
  redo,
  undo,
} from "../../../../../src/web/console/printers/labels/designer/use-designer.ts";
import { dragged } from "../../../../../src/web/console/printers/labels/designer/use-drag.ts";
import { labels, offsets } from "./layouts.ts";

type Command = (label: LabelLayout) => LabelLayout;

/** Some of the elements, by the bits of a number. */
const some = ({ elements }: LabelLayout, bits: number): Selection =>
  new Set(elements.filter((_, i) => (bits & (1 << (i % 6))) !== 0).map(({ id }) => id));
const bits = fc.nat(63);
const ofBits = (make: (label: LabelLayout, selection: Selection) => LabelLayout): fc.Arbitrary<Command> =>
  bits.map((n) => (label) => make(label, some(label, n)));

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc
    .constantFrom("text", "field", "code", "line", "box")
    .map(
      (item) => (label: LabelLayout) => add(label, newElement(item, freeId(label), "{{code}}", label)).layout,
    ),
  ofBits(remove),
  ofBits(rotate),
  ofBits((label, ids) => paste(label, selected(label, ids)).layout),
  ofBits((label, ids) => reorder(label, ids, "forward")),
  ofBits((label, ids) => distribute(label, ids, "x")),
  fc.tuple(bits, fc.constantFrom("left", "center", "right", "top", "middle", "bottom")).map(
    ([n, alignment]) =>
      (label: LabelLayout) =>
        align(label, some(label, n), alignment),
  ),
  fc.tuple(bits, offsets).map(
    ([n, by]) =>
      (label: LabelLayout) =>
        move(label, some(label, n), by),
  ),
  fc.tuple(bits, offsets).map(
    ([n, by]) =>
      (label: LabelLayout) =>
        dragged(label, { is: "move", ids: some(label, n) }, by, { tolerance: 1, keepsRatio: false }).layout,
  ),
  fc
    .tuple(
      fc.nat(5),
      fc.constantFrom(...HANDLES),
      fc.oneof(offsets, fc.constant({ dx: 0, dy: 0 })),
      fc.boolean(),
    )
    .map(([n, handle, by, keepsRatio]) => (label: LabelLayout) => {
      const id = label.elements[n]?.id ?? "none";
      return dragged(label, { is: "resize", id, handle }, by, { tolerance: 0, keepsRatio }).layout;
    }),
  offsets.map((by) => (label: LabelLayout) => resizeLabel(label, { widthMm: by.dx, heightMm: by.dy })),
);

test("undo after any commands gives back each former layout, and redo each later one", () => {
  fc.assert(
    fc.property(labels, fc.array(commands, { maxLength: 20 }), (label, done) => {
      let history = historyOf(label);
      const steps = [structuredClone(label)];
      for (const command of done) {
        const next = command(history.present);
        if (next !== history.present) steps.push(structuredClone(next));
        history = commit(history, next);
      }
      for (const step of [...steps].reverse()) {
        expect(history.present).toEqual(step);
        history = undo(history);
      }
      expect(history.present).toBe(label);
      for (const step of steps) {
        expect(history.present).toEqual(step);
        history = redo(history);
      }
    }),
  );
});

test("nothing leaves the limits of a layout: its size, its places, and the number and names of its elements", () => {
  fc.assert(
    fc.property(labels, fc.array(commands, { maxLength: 30 }), (label, done) => {
      const now = done.reduce((before, command) => command(before), label);
      expect(now.elements.length).toBeLessThanOrEqual(100);
      expect(everything(now).size).toBe(now.elements.length);
      for (const side of [now.widthMm, now.heightMm]) {
        expect(side).toBeGreaterThanOrEqual(10);
        expect(side).toBeLessThanOrEqual(300);
      }
      for (const { x, y, widthMm, heightMm } of now.elements) {
        for (const place of [x, y]) {
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThanOrEqual(300);
          expect(Math.round(place * 100) / 100).toBe(place);
        }
        for (const side of [widthMm, heightMm]) {
          expect(side).toBeGreaterThanOrEqual(0.1);
          expect(side).toBeLessThanOrEqual(300);
        }
      }
    }),
  );
});

test("a command that changes nothing, such as a drag back to where it began, is no step", () => {
  fc.assert(
    fc.property(labels, fc.array(commands, { maxLength: 10 }), (label, done) => {
      done.reduce((before, command) => {
        const next = command(before);
        expect(next === before).toBe(isSame(next, before));
        return next;
      }, label);
    }),
  );
});

test("changes of one gesture are one step until it ends, and a step after an undo ends what could be redone", () => {
  let history = historyOf("");
  for (const text of ["a", "ab", "abc"]) history = commit(history, text, "text of e1");
  history = commit(endGesture(history), "abcd", "text of e1");
  expect(undo(history).present).toBe("abc");
  expect(undo(undo(history)).present).toBe("");
  const other = commit(undo(history), "x");
  expect(other.future).toEqual([]);
  expect(commit(other, "x")).toBe(other);
  expect(undo(historyOf(1))).toEqual(historyOf(1));
  expect(redo(other)).toBe(other);
});

test("the history keeps the last steps alone", () => {
  let history = historyOf(0);
  for (let i = 1; i <= MAX_STEPS + 5; i++) history = commit(history, i);
  for (let i = 0; i < MAX_STEPS + 5; i++) history = undo(history);
  expect(history.present).toBe(5);
});
