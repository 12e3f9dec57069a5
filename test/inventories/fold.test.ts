import { describe, expect, test } from "vitest";
import {
  afterOperation,
  type Count,
  type CountState,
  changesBetween,
  compareOperations,
  isCounted,
  MAX_PIECES,
  NOT_COUNTED,
  type Operation,
  quantityAfter,
} from "../../src/domain/counting/fold.ts";

/** Operations a second apart, each by its terminal. */
type Step = readonly [terminal: string, kind: Operation["kind"], value: Count | number | null];
const operationsOf = (steps: readonly Step[]): Operation[] =>
  steps.map(([terminal, kind, value], index) => ({
    operationId: String(index).padStart(4, "0"),
    kind,
    entered: value === null || typeof value === "number" ? { inventoryQuantity: value } : value,
    at: new Date(1_800_000_000_000 + index * 1000).toISOString(),
    userId: terminal.charCodeAt(0),
    terminal,
    change: index,
    seen: null,
  }));
const fold = (steps: readonly Step[]): CountState => operationsOf(steps).reduce(afterOperation, NOT_COUNTED);

/** `a=1`: terminal a sets 1 (`-`: takes back); `a+1`: adds; `a~1`: updates; `a:note`, `m:recount`, `m:settle`. */
const stepsOf = (text: string): Step[] =>
  text.split(" ").map((word): Step => {
    const [terminal = "", how = "", rest] = [word[0], word[1], word.slice(2)];
    if (rest === "recount" || rest === "settle") return [terminal, rest, {}];
    if (rest === "note") return [terminal, "update", { note: "x" }];
    const kind = how === "+" ? "add" : how === "~" ? "update" : "set";
    return [terminal, kind, rest === "-" ? null : Number(rest)];
  });

const FOLDS: readonly [string, string, Partial<CountState>][] = [
  ["a quantity is the quantity", "a=5", { inventoryQuantity: 5, isFound: 1 }],
  ["zero is not found", "a=0", { inventoryQuantity: 0, isFound: 0 }],
  ["an addition to an uncounted item is its quantity", "a+2", { inventoryQuantity: 2, isFound: 1 }],
  ["additions are summed", "a+2 b+3 a+-1", { inventoryQuantity: 4, isToRecount: 0 }],
  ["a negative sum is zero", "a=2 a+-5 a+1", { inventoryQuantity: 1, isFound: 1 }],
  ["a sum above the maximum is the maximum", `a=${MAX_PIECES} a+1`, { inventoryQuantity: 2 ** 31 - 1 }],
  [
    "null takes the count back, and who made it",
    "a=2 a=-",
    {
      inventoryQuantity: null,
      isFound: 0,
      countedDT: null,
      countedBy: null,
      countedTerminal: null,
      recentCounts: [],
    },
  ],
  [
    "a note is no count: who counted last stays, the newest operation is another",
    "a=2 b:note",
    {
      countedBy: 97,
      countedTerminal: "a",
      countedDT: "2027-01-15T08:00:00.000Z",
      operationDT: "2027-01-15T08:00:01.000Z",
    },
  ],
  [
    "who scanned the same piece again counted, but set no quantity",
    "a=1 b+0",
    { inventoryQuantity: 1, countedBy: 98, countedTerminal: "a" },
  ],
];
test.each(FOLDS)("%s", (_, text, expected) => {
  expect(fold(stepsOf(text))).toMatchObject(expected);
});

const OTHER_FOLDS: readonly [string, readonly Step[], Partial<CountState>][] = [
  [
    "no operations make an uncounted item",
    [],
    { inventoryQuantity: null, isFound: 0, isDisposal: 0, isToRecount: 0, countedDT: null },
  ],
  [
    "what is absent stays",
    [
      ["a", "set", { inventoryQuantity: 2, note: "x", inventoryLocationId: 7, isDisposal: true }],
      ["b", "add", 1],
    ],
    { inventoryQuantity: 3, note: "x", inventoryLocationId: 7, isDisposal: 1 },
  ],
  [
    "an entered isFound is kept with the quantity",
    [["a", "set", { inventoryQuantity: 3, isFound: false }]],
    { inventoryQuantity: 3, isFound: 0 },
  ],
  [
    "who only saw it there counted, but set no quantity",
    [
      ["a", "set", 2],
      ["b", "update", { isFound: true }],
    ],
    { countedBy: 98, countedTerminal: "a" },
  ],
];
test.each(OTHER_FOLDS)("%s", (_, steps, expected) => {
  expect(fold(steps)).toMatchObject(expected);
});

