import { expect, test } from "vitest";
import type { LabelLayout } from "../../../../../src/domain/label-layout.ts";
import {
  align,
  distribute,
  reorder,
} from "../../../../../src/web/console/printers/labels/designer/arrange.ts";
import { differences } from "../../../../../src/web/console/printers/labels/designer/bitmap-layer.tsx";
import { paste, selected } from "../../../../../src/web/console/printers/labels/designer/commands.ts";
import { commandOf, worksInFields } from "../../../../../src/web/console/printers/labels/designer/keys.ts";
import {
  freeId,
  newElement,
  placed,
} from "../../../../../src/web/console/printers/labels/designer/new-element.ts";
import {
  everything,
  existing,
  only,
  pressed,
  withinMarquee,
} from "../../../../../src/web/console/printers/labels/designer/selection.ts";
import { labelOf, textAt } from "./layouts.ts";

const label = labelOf(textAt("a", 10, 10), textAt("b", 40, 14, { widthMm: 10 }), textAt("c", 70, 30));
const places = ({ elements }: LabelLayout) => elements.map(({ x, y }) => `${x},${y}`);
const order = ({ elements }: LabelLayout) => elements.map(({ id }) => id).join("");

test("several elements are aligned with each other, a single one with the label", () => {
  const all = everything(label);
  expect(places(align(label, all, "left"))).toEqual(["10,10", "10,14", "10,30"]);
  expect(places(align(label, all, "right"))).toEqual(["70,10", "80,14", "70,30"]);
  expect(places(align(label, all, "middle"))).toEqual(["10,20", "40,20", "70,20"]);
  expect(places(align(label, only("b"), "center"))).toEqual(["10,10", "45,14", "70,30"]);
  expect(places(align(label, only("b"), "bottom"))).toEqual(["10,10", "40,45", "70,30"]);
  expect(align(label, new Set(), "left")).toBe(label);
});

test("three elements get equal gaps, two stay", () => {
  expect(places(distribute(label, everything(label), "x"))).toEqual(["10,10", "45,14", "70,30"]);
  expect(distribute(label, new Set(["a", "b"]), "x")).toBe(label);
});

test("elements go forward and back by one place, a group together", () => {
  expect(order(reorder(label, only("a"), "forward"))).toBe("bac");
  expect(order(reorder(label, new Set(["a", "b"]), "forward"))).toBe("cab");
  expect(order(reorder(label, only("c"), "back"))).toBe("acb");
  expect(reorder(label, only("c"), "forward")).toBe(label);
});

test("copies have ids of their own, lie beside the originals and are selected", () => {
  const { layout, selection } = paste(label, selected(label, new Set(["a", "b"])));
  expect(places(layout).slice(3)).toEqual(["12,12", "42,16"]);
  expect([...selection]).toEqual(layout.elements.slice(3).map(({ id }) => id));
  const full = labelOf(...Array.from({ length: 99 }, (_, i) => textAt(`x${i}`, 0, 0)));
  expect(paste(full, label.elements).layout.elements.length).toBe(100);
});

test("copies from a larger label are moved onto the smaller one together; what is larger than it begins at its corner", () => {
  const small = { ...labelOf(), widthMm: 60, heightMm: 20 };
  const { layout } = paste(small, [textAt("a", 50, 40), textAt("b", 70, 30)]);
  expect(places(layout)).toEqual(["20,15", "40,5"]);
  const tiny = { ...labelOf(), widthMm: 10, heightMm: 20 };
  expect(places(paste(tiny, [textAt("a", 50, 40)]).layout)).toEqual(["0,15"]);
});

test("places beyond the largest label are not taken", () => {
  const label = { ...labelOf(textAt("a", 290, 10, { widthMm: 100 }), textAt("b", 0, 0)), widthMm: 300 };
  expect(places(align(label, everything(label), "right"))).toEqual(["290,10", "300,0"]);
});

test("a new element lies on the label, and not on another", () => {
  const small = { ...label, widthMm: 20, heightMm: 10, elements: [] };
  const first = placed(newElement("code", freeId(small), "1", small), small);
  expect(first).toMatchObject({ id: "e1", x: 2, y: 2, widthMm: 16, heightMm: 6 });
  const next = { ...small, elements: [first] };
  expect(placed(newElement("code", freeId(next), "1", next), next)).toMatchObject({ id: "e2", x: 3, y: 3 });
});

test("a marquee selects what it touches, Shift adds, and deleted elements are no longer selected", () => {
  const marquee = { x: 0, y: 0, width: 41, height: 20 };
  expect([...withinMarquee(label, marquee, only("c"))]).toEqual(["c", "a", "b"]);
  expect([...pressed(only("a"), "b", true)]).toEqual(["a", "b"]);
  expect([...pressed(new Set(["a", "b"]), "b", true)]).toEqual(["a"]);
  expect([...pressed(new Set(["a", "b"]), "b", false)]).toEqual(["a", "b"]);
  expect([...pressed(only("a"), "b", false)]).toEqual(["b"]);
  expect([...existing(new Set(["a", "x"]), label)]).toEqual(["a"]);
});

test("keys have the usual commands; in a text field only undo and redo", () => {
  const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
    commandOf({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
  expect(press("ArrowRight")).toEqual({ is: "move", by: { dx: 0.5, dy: 0 } });
  expect(press("ArrowUp", { shiftKey: true })).toEqual({ is: "move", by: { dx: 0, dy: -5 } });
  expect(press("z", { ctrlKey: true })).toEqual({ is: "undo" });
  expect(press("Z", { metaKey: true, shiftKey: true })).toEqual({ is: "redo" });
  expect(press("Delete")).toEqual({ is: "delete" });
  expect(press("Escape")).toEqual({ is: "cancel" });
  for (const none of [press("z"), press("s", { ctrlKey: true }), press("c", { altKey: true })])
    expect(none).toBeNull();
  expect(
    [press("y", { ctrlKey: true }), press("c", { ctrlKey: true })].map((one) => one && worksInFields(one)),
  ).toEqual([true, false]);
});

test("what the bitmap does not show yet is a piece of it at the new place", () => {
  const moved = {
    ...label,
    elements: [textAt("a", 12, 10), label.elements[1], textAt("n", 1, 1)],
  } as LabelLayout;
  const { covered, pieces } = differences(label, moved);
  expect(covered).toEqual([
    { x: 10, y: 10, width: 20, height: 5 },
    { x: 70, y: 30, width: 20, height: 5 },
  ]);
  expect(pieces.map(({ element, from, to }) => [element.id, from?.x ?? null, to.x])).toEqual([
    ["a", 10, 12],
    ["n", null, 1],
  ]);
  expect(differences(label, label)).toEqual({ covered: [], pieces: [] });
  const frame = textAt("f", 0, 0, { kind: "box", widthMm: 90, heightMm: 45 } as Partial<
    (typeof label.elements)[0]
  >);
  const within = labelOf(frame, textAt("a", 10, 10));
  const shifted = labelOf({ ...frame, x: 2 }, textAt("a", 10, 10));
  expect(differences(within, shifted).pieces.map(({ element, from }) => [element.id, from?.x])).toEqual([
    ["f", undefined],
    ["a", 10],
  ]);
});
