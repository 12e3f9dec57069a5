import { afterAll, beforeAll, expect, test } from "vitest";
import { aBox, type TestBox } from "../harness/box.ts";
import { aClock } from "../harness/clock.ts";
import { aWarehouse, type Stock, type Warehouse } from "./stocktake.ts";

// One stocktake of A, B and C (D and E are outside), with an article for each rule; then it is closed.

interface Step {
  /** Counts the item that is expected at this place (or the only one). */
  readonly at?: string;
  readonly quantity?: number | null;
  /** Where it was found. */
  readonly foundAt?: string;
  readonly isFound?: boolean;
  /** Finds an article that nobody expected, at this place. */
  readonly finds?: string;
  /** Says anew where the article is, while it is counted. */
  readonly moved?: Stock;
  /** What the Manager picks. */
  readonly decides?: string;
}

/** What is recorded, what happens meanwhile, what is recorded afterwards. */
const RULES: readonly [string, Stock, readonly Step[], Stock][] = [
  ["never counted: unchanged", { A: 3 }, [], { A: 3 }],
  ["found as expected", { A: 3 }, [{ quantity: 3 }], { A: 3 }],
  ["fewer", { A: 3 }, [{ quantity: 2 }], { A: 2 }],
  ["more", { A: 3 }, [{ quantity: 8 }], { A: 8 }],
  ["counted 0: taken away", { A: 3 }, [{ quantity: 0 }], {}],
  ["counted 0 and yet found", { A: 3 }, [{ quantity: 0, isFound: true }], {}],
  ["not found after a count", { A: 3 }, [{ quantity: 2, isFound: false }], {}],
  ["the count taken back: unchanged", { A: 3 }, [{ quantity: 0 }, { quantity: null }], { A: 3 }],
  ["found without a quantity keeps the stored one", { A: 3 }, [{ isFound: true }], { A: 3 }],
  ["found elsewhere", { A: 3 }, [{ quantity: 3, foundAt: "B" }], { B: 3 }],
  ["found elsewhere, and fewer", { A: 3 }, [{ quantity: 1, foundAt: "B" }], { B: 1 }],
  ["found elsewhere without a quantity", { A: 3 }, [{ isFound: true, foundAt: "B" }], { B: 3 }],
  ["found outside the inventory", { A: 3 }, [{ quantity: 3, foundAt: "D" }], { D: 3 }],
  ["not found, though a place was named", { A: 3 }, [{ quantity: 0, foundAt: "B" }], {}],
  ["found at the expected place, named", { A: 3 }, [{ quantity: 4, foundAt: "A" }], { A: 4 }],
  [
    "two places counted",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 2 },
      { at: "B", quantity: 6 },
    ],
    { A: 2, B: 6 },
  ],
  ["one of two places counted", { A: 3, B: 5 }, [{ at: "A", quantity: 0 }], { B: 5 }],
  [
    "merged with a counted place",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "B" },
      { at: "B", quantity: 4 },
    ],
    { B: 7 },
  ],
  [
    "merged with a place that nobody counted",
    { A: 3, B: 5 },
    [{ at: "A", quantity: 3, foundAt: "B" }],
    { B: 8 },
  ],
  ["merged with a place outside", { A: 3, D: 5 }, [{ quantity: 2, foundAt: "D" }], { D: 7 }],
  [
    "two places found in a third",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "C" },
      { at: "B", quantity: 5, foundAt: "C" },
    ],
    { C: 8 },
  ],
  [
    "changed about",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "B" },
      { at: "B", quantity: 5, foundAt: "A" },
    ],
    { A: 5, B: 3 },
  ],
  [
    "to a place whose own pieces are missing",
    { A: 3, B: 5 },
    [
      { at: "A", quantity: 3, foundAt: "B" },
      { at: "B", quantity: 0 },
    ],
    { B: 3 },
  ],

  ["unexpected, from the one place outside", { D: 5 }, [{ finds: "A", quantity: 2 }], { A: 2, D: 3 }],
  ["unexpected, all of the one place outside", { D: 5 }, [{ finds: "A", quantity: 5 }], { A: 5 }],
  ["unexpected, more than the one place outside had", { D: 5 }, [{ finds: "A", quantity: 7 }], { A: 7 }],
  [
    "unexpected, two places outside: added",
    { D: 5, E: 1 },
    [{ finds: "A", quantity: 2 }],
    { A: 2, D: 5, E: 1 },
  ],
  ["unexpected, nowhere recorded: added", {}, [{ finds: "A", quantity: 2 }], { A: 2 }],
  ["unexpected, expected elsewhere inside: added", { B: 5 }, [{ finds: "A", quantity: 2 }], { A: 2, B: 5 }],
  [
    "unexpected beside an expected place, from outside",
    { B: 5, D: 4 },
    [{ finds: "A", quantity: 2 }],
    { A: 2, B: 5, D: 2 },
  ],
  [
    "unexpected twice, both from outside",
    { D: 5 },
    [
      { finds: "A", quantity: 2 },
      { finds: "B", quantity: 4 },
    ],
    { A: 2, B: 4 },
  ],
  ["unexpected, and then there is none", { D: 5 }, [{ finds: "A", quantity: 2 }, { quantity: 0 }], { D: 5 }],
  [
    "unexpected, and the count taken back",
    { D: 5 },
    [{ finds: "A", quantity: 2 }, { quantity: null }],
    { D: 5 },
  ],
  ["unexpected where the record has it, outside", { D: 5 }, [{ finds: "D", quantity: 5 }], { D: 5 }],
  ["unexpected where it was put meanwhile", {}, [{ moved: { A: 5 } }, { finds: "A", quantity: 5 }], { A: 5 }],
  ["unexpected, then more is put there", {}, [{ finds: "A", quantity: 2 }, { moved: { A: 5 } }], { A: 7 }],
  [
    "unexpected, then the record is put right",
    { D: 5 },
    [{ finds: "A", quantity: 5 }, { moved: { A: 5 } }, { decides: "keepCount" }],
    { A: 5 },
  ],

  ["sold before it was counted", { A: 9 }, [{ moved: { A: 7 } }, { quantity: 7 }], { A: 7 }],
  ["sold after it was counted", { A: 9 }, [{ quantity: 9 }, { moved: { A: 7 } }], { A: 7 }],
  ["sold after one was found missing", { A: 9 }, [{ quantity: 8 }, { moved: { A: 7 } }], { A: 6 }],
  ["more came after it was found missing", { A: 5 }, [{ quantity: 0 }, { moved: { A: 8 } }], { A: 3 }],
  ["less than nothing is nothing", { A: 5 }, [{ quantity: 1 }, { moved: { A: 2 } }], {}],
  ["moved, and nobody counted it", { A: 9 }, [{ moved: { A: 4, B: 5 } }], { A: 4, B: 5 }],
  [
    "moved, found without a quantity: what is there now",
    { A: 9 },
    [{ isFound: true }, { moved: { A: 4 } }],
    { A: 4 },
  ],
  ["moved inside after it was counted", { A: 9 }, [{ quantity: 9 }, { moved: { B: 9 } }], { B: 9 }],
  [
    "moved inside before it was counted there",
    { A: 9 },
    [{ moved: { B: 9 } }, { quantity: 9, foundAt: "B" }],
    { B: 9 },
  ],
  [
    "moved outside before it was counted there",
    { A: 9, D: 1 },
    [{ moved: { D: 10 } }, { quantity: 9, foundAt: "D" }],
    { D: 10 },
  ],
  [
    "a part of it moved before it was all counted there",
    { A: 9 },
    [{ moved: { A: 6, B: 3 } }, { quantity: 9, foundAt: "B" }],
    { B: 9 },
  ],
  [
    "counted elsewhere, and moved there afterwards",
    { A: 9 },
    [{ quantity: 9, foundAt: "B" }, { moved: { B: 9 } }],
    { B: 9 },
  ],
  [
    "the Manager keeps the count",
    { A: 9 },
    [{ quantity: 8 }, { moved: { A: 7 } }, { decides: "keepCount" }],
    { A: 8 },
  ],
  [
    "the Manager keeps the difference",
    { A: 9 },
    [{ moved: { A: 7 } }, { quantity: 8 }, { decides: "keepDifference" }],
    { A: 6 },
  ],
  [
    "a later movement undoes the decision",
    { A: 9 },
    [{ quantity: 8 }, { moved: { A: 7 } }, { decides: "keepCount" }, { moved: { A: 5 } }],
    { A: 4 },
  ],
  [
    "sold before and after it was counted",
    { A: 9 },
    [{ moved: { A: 7 } }, { quantity: 7 }, { moved: { A: 5 } }],
    { A: 5 },
  ],
  [
    "sold before and after one was found missing",
    { A: 9 },
    [{ moved: { A: 7 } }, { quantity: 6 }, { moved: { A: 5 } }],
    { A: 4 },
  ],
  [
    "counted elsewhere, between two movements there",
    { A: 9 },
    [{ moved: { A: 6, B: 3 } }, { quantity: 9, foundAt: "B" }, { moved: { B: 9 } }],
    { B: 9 },
  ],
  [
    "to be recounted after it moved, and nobody did",
    { A: 9 },
    [{ quantity: 9 }, { moved: { A: 7 } }, { decides: "recount" }],
    { A: 7 },
  ],
  [
    "to be recounted after one was missing and it moved, and nobody did",
    { A: 9 },
    [{ quantity: 7 }, { moved: { A: 7 } }, { decides: "recount" }],
    { A: 5 },
  ],
  [
    "recounted after it moved",
    { A: 9 },
    [{ quantity: 8 }, { moved: { A: 7 } }, { decides: "recount" }, { quantity: 6 }],
    { A: 6 },
  ],
];

