import { describe, expect, test } from "vitest";
import type { Counted } from "../../../src/inventories/shapes.ts";
import type { KeptArticle, KeptItem } from "../../../src/web/kept/reference-shapes.ts";
import { anArticle, anItem, onPaper } from "./paper.ts";

const HERE = 1;
const THERE = 2;
const MAX = { id: 2, fullName: "Max Dvorak" };
const byMax: Counted = { at: "2026-11-20T09:00:00.000Z", user: MAX };
const countedByMax = (quantity: number): Partial<KeptItem> => ({
  inventoryQuantity: quantity,
  inventoryLocationId: HERE,
  isFound: quantity > 0,
  counted: byMax,
});

const terminal = (items: readonly KeptItem[], article: Partial<KeptArticle> = {}) =>
  onPaper([anArticle(7, article)], items);

const SCANS: readonly [
  what: string,
  items: readonly KeptItem[],
  article: Partial<KeptArticle>,
  scans: number,
  verdicts: readonly string[],
  said: readonly string[],
  quantity: number | null,
][] = [
  ["a single piece where it is expected", [anItem()], {}, 1, ["counted"], ["set 1"], 1],
  ["the same single piece twice", [anItem()], {}, 2, ["counted", "again"], ["set 1", "set 1"], 1],
  ["a single piece that Max has counted", [anItem(countedByMax(1))], {}, 1, ["again"], ["set 1"], 1],
  [
    "pieces one by one",
    [anItem({ quantity: 5 })],
    {},
    3,
    ["counted", "again", "again"],
    ["add 1", "add 1", "add 1"],
    3,
  ],
  [
    "a piece where Max has counted several: asked",
    [anItem({ quantity: 5, ...countedByMax(4) })],
    {},
    2,
    ["again", "again"],
    ["asked add 1", "asked add 1"],
    4,
  ],
  [
    "a single piece expected elsewhere",
    [anItem({ locationId: THERE })],
    {},
    2,
    ["elsewhere", "again"],
    ["set 1", "set 1"],
    1,
  ],
  [
    "one of several pieces expected elsewhere",
    [anItem({ locationId: THERE, quantity: 5 })],
    {},
    1,
    ["elsewhere"],
    ["set 1"],
    1,
  ],
  ["what nobody expects", [], {}, 2, ["counted", "again"], ["set 1", "set 1"], 1],
  [
    "a blind count of who knows how many",
    [anItem({ quantity: undefined })],
    {},
    2,
    ["counted", "again"],
    ["set 1", "set 1"],
    1,
  ],
  [
    "several pieces of what has a serial number, where the record says so",
    [anItem({ quantity: 3 })],
    { serialNumber: "S1" },
    2,
    ["counted", "again"],
    ["add 1", "add 1"],
    2,
  ],
  [
    "a single piece of which somebody typed more: asked, for one scan must not take them away",
    [anItem(countedByMax(3))],
    {},
    1,
    ["again"],
    ["asked add 1"],
    3,
  ],
  ["what Max said is not there", [anItem(countedByMax(0))], {}, 1, ["again"], ["set 1"], 1],
];

test.each(SCANS)("%s", (_, items, article, scans, verdicts, said, quantity) => {
  const paper = terminal(items, article);
  const judged = Array.from({ length: scans }, () => paper.scan("A7", HERE));
  expect(judged.map(({ verdict }) => verdict)).toEqual(verdicts);
  const entries = paper.entries.map(
    ({ state, operation }) => `${state === "asked" ? "asked " : ""}${operation.kind} ${operation.quantity}`,
  );
  expect(entries).toEqual(said);
  expect(judged[judged.length - 1]?.quantity).toBe(quantity);
});

