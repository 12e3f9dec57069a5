import { expect, test } from "vitest";
import { State } from "../../src/domain/inventory-states.ts";
import { ITEM_VIEWS, viewsIn } from "../../src/domain/item-views.ts";

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
