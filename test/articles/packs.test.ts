import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inPacks, MAX_PACKS, piecesOf } from "../../src/domain/packs.ts";
import { refusal } from "../harness/client.ts";
import { sharedServer } from "../harness/server.ts";
import { added } from "./samples.ts";

const server = sharedServer();
const { manager } = server;

const path = (oid: number) => `/api/articles/${oid}/full`;

describe("the packs of an article", () => {
  test("are replaced together, the smallest first, and come to terminals and into the history", async () => {
    const { oid } = await added(manager, "PK-1");
    expect((await manager.get(path(oid))).body.packs).toEqual([]);
    const packs = [
      { name: "Pallet", quantity: 480 },
      { name: " Box ", quantity: 12 },
    ];
    const sorted = [
      { name: "Box", quantity: 12 },
      { name: "Pallet", quantity: 480 },
    ];
    expect((await manager.put(path(oid), { packs })).body.packs).toEqual(sorted);
    // Another change leaves them.
    expect((await manager.put(path(oid), { name: "x" })).body.packs).toEqual(sorted);
    expect((await server.user.get(`/api/articles/${oid}/fields`)).body.packs).toEqual(sorted);
    const { body } = await server.user.get("/api/articles/changes?withFields=true&limit=1000");
    const stored = body.articles.find((one: { oid: number }) => one.oid === oid);
    expect(stored.packs).toEqual(sorted);
    const [, change] = (await manager.get(`/api/articles/${oid}/history`)).body;
    expect(change.changes).toContainEqual({ field: "packs", before: null, after: sorted });
    expect((await manager.put(path(oid), { packs: [] })).body.packs).toEqual([]);
  });

  test.each<[string, object[], string[]]>([
    ["one piece", [{ name: "Box", quantity: 1 }], ["packs.0.quantity"]],
    ["too many pieces", [{ name: "Box", quantity: 2 ** 31 }], ["packs.0.quantity"]],
    ["no name", [{ name: " ", quantity: 2 }], ["packs.0.name"]],
    ["a long name", [{ name: "x".repeat(31), quantity: 2 }], ["packs.0.name"]],
    [
      "two of a name",
      [
        { name: "Box", quantity: 2 },
        { name: "BOX", quantity: 3 },
      ],
      ["packs.1.name"],
    ],
    [
      "too many packs",
      Array.from({ length: MAX_PACKS + 1 }, (_, n) => ({ name: `B${n}`, quantity: n + 2 })),
      ["packs"],
    ],
  ])("%s is refused", async (_, packs, paths) => {
    const response = await manager.put(path(1), { packs });
    expect(refusal(response)).toEqual([400, ...paths]);
  });
});

test("pieces are packs times their size and single pieces, and come back from any number of pieces", () => {
  const pack = fc.record({ name: fc.constant("Box"), quantity: fc.integer({ min: 2, max: 10_000 }) });
  fc.assert(
    fc.property(pack, fc.nat(100_000), fc.nat(100_000), (one, packs, pieces) => {
      const all = piecesOf({ pack: one, packs, pieces });
      expect(all).toBe(packs * one.quantity + pieces);
      const back = inPacks(all, one);
      expect(piecesOf(back)).toBe(all);
      expect(back.pieces).toBeLessThan(one.quantity);
      expect(piecesOf({ pack: null, packs, pieces })).toBe(pieces);
    }),
  );
});
