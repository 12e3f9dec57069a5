import { describe, expect, test } from "vitest";
import type { LastCount } from "../../../src/inventories/shapes.ts";
import type { StoredArticle, StoredItem } from "../../../src/web/db/outbox-shapes.ts";
import { buildArticle, buildItem, simulateTerminal } from "./simulated-terminal.ts";

const HERE = 1;
const THERE = 2;
const MAX = { id: 2, fullName: "Max Dvorak" };
const byMax: LastCount = { at: "2026-11-20T09:00:00.000Z", user: MAX };
const countedByMax = (quantity: number): Partial<StoredItem> => ({
  inventoryQuantity: quantity,
  inventoryLocationId: HERE,
  isFound: quantity > 0,
  counted: byMax,
});

const simulate = (items: readonly StoredItem[], article: Partial<StoredArticle> = {}) =>
  simulateTerminal([buildArticle(7, article)], items);

const SCANS: readonly [
  what: string,
  items: readonly StoredItem[],
  article: Partial<StoredArticle>,
  scans: number,
  verdicts: readonly string[],
  operations: readonly string[],
  quantity: number | null,
][] = [
  ["a single piece where it is expected", [buildItem()], {}, 1, ["counted"], ["add 1"], 1],
  [
    "a second piece without a serial number: surplus, and counted",
    [buildItem()],
    {},
    2,
    ["counted", "surplus"],
    ["add 1", "add 1"],
    2,
  ],
  [
    "a single piece with a serial number, twice: the same piece, nothing changes",
    [buildItem()],
    { serialNumber: "S1" },
    2,
    ["counted", "same"],
    ["set 1", "add 0"],
    1,
  ],
  [
    "a single piece with a serial number, of which Max typed more: asked",
    [buildItem(countedByMax(3))],
    { serialNumber: "S1" },
    1,
    ["asked"],
    ["asked add 1"],
    3,
  ],
  [
    "a single piece that Max has counted, without a serial number: one more",
    [buildItem(countedByMax(1))],
    {},
    1,
    ["surplus"],
    ["add 1"],
    2,
  ],
  [
    "pieces one by one, to one more than expected",
    [buildItem({ quantity: 3 })],
    {},
    4,
    ["counted", "added", "added", "surplus"],
    ["add 1", "add 1", "add 1", "add 1"],
    4,
  ],
  [
    "pieces of which Max has counted some: they add",
    [buildItem({ quantity: 5, ...countedByMax(3) })],
    {},
    2,
    ["added", "added"],
    ["add 1", "add 1"],
    5,
  ],
  [
    "a single piece expected elsewhere",
    [buildItem({ locationId: THERE })],
    { serialNumber: "S1" },
    2,
    ["elsewhere", "same"],
    ["set 1", "add 0"],
    1,
  ],
  [
    "one of several pieces expected elsewhere, then one more",
    [buildItem({ locationId: THERE, quantity: 5 })],
    {},
    2,
    ["elsewhere", "elsewhere"],
    ["add 1", "add 1"],
    2,
  ],
  ["an article that is not expected", [], {}, 2, ["unexpected", "unexpected"], ["add 1", "add 1"], 2],
  [
    "an article in a blind stocktake: each scan is one more",
    [buildItem({ quantity: undefined })],
    {},
    3,
    ["counted", "added", "added"],
    ["add 1", "add 1", "add 1"],
    3,
  ],
  [
    "several pieces with a serial number, then one too many: asked once",
    [buildItem({ quantity: 2 })],
    { serialNumber: "S1" },
    4,
    ["counted", "added", "asked", "asked"],
    ["add 1", "add 1", "asked add 1"],
    2,
  ],
  [
    "a piece counted at another location: asked, never moved silently",
    [buildItem({ ...countedByMax(1), inventoryLocationId: THERE })],
    {},
    1,
    ["asked"],
    ["asked set 1"],
    1,
  ],
  [
    "a piece expected and counted elsewhere: asked",
    [buildItem({ locationId: THERE, ...countedByMax(1), inventoryLocationId: THERE })],
    { serialNumber: "S1" },
    1,
    ["asked"],
    ["asked set 1"],
    1,
  ],
  ["a piece that Max has counted as 0", [buildItem(countedByMax(0))], {}, 1, ["counted"], ["add 1"], 1],
];

test.each(SCANS)("scan results of %s", (_, items, article, scans, verdicts, operations, quantity) => {
  const simulated = simulate(items, article);
  const judged = Array.from({ length: scans }, () => simulated.scan("A7", HERE));
  expect(judged.map(({ verdict }) => verdict)).toEqual(verdicts);
  const entries = simulated.entries.map(
    ({ state, operation }) => `${state === "asked" ? "asked " : ""}${operation.kind} ${operation.quantity}`,
  );
  expect(entries).toEqual(operations);
  expect(judged[judged.length - 1]?.quantity).toBe(quantity);
});