describe("the mark for recount", () => {
  const MARKS: readonly [string, string, 0 | 1][] = [
    ["is not set by the count of one terminal", "a=1", 0],
    ["is set by different quantities of two terminals", "a=1 b=2", 1],
    ["is not set by equal quantities", "a=1 b=1", 0],
    ["is not set by one correction", "a=1 a=2", 0],
    ["is not set by two corrections of one terminal", "a=1 a=2 a~3", 0],
    ["is set by another terminal's update", "a=1 b~2", 1],
    ["is set by zero against a quantity", "a=1 b=0", 1],
    ["ends with the next count of any terminal", "a=1 b=2 a=1", 0],
    ["ends when the quantity is confirmed", "a=1 b=2 b=2", 0],
    ["is set again by another contradiction", "a=1 b=2 a=1 b=2", 1],
    ["does not end with a note", "a=1 b=2 a:note", 1],
    ["does not end with an addition", "a=1 b=2 a+1", 1],
    ["is not set by another terminal's addition", "a=1 b+2", 0],
    ["is set by a quantity against another terminal's addition", "a+2 b=1", 1],
    ["is not set by a withdrawn count", "a=1 a=- b=2", 0],
    ["is not set by withdrawing a count", "a=1 b=-", 0],
    ["ends when a Manager settles it", "a=1 b=2 m:settle", 0],
    ["is set by a Manager's request", "a=1 m:recount", 1],
    ["ends with the count after the request", "a=1 m:recount b=2", 0],
    ["can be requested without a count", "m:recount", 1],
    ["is set by different quantities, despite an addition between them", "a=6 b+1 b=5", 1],
    ["is not set by a quantity that equals another terminal's quantity with its addition", "a=6 a+1 b=7", 0],
  ];
  test.each(MARKS)("%s: %s", (_, text, expected) => {
    expect(fold(stepsOf(text)).isToRecount).toBe(expected);
  });
});

