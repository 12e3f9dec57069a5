import { expect, test } from "vitest";
import { moveOf, transferOf } from "../../../src/web/terminal/articles/move-request.ts";

const MOVE = { articleId: 72, to: 6, from: { locationId: 5 }, quantity: 2 };

test("a manager's request moves pieces from one location to another", () => {
  expect(moveOf(MOVE)).toEqual({
    kind: "request",
    path: "/api/articles/72/locations/move",
    body: { fromLocationId: 5, toLocationId: 6, quantity: 2 },
  });
});

test("a manager's request without a source location adds pieces at the target", () => {
  expect(moveOf({ ...MOVE, from: null })).toMatchObject({
    body: { fromLocationId: null, toLocationId: 6, quantity: 2 },
  });
});

test("a manager's request has the reason that was entered, if one was", () => {
  expect(moveOf({ ...MOVE, reason: " to be repaired " })).toMatchObject({
    body: { reason: "to be repaired" },
  });
  expect(moveOf({ ...MOVE, reason: " " })).toEqual(moveOf(MOVE));
});

test("a user's transfer request names the location and the pieces, or neither if the location is unknown", () => {
  expect(transferOf(MOVE)).toEqual({
    kind: "request",
    path: "/api/articletransfers",
    body: { articleId: 72, targetLocationId: 6, fromLocationId: 5, quantity: 2 },
  });
  expect(transferOf({ ...MOVE, from: null })).toMatchObject({
    body: { fromLocationId: null, quantity: null },
  });
});