describe("a scan", () => {
  test("of a counted article has user, time and quantity of the last count", () => {
    const simulated = simulate([buildItem({ quantity: 5, ...countedByMax(4) })]);
    expect(simulated.scan("A7", HERE)).toMatchObject({
      before: { quantity: 4, at: byMax.at, author: MAX.fullName },
      quantity: 5,
      question: null,
    });
  });

  test("of a serial number of counted pieces changes nothing", () => {
    const simulated = simulate([buildItem({ quantity: 2, ...countedByMax(2) })], { serialNumber: "S1" });
    expect(simulated.scan("S1", HERE)).toMatchObject({ verdict: "same", quantity: 2, question: null });
    expect(simulated.entries.map(({ operation }) => operation.quantity)).toEqual([0]);
  });

  test("during an open question opens no second one, and names the open one", () => {
    const simulated = simulate([buildItem({ quantity: 2, ...countedByMax(2) })], { serialNumber: "S1" });
    expect(simulated.scan("A7", HERE)).toMatchObject({
      verdict: "asked",
      question: "surplus",
      openSeq: null,
    });
    expect(simulated.scan("A7", HERE)).toMatchObject({ verdict: "asked", question: "surplus", openSeq: 1 });
    expect(simulated.entries).toHaveLength(1);
  });

  test("at the location of the count changes nothing, although another location has an open question", () => {
    const simulated = simulate([buildItem(countedByMax(1))], { serialNumber: "S1" });
    expect(simulated.scan("A7", THERE)).toMatchObject({ verdict: "asked", question: "moved" });
    expect(simulated.scan("A7", HERE)).toMatchObject({ verdict: "same", question: null, quantity: 1 });
    expect(simulated.scan("A7", THERE)).toMatchObject({ verdict: "asked", openSeq: 1 });
  });

  test("at a third location replaces the open question of the second", () => {
    const simulated = simulate([buildItem(countedByMax(1))], { serialNumber: "S1" });
    simulated.scan("A7", THERE);
    expect(simulated.scan("A7", 3)).toMatchObject({ verdict: "asked", question: "moved", openSeq: null });
    expect(simulated.entries.map(({ state, placeId }) => [state, placeId])).toEqual([
      ["given-up", THERE],
      ["asked", 3],
    ]);
  });

  test("of an article expected elsewhere names the location, first one where it is not counted", () => {
    const items = [
      buildItem({ oid: 70, locationId: THERE, quantity: 5, ...countedByMax(5), inventoryLocationId: THERE }),
      buildItem({ oid: 71, locationId: 3, quantity: 5 }),
    ];
    expect(simulate(items).scan("A7", HERE)).toMatchObject({ verdict: "elsewhere", belongsTo: 3 });
  });

  test("of an unknown code is stored with its location", () => {
    const simulated = simulate([]);
    expect(simulated.scan("X9", HERE)).toMatchObject({ verdict: "unknown", text: "X9" });
    expect(simulated.entries[0]?.operation).toMatchObject({
      kind: "add",
      quantity: 1,
      code: "X9",
      locationId: HERE,
    });
  });

  test("adds to a typed quantity of any user", () => {
    const simulated = simulate([buildItem({ quantity: 5 })]);
    simulated.scan("A7", HERE);
    simulated.type(7, "i70", HERE, 4);
    expect(simulated.scan("A7", HERE)).toMatchObject({ verdict: "added", quantity: 5 });
    expect(simulated.scan("A7", HERE, MAX)).toMatchObject({ verdict: "surplus", quantity: 6, expected: 5 });
  });

  test("adds after an own undo", () => {
    const simulated = simulate([buildItem({ quantity: 5 })]);
    simulated.scan("A7", HERE);
    simulated.scan("A7", HERE);
    simulated.undo(simulated.entries[1]?.operationId ?? "");
    expect(simulated.scan("A7", HERE)).toMatchObject({ verdict: "added", quantity: 2 });
  });

  test("of a serial number of several articles fails and offers all of them", () => {
    const simulated = simulateTerminal(
      [buildArticle(7, { serialNumber: "S" }), buildArticle(8, { serialNumber: "S" })],
      [],
    );
    const { verdict, choices } = simulated.scan("S", HERE);
    expect(verdict).toBe("failed");
    expect(choices.map(({ oid }) => oid)).toEqual([7, 8]);
    expect(simulated.entries).toEqual([]);
  });

  test.each([
    ["of no characters", "  ", 3, /read/],
    ["of a control character", "A\u0007", 3, /read/],
    ["of more characters than the server accepts", "A".repeat(201), 3, /read/],
    ["before the stocktake has started", "A7", 2, /not started/],
    ["during a pause", "A7", 4, /paused/],
    ["after Finish", "A7", 5, /finished/],
  ])("%s fails with a reason, and nothing is stored", (_, text, state, words) => {
    const simulated = simulateTerminal([buildArticle(7)], [buildItem()], { state });
    const { verdict, reason, choices } = simulated.scan(text, HERE);
    expect(verdict).toBe("failed");
    // No article could be counted now, so none is offered.
    expect(choices).toEqual([]);
    expect(reason?.source).toMatch(words);
    expect(simulated.entries).toEqual([]);
  });
});