const clock = aClock();
let box: TestBox;
let house: Warehouse;
let closed: number;
beforeAll(async () => {
  box = await aBox({ keep: true, clock });
  house = await aWarehouse(box);
  for (const name of ["A", "B", "C", "D", "E"]) await house.place(name);
  for (const [name, stock] of RULES) await house.article(name, stock);
  closed = await house.stocktake(["A", "B", "C"]);
  for (const [name, , steps] of RULES) for (const step of steps) await play(name, step);
  await house.move(closed, "finish", "process", "close");
});
afterAll(() => box.stop());

async function play(code: string, step: Step): Promise<void> {
  // Before or after is what decides, never how quick the machine is.
  clock.advance(1000);
  const { at, quantity, foundAt, isFound, finds, moved, decides } = step;
  if (moved) return house.put(code, moved);
  if (decides) {
    const { oid } = await house.item(closed, code);
    const answer = await house.manager.put(`/api/inventories/items/${oid}/decide`, { decision: decides });
    if (answer.status !== 200) throw new Error(answer.text);
    return;
  }
  if (finds) {
    const found = {
      articleId: house.id(code),
      inventoryQuantity: quantity,
      inventoryLocationId: house.at(finds),
    };
    const answer = await house.user.post(`/api/inventories/${closed}/items`, found);
    if (answer.status !== 201) throw new Error(answer.text);
    return;
  }
  const said = { inventoryQuantity: quantity, isFound, inventoryLocationId: foundAt && house.at(foundAt) };
  await house.count(closed, code, said, at);
}

test.each(RULES)("%s", async (name, _, __, after) => {
  expect(await house.stock(name)).toEqual(after);
});

test("it is closed", async () => {
  const { body } = await house.user.get(`/api/inventories/${closed}`);
  expect(body).toMatchObject({ inventoryStateId: 7, isClosed: true });
});