describe("a scan", () => {
  test("again says who counted it before, when, and how many", () => {
    const paper = terminal([anItem({ quantity: 5, ...countedByMax(4) })]);
    const { before, isAsked } = paper.scan("A7", HERE);
    expect({ before, isAsked }).toEqual({
      before: { quantity: 4, at: byMax.at, author: MAX.fullName },
      isAsked: true,
    });
  });

  test("of what belongs elsewhere says where: first where it is still missing", () => {
    const items = [
      anItem({ oid: 70, locationId: THERE, quantity: 5, ...countedByMax(5), inventoryLocationId: THERE }),
      anItem({ oid: 71, locationId: 3, quantity: 5 }),
    ];
    expect(terminal(items).scan("A7", HERE)).toMatchObject({ verdict: "elsewhere", belongsTo: 3 });
  });

  test("of a code that nobody knows is kept with its place", () => {
    const paper = terminal([]);
    expect(paper.scan("X9", HERE)).toMatchObject({ verdict: "unknown", text: "X9" });
    expect(paper.entries[0]?.operation).toMatchObject({
      kind: "set",
      quantity: 1,
      code: "X9",
      locationId: HERE,
    });
  });

  test("of what several articles share fails with all of them to choose from", () => {
    const paper = onPaper([anArticle(7, { serialNumber: "S" }), anArticle(8, { serialNumber: "S" })], []);
    const { verdict, choices } = paper.scan("S", HERE);
    expect(verdict).toBe("failed");
    expect(choices.map(({ oid }) => oid)).toEqual([7, 8]);
    expect(paper.entries).toEqual([]);
  });

  test.each([
    ["nothing", "  ", 3, /read/],
    ["a control character", "A\u0007", 3, /read/],
    ["more than a code may have at the box", "A".repeat(201), 3, /read/],
    ["one while the stocktake has not begun", "A7", 2, /not started/],
    ["one while it is paused", "A7", 4, /paused/],
    ["one after its end", "A7", 5, /finished/],
  ])("%s fails in words, and nothing is kept", (_, text, state, words) => {
    const paper = onPaper([anArticle(7)], [anItem()], { state });
    const { verdict, reason, choices } = paper.scan(text, HERE);
    expect(verdict).toBe("failed");
    // There is nothing to choose: no article would be counted now.
    expect(choices).toEqual([]);
    expect(reason?.en).toMatch(words);
    expect(paper.entries).toEqual([]);
  });

  test("of a quantity counts on after one's own, and asks after what was typed", () => {
    const paper = terminal([anItem({ quantity: 5 })]);
    expect(paper.scan("A7", HERE).isAsked).toBe(false);
    expect(paper.scan("A7", HERE).isAsked).toBe(false);
    paper.type(7, "i70", HERE, 4);
    expect(paper.scan("A7", HERE)).toMatchObject({ isAsked: true, quantity: 4 });
  });

  test("of a quantity asks another user of the same terminal", () => {
    const paper = terminal([anItem({ quantity: 5 })]);
    paper.scan("A7", HERE);
    expect(paper.scan("A7", HERE, MAX)).toMatchObject({ verdict: "again", isAsked: true });
  });

  test("counts on after an undo of one's own", () => {
    const paper = terminal([anItem({ quantity: 5 })]);
    paper.scan("A7", HERE);
    paper.scan("A7", HERE);
    paper.undo(paper.entries[1]?.operationId ?? "");
    expect(paper.scan("A7", HERE)).toMatchObject({ verdict: "again", isAsked: false, quantity: 2 });
  });
});

const idAt = (paper: ReturnType<typeof terminal>, at: number) => paper.entries[at]?.operationId ?? "";

describe("an undo", () => {
  type Deed = "scan" | number;
  test.each<[string, readonly Deed[], number, number | null]>([
    ["of the only scan leaves nothing counted", ["scan"], 0, null],
    ["of the first of two scans leaves one", ["scan", "scan"], 0, 1],
    ["of a typed quantity goes back to what was scanned", ["scan", 9], 1, 1],
    ["of a typed quantity after which another was typed leaves that one", ["scan", 9, 10], 1, 10],
  ])("%s", (_, deeds, undone, left) => {
    const paper = terminal([anItem({ quantity: 5 })]);
    for (const deed of deeds) {
      if (deed === "scan") paper.scan("A7", HERE);
      else paper.type(7, "i70", HERE, deed);
    }
    paper.undo(idAt(paper, undone));
    expect(paper.all(7)[0]?.quantity).toBe(left);
  });

  test("of a single piece that was found elsewhere a second time puts it back to where it was", () => {
    const paper = terminal([anItem()]);
    paper.scan("A7", HERE);
    paper.scan("A7", THERE);
    expect(paper.all(7)[0]).toMatchObject({ quantity: 1, placeId: THERE });
    paper.undo(idAt(paper, 1));
    expect(paper.all(7)[0]).toMatchObject({ quantity: 1, placeId: HERE });
  });
});
