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
  ["a single piece where it is expected", [anItem()], {}, 1, ["counted"], ["add 1"], 1],
  [
    "a second piece of what has no serial number: more than expected, and counted",
    [anItem()],
    {},
    2,
    ["counted", "surplus"],
    ["add 1", "add 1"],
    2,
  ],
  [
    "a single piece with a serial number, twice: the same piece, nothing changes",
    [anItem()],
    { serialNumber: "S1" },
    2,
    ["counted", "same"],
    ["set 1", "add 0"],
    1,
  ],
  [
    "a single piece with a serial number of which Max typed more: asked",
    [anItem(countedByMax(3))],
    { serialNumber: "S1" },
    1,
    ["asked"],
    ["asked add 1"],
    3,
  ],
  [
    "a single piece that Max has counted, without a serial number: one more",
    [anItem(countedByMax(1))],
    {},
    1,
    ["surplus"],
    ["add 1"],
    2,
  ],
  [
    "pieces one by one, to one more than expected",
    [anItem({ quantity: 3 })],
    {},
    4,
    ["counted", "added", "added", "surplus"],
    ["add 1", "add 1", "add 1", "add 1"],
    4,
  ],
  [
    "pieces where Max has counted some: they add",
    [anItem({ quantity: 5, ...countedByMax(3) })],
    {},
    2,
    ["added", "added"],
    ["add 1", "add 1"],
    5,
  ],
  [
    "a single piece expected elsewhere",
    [anItem({ locationId: THERE })],
    { serialNumber: "S1" },
    2,
    ["elsewhere", "same"],
    ["set 1", "add 0"],
    1,
  ],
  [
    "one of several pieces expected elsewhere, then one more",
    [anItem({ locationId: THERE, quantity: 5 })],
    {},
    2,
    ["elsewhere", "elsewhere"],
    ["add 1", "add 1"],
    2,
  ],
  ["what nobody expects", [], {}, 2, ["unexpected", "unexpected"], ["add 1", "add 1"], 2],
  [
    "a blind count of who knows how many: each scan is one more",
    [anItem({ quantity: undefined })],
    {},
    3,
    ["counted", "added", "added"],
    ["add 1", "add 1", "add 1"],
    3,
  ],
  [
    "several pieces of what has a serial number, then one too many: asked once",
    [anItem({ quantity: 2 })],
    { serialNumber: "S1" },
    4,
    ["counted", "added", "asked", "asked"],
    ["add 1", "add 1", "asked add 1"],
    2,
  ],
  [
    "what was counted at another location: asked, never moved silently",
    [anItem({ ...countedByMax(1), inventoryLocationId: THERE })],
    {},
    1,
    ["asked"],
    ["asked set 1"],
    1,
  ],
  [
    "what is expected elsewhere and was counted there: asked",
    [anItem({ locationId: THERE, ...countedByMax(1), inventoryLocationId: THERE })],
    { serialNumber: "S1" },
    1,
    ["asked"],
    ["asked set 1"],
    1,
  ],
  ["what Max said is not there", [anItem(countedByMax(0))], {}, 1, ["counted"], ["add 1"], 1],
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
  test("of what was counted says who counted it before, when, and how many", () => {
    const paper = terminal([anItem({ quantity: 5, ...countedByMax(4) })]);
    expect(paper.scan("A7", HERE)).toMatchObject({
      before: { quantity: 4, at: byMax.at, author: MAX.fullName },
      quantity: 5,
      question: null,
    });
  });

  test("of the serial number of counted pieces changes nothing: it can only be one of them", () => {
    const paper = terminal([anItem({ quantity: 2, ...countedByMax(2) })], { serialNumber: "S1" });
    expect(paper.scan("S1", HERE)).toMatchObject({ verdict: "same", quantity: 2, question: null });
    expect(paper.entries.map(({ operation }) => operation.quantity)).toEqual([0]);
  });

  test("while a question is open asks no second one, and says which is open", () => {
    const paper = terminal([anItem({ quantity: 2, ...countedByMax(2) })], { serialNumber: "S1" });
    expect(paper.scan("A7", HERE)).toMatchObject({ verdict: "asked", question: "surplus", openSeq: null });
    expect(paper.scan("A7", HERE)).toMatchObject({ verdict: "asked", question: "surplus", openSeq: 1 });
    expect(paper.entries).toHaveLength(1);
  });

  test("where a piece was counted changes nothing, though another location asks whether it was moved", () => {
    const paper = terminal([anItem(countedByMax(1))], { serialNumber: "S1" });
    expect(paper.scan("A7", THERE)).toMatchObject({ verdict: "asked", question: "moved" });
    expect(paper.scan("A7", HERE)).toMatchObject({ verdict: "same", question: null, quantity: 1 });
    expect(paper.scan("A7", THERE)).toMatchObject({ verdict: "asked", openSeq: 1 });
  });

  test("at a third location asks there whether the piece was moved, in the place of the question before", () => {
    const paper = terminal([anItem(countedByMax(1))], { serialNumber: "S1" });
    paper.scan("A7", THERE);
    expect(paper.scan("A7", 3)).toMatchObject({ verdict: "asked", question: "moved", openSeq: null });
    expect(paper.entries.map(({ state, placeId }) => [state, placeId])).toEqual([
      ["given-up", THERE],
      ["asked", 3],
    ]);
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

  test("of a quantity adds to what was typed, whoever typed it", () => {
    const paper = terminal([anItem({ quantity: 5 })]);
    paper.scan("A7", HERE);
    paper.type(7, "i70", HERE, 4);
    expect(paper.scan("A7", HERE)).toMatchObject({ verdict: "added", quantity: 5 });
    expect(paper.scan("A7", HERE, MAX)).toMatchObject({ verdict: "surplus", quantity: 6, expected: 5 });
  });

  test("counts on after an undo of one's own", () => {
    const paper = terminal([anItem({ quantity: 5 })]);
    paper.scan("A7", HERE);
    paper.scan("A7", HERE);
    paper.undo(paper.entries[1]?.operationId ?? "");
    expect(paper.scan("A7", HERE)).toMatchObject({ verdict: "added", quantity: 2 });
  });
});
