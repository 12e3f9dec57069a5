import { expect, test } from "vitest";
import { moveOf, transferOf } from "../../../src/web/find/move-request.ts";

const MOVE = { articleId: 72, to: 6, from: { locationId: 5 }, quantity: 2 };

test("a manager's move takes pieces from one place to another", () => {
  expect(moveOf(MOVE)).toEqual({
    kind: "request",
    path: "/api/articles/72/locations/move",
    body: { fromLocationId: 5, toLocationId: 6, quantity: 2 },
  });
});

test("what is recorded nowhere is put somewhere by a manager, so many pieces of it", () => {
  expect(moveOf({ ...MOVE, from: null })).toMatchObject({
    body: { fromLocationId: null, toLocationId: 6, quantity: 2 },
  });
});

test("a user asks for pieces from one place, or for all of it where its place is not known here", () => {
  expect(transferOf(MOVE)).toEqual({
    kind: "request",
    path: "/api/articletransfers",
    body: { articleId: 72, targetLocationId: 6, fromLocationId: 5, quantity: 2 },
  });
  expect(transferOf({ ...MOVE, from: null })).toMatchObject({
    body: { fromLocationId: null, quantity: null },
  });
});