describe("the mark for recount, by the state that each terminal had seen", () => {
  /** As above, with the number of operations received before it: `b+1<2` is by b, which had seen the first two. */
  const foldSeen = (text: string): CountState =>
    text
      .split(" ")
      .map((word, index): Operation => {
        const [, terminal = "", sign, quantity, seen] = /^(\w)([=+])(-|-?\d+)<(\d+)$/.exec(word) ?? [];
        return {
          operationId: String(index).padStart(4, "0"),
          kind: sign === "+" ? "add" : "set",
          entered: { inventoryQuantity: quantity === "-" ? null : Number(quantity) },
          at: new Date(1_800_000_000_000 + index * 1000).toISOString(),
          userId: 1,
          terminal,
          change: index + 1,
          seen: Number(seen),
        };
      })
      .reduce(afterOperation, NOT_COUNTED);
  const MARKS: readonly [string, string, 0 | 1][] = [
    ["is set by two additions that had not seen each other", "a+1<0 b+1<0", 1],
    ["is not set by an addition that had seen the other", "a+1<0 b+1<1", 0],
    ["is not set by additions in turns that had seen each other", "a+1<0 b+1<1 a+1<2 b+1<3", 0],
    ["is set by an addition that had seen only the other's first piece", "a+1<0 a+1<0 b+1<1", 1],
    ["is not set by one terminal's additions without a response of the server", "a+1<0 a+1<0 a+1<0", 0],
    ["is set by an addition to an unseen quantity", "a=3<0 b+1<0", 1],
    ["is set by a quantity that had not seen an addition", "a+3<0 b=3<0", 1],
    ["is not set by equal quantities that had not seen each other", "a=3<0 b=3<0", 0],
    ["is set by two scans followed by different quantities", "a+1<0 b+1<0 a=6<0 b=5<0", 1],
    ["stays after a third count that had seen neither", "a=6<0 b=5<0 c=6<0", 1],
    ["ends with a count that had seen both", "a=6<0 b=5<0 c=6<2", 0],
    ["is not set by a repeated scan of a piece, on any terminal", "a=1<0 b+0<0 b=1<0", 0],
    ["is set by withdrawing a piece that another terminal's quantity includes", "a+3<0 b=3<1 a+-1<2", 1],
    ["is set too after that quantity was confirmed", "a+3<0 b=7<1 b=7<1 a+-1<3", 1],
    [
      "is not set by withdrawing a piece that was added to another terminal's quantity",
      "b=3<0 a+1<1 a+-1<2",
      0,
    ],
    ["is not set by withdrawing an own piece besides others' additions", "a+2<0 b+3<1 a+-1<2", 0],
    ["is set again only by a later contradiction", "a=6<0 b=5<0 c=6<2 c+1<2", 0],
  ];
  test.each(MARKS)("%s: %s", (_, text, expected) => {
    expect(foldSeen(text).isToRecount).toBe(expected);
  });

  test("a quantity is the quantity, whatever others have counted without its knowledge", () => {
    expect(foldSeen("a=6<0 b+1<0 c=5<0").inventoryQuantity).toBe(5);
  });

  const RETRACTIONS: readonly [string, string, number | null, 0 | 1][] = [
    ["all that its terminal had counted", "a+1<0 a+1<0 a=-<0", null, 0],
    ["all that its terminal had seen", "a+1<0 b+1<1 b=-<2", null, 0],
    ["no piece added before without its knowledge", "b+1<0 a+1<0 a=-<0", 1, 1],
    ["no piece added since without its knowledge", "a+1<0 b+1<1 a=-<1", 1, 0],
    ["a quantity, and no piece added to it without its knowledge", "a=5<0 b+2<1 a=-<1", 2, 0],
    ["no quantity set without its knowledge, which needs a recount", "a+1<0 b=5<1 a=-<1", 5, 1],
    ["nothing more when it is repeated", "a+1<0 b+1<1 a=-<1 a=-<1", 1, 0],
    ["no quantity that two terminals have set alike, once", "b=3<0 c=3<0 a=-<0", 3, 1],
    ["no pieces that were added to a set quantity", "b=3<0 c=3<1 b+2<2 a=-<0", 5, 1],
  ];
  test.each(RETRACTIONS)("a retraction takes back %s: %s", (_, text, inventoryQuantity, isToRecount) => {
    expect(foldSeen(text)).toMatchObject({ inventoryQuantity, isToRecount });
  });
});

test("operations are ordered by time, and by id where the time is the same", () => {
  const [first, second, third] = operationsOf([
    ["a", "set", 1],
    ["a", "set", 2],
    ["a", "set", 3],
  ]);
  if (!first || !second || !third) throw new Error("three operations are missing");
  const tied = { ...third, at: second.at, operationId: "0000" };
  expect([third, second, tied, first].toSorted(compareOperations)).toEqual([first, tied, second, third]);
  expect([compareOperations(tied, second), compareOperations(second, tied)]).toEqual([-1, 1]);
  expect(compareOperations(second, second)).toBe(0);
});

test("added pieces make at least 0 and at most the most pieces", () => {
  expect(quantityAfter(null, { kind: "add", quantity: 2 })).toBe(2);
  expect(quantityAfter(2, { kind: "add", quantity: null })).toBe(2);
  expect(quantityAfter(1, { kind: "add", quantity: -3 })).toBe(0);
  expect(quantityAfter(MAX_PIECES, { kind: "add", quantity: 1 })).toBe(MAX_PIECES);
});

test.each<[string, number | null, 0 | 1, boolean]>([
  ["with a quantity", 2, 1, true],
  ["with none left", 0, 0, true],
  ["that was found, without a quantity", null, 1, true],
  ["that was neither", null, 0, false],
])("an item %s is counted, or not", (_, inventoryQuantity, isFound, expected) => {
  expect(isCounted({ inventoryQuantity, isFound })).toBe(expected);
});

test("the history of a count has the fields that it changed, flags as true or false", () => {
  const next = { ...NOT_COUNTED, inventoryQuantity: 2, isFound: 1, isDisposal: 1 } as const;
  expect(changesBetween(NOT_COUNTED, next)).toEqual({
    before: { inventoryQuantity: null, isFound: false, isDisposal: false },
    after: { inventoryQuantity: 2, isFound: true, isDisposal: true },
  });
});
