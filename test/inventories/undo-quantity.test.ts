import { expect, test } from "vitest";
import { inverseQuantity, type StoredCount } from "../../src/domain/counting/undo.ts";

/** Operations such as `=5` or `+1`, each with the pieces before it; `x` marks one that is undone or undoes another. */
function countsOf(text: string): readonly StoredCount[] {
  return text.split(" ").map((step, index) => {
    const [, before = "", sign, quantity, undone] = /^(\d*)([=+])(\d+)(x?)$/.exec(step) ?? [];
    return {
      operationId: String(index),
      kind: sign === "+" ? "add" : "set",
      quantity: Number(quantity),
      before: before === "" ? null : Number(before),
      isUndone: undone === "x",
    };
  });
}

test.each<[string, string, number, number | null, { kind: string; quantity: number | null }]>([
  ["of the only count retracts it", "=5", 0, 5, { kind: "set", quantity: null }],
  ["of the only added pieces makes the item uncounted", "+3", 0, 3, { kind: "set", quantity: null }],
  ["of an added piece takes the piece away", "=5 5+1", 1, 6, { kind: "add", quantity: -1 }],
  ["of a set quantity restores the one before", "=5 5=9", 1, 9, { kind: "set", quantity: 5 }],
  ["of an earlier quantity keeps the later one", "=5 5=9", 0, 9, { kind: "add", quantity: 0 }],
  ["keeps the pieces that others added since", "=5 5+1", 1, 8, { kind: "add", quantity: -1 }],
  ["takes back no piece that others have taken back", "+3 1+2", 0, 3, { kind: "add", quantity: -1 }],
  ["of a set quantity keeps another one that was set since", "=5 5=9", 1, 11, { kind: "add", quantity: 0 }],
  ["ignores a count that is undone already", "=5 5=9x 9=5x", 0, 5, { kind: "set", quantity: null }],
])("an undo %s", (_, text, undoneAt, now, expected) => {
  const counts = countsOf(text);
  const undone = counts[undoneAt];
  if (undone === undefined) throw new Error("the undone count is missing");
  expect(inverseQuantity(undone, counts, { quantity: now, isCountedSince: false })).toEqual(expected);
});

test("an undo of a set quantity changes nothing after another user has counted", () => {
  const [undone, ...more] = countsOf("=5");
  if (undone === undefined) throw new Error("the undone count is missing");
  const inverse = inverseQuantity(undone, [undone, ...more], { quantity: 7, isCountedSince: true });
  expect(inverse).toEqual({ kind: "add", quantity: 0 });
});
