import { describe, expect, test } from "vitest";
import { tagOf } from "../articles/samples.ts";
import { sharedServer } from "../harness/server.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { type Stock, siteOn, TRANSFERS } from "./warehouse.ts";

const site = siteOn(sharedServer());

type Moved = { readonly fromLocationId: number | null; readonly quantity: number | null };
describe("confirm", () => {
  test.each<[string, Stock, object, object | undefined, Stock, Moved]>([
    ["all pieces", { 4: 3 }, {}, undefined, { 8: 3 }, { fromLocationId: 4, quantity: 3 }],
    [
      "some, from the only location",
      { 4: 3 },
      { quantity: 1 },
      {},
      { 4: 2, 8: 1 },
      { fromLocationId: 4, quantity: 1 },
    ],
    [
      "all of one location",
      { 4: 3, 5: 1 },
      { fromLocationId: 4 },
      {},
      { 5: 1, 8: 3 },
      { fromLocationId: 4, quantity: 3 },
    ],
    [
      "some of one location",
      { 4: 3, 5: 1 },
      { fromLocationId: 4, quantity: 2 },
      {},
      { 4: 1, 5: 1, 8: 2 },
      { fromLocationId: 4, quantity: 2 },
    ],
    ["to where some are", { 4: 3, 8: 1 }, {}, {}, { 8: 4 }, { fromLocationId: 4, quantity: 3 }],
    ["what has arrived already", { 8: 3 }, {}, {}, { 8: 3 }, { fromLocationId: null, quantity: null }],
    [
      "what the Manager says",
      { 4: 3, 5: 2 },
      {},
      { fromLocationId: 5, quantity: 1 },
      { 4: 3, 5: 1, 8: 1 },
      { fromLocationId: 5, quantity: 1 },
    ],
    [
      "all, where the Manager says so",
      { 4: 3 },
      { quantity: 1 },
      { quantity: null },
      { 8: 3 },
      { fromLocationId: 4, quantity: 3 },
    ],
  ])("moves %s", async (_, stock, asked, decision, after, moved) => {
    const { oid, articleId } = await site.aTransfer(stock, asked);
    const before = await site.figure();
    const response = await site.decide(oid, "confirm", decision);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      ...moved,
      state: "confirmed",
      decidedDT: expect.any(String),
      decidedBy: { id: 2, fullName: "Max Dvorak" },
    });
    expect(tagOf(await site.manager.get(`${TRANSFERS}/${oid}`))).toBe(tagOf(response));
    expect(await site.stockOf(articleId)).toEqual(after);
    expect(await site.figure()).toBe(before - 1);
    expect(await site.mine()).not.toContain(oid);
  });

  test.each<[string, Stock, object, object, RegExp]>([
    [
      "several locations and nobody says which",
      { 4: 3, 5: 1 },
      {},
      {},
      /several locations: Skladová hala č\. 1 \(4\), .+ \(5\)\. Choose/,
    ],
    ["more than there is", { 4: 3 }, { quantity: 4 }, {}, /: 3\.$/],
    ["from where it is not", { 4: 3 }, { fromLocationId: 5 }, {}, /^The article is not at this location/],
    ["nowhere at all", {}, {}, {}, /^The article is not at any other location/],
    [
      "some, when all have arrived",
      { 8: 3 },
      { quantity: 1 },
      {},
      /^The article is not at any other location/,
    ],
    ["an unknown location", { 4: 3 }, {}, { fromLocationId: 999 }, /fromLocationId/],
    ["the target itself", { 4: 3, 8: 1 }, {}, { fromLocationId: 8 }, /fromLocationId/],
  ])("%s is refused, and nothing changes", async (_, stock, asked, decision, message) => {
    const { oid, articleId } = await site.aTransfer(stock, asked);
    const response = await site.decide(oid, "confirm", decision);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(message);
    expect(await site.stockOf(articleId)).toEqual(stock);
    expect(await site.stateOf(oid)).toBe("open");
  });

  test("the error names an article that was deleted meanwhile", async () => {
    const { oid, articleId } = await site.aTransfer();
    await site.manager.delete(`/api/articles/${articleId}`);
    const response = await site.decide(oid, "confirm");
    expect([response.status, response.body.message]).toEqual([
      400,
      "The article was deleted in the meantime.",
    ]);
    expect(await site.stateOf(oid)).toBe("obsolete");
    expect(await site.mine()).not.toContain(oid);
    expect((await site.decide(oid, "reject", { reason: "gone" })).status).toBe(200);
  });

  test("the error names a target location that was deleted meanwhile", async () => {
    const { manager } = site;
    const location = (await manager.post("/api/locations", { name: "Torn down" })).body.oid;
    const { oid, articleId } = await site.aTransfer({ 4: 3 }, { targetLocationId: location });
    // A location with open transfers of articles that are there stays.
    const job = await startJob(manager, "/api/articles/bulk-delete", { ids: [articleId] });
    expect(await endOf(manager, job)).toMatchObject({ state: "done" });
    expect((await manager.delete(`/api/locations/${location}`)).status).toBe(204);
    expect((await manager.put(`${job}/undo`)).status).toBe(200);
    expect(await endOf(manager, job)).toMatchObject({ state: "undone" });
    const response = await site.decide(oid, "confirm");
    expect([response.status, response.body.message]).toEqual([
      400,
      "The target location was deleted in the meantime.",
    ]);
    expect(await site.stockOf(articleId)).toEqual({ 4: 3 });
  });

  test("the error names the stock that was moved meanwhile", async () => {
    const { oid, articleId } = await site.aTransfer({ 4: 3 }, { fromLocationId: 4 });
    await site.manager.put(`/api/articles/${articleId}/locations`, { locations: [] });
    expect((await site.decide(oid, "confirm")).body.message).toBe("The article is not at this location.");
  });

  test("names the transfer in the article's history", async () => {
    const { oid, articleId } = await site.aTransfer();
    await site.decide(oid, "confirm");
    const { storage } = site.server.appliance.dependencies;
    const causes = storage.db
      .query<{ cause: string | null }>(
        {
          sql: "SELECT cause FROM auditEntry WHERE entity = 'article' AND entityId = ? ORDER BY oid",
          reads: [],
        },
        [],
      )
      .all(articleId);
    expect(causes.map(({ cause }) => cause)).toEqual([null, null, `transfer ${oid}`, `transfer ${oid}`]);
  });
});
