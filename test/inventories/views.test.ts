import { expect, test } from "vitest";
import { State } from "../../src/domain/inventory-states.ts";
import { ITEM_VIEWS, isResult, pieceDifference, piecesFound, viewsIn } from "../../src/domain/item-views.ts";

test("before the results, only views that need none are offered", () => {
  expect(viewsIn(State.InProgress)).toEqual(["needsDecision", "toRecount", "secondCount", "moved", "all"]);
});

test("with the results, all views are offered until the close", () => {
  expect(viewsIn(State.Processing)).toEqual(ITEM_VIEWS);
});

test("after the close, decisions and approvals have no view", () => {
  const ended = ITEM_VIEWS.filter((view) => !viewsIn(State.Closed).includes(view));
  expect(ended).toEqual(["needsDecision", "notApproved"]);
});

test.each([
  ["found with a quantity", true, 7, 7, 2],
  ["found without a quantity", true, null, 5, 0],
  ["counted, but not found", false, 7, 0, -5],
  ["not counted", false, null, null, null],
])("of an item that was %s", (_, isFound, inventoryQuantity, found, difference) => {
  const item = { isFound, inventoryQuantity, quantity: 5 };
  expect([piecesFound(item), pieceDifference(item)]).toEqual([found, difference]);
});

test("the views of results are those of one result each", () => {
  expect(ITEM_VIEWS.filter((view) => !isResult(view))).toEqual([
    ...["needsDecision", "differences", "toRecount", "secondCount", "moved", "notApproved", "all"],
  ]);
});
