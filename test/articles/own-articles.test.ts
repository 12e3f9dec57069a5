import { describe, expect, test } from "vitest";
import { addArticle } from "../../src/articles/article.ts";
import { principalOf } from "../../src/demo/people.ts";
import { sqlite, statement } from "../../src/storage/database/statement.ts";
import { sharedServer, startServer } from "../harness/server.ts";
import { added, articleBody, oids, proposalBody } from "./samples.ts";

const server = sharedServer();
const { manager, user } = server;

const VIEWS = ["my-assets", "my-stats", "my-transfers", "my-disposals"];

describe.each(VIEWS)("%s", (view) => {
  test.each<[string, string, string, number]>([
    ["a User's own", "user", "3", 200],
    ["of another to a User", "user", "2", 403],
    ["of an inactive one to a User", "user", "5", 403],
    ["of another to a Manager", "manager", "3", 200],
    ["of another to who is Manager and User", "both", "3", 200],
    ["of another to an Admin", "admin", "3", 200],
    ["of an inactive one to a Manager", "manager", "5", 200],
    ["of an unknown user to a User (before the role)", "user", "999", 404],
    ["of another tenant's user to a User", "user", "7", 404],
    ["of another tenant's user to an Admin", "admin", "7", 404],
    ["of a user of tenant 1 to an Admin of tenant 2", "admin2", "3", 404],
    ["of an id too big", "admin", "9007199254740993", 404],
    ["of a negative id", "user", "-3", 404],
    ["of an invalid id", "user", "me", 400],
  ])("%s", async (_, who, id, status) => {
    expect((await (await server.as(who)).get(`/api/articles/${view}/${id}`)).status).toBe(status);
  });
});

test("my-assets are the articles assigned to the user or in their care, each once, by folded name, then oid", async () => {
  const own = await startServer();
  const [admin, someone] = [own.admin, await own.as("both")];
  expect((await someone.get("/api/articles/my-assets/4")).body).toEqual([]);
  const names = ["židle", "Zebra", "žalud", "zebra", "Apple", "ápple", "Łuk", "lux"];
  const created = [];
  for (const [i, name] of names.entries())
    created.push(
      await added(admin, `MINE${i}`, {
        name,
        ...(i % 3 !== 1 && { userId: 4 }),
        ...(i % 3 !== 0 && { responsibleUserId: 4 }),
      }),
    );
  const { body } = await someone.get("/api/articles/my-assets/4");
  expect(body.map(({ name }: { name: string }) => name)).toEqual([
    "Apple",
    "ápple",
    "Łuk",
    "lux",
    "žalud",
    "Zebra",
    "zebra",
    "židle",
  ]);
  expect(body[0]).toEqual(created[4]);
  await admin.put(`/api/articles/${created[0].oid}`, { userId: null });
  await admin.delete(`/api/articles/${created[1].oid}`);
  expect(oids(await someone.get("/api/articles/my-assets/4"))).toHaveLength(6);
});

test("more than 300 articles are all returned", async () => {
  const own = await startServer();
  await own.appliance.dependencies.storage.write(1, (tx) => {
    for (let i = 0; i < 310; i++) addArticle(tx, principalOf(2), { ...articleBody(`LOT${i}`), userId: 4 });
  });
  expect((await own.admin.get("/api/articles/my-assets/4")).body).toHaveLength(310);
});

test("my-stats are the figures of the three other lists", async () => {
  const { body } = await user.get("/api/articles/my-stats/3");
  const assets: { price: number }[] = (await user.get("/api/articles/my-assets/3")).body;
  const units = assets.reduce((sum, { price }) => sum + BigInt(Math.round(price * 10_000)), 0n);
  expect(body).toEqual({
    assignedCount: 100,
    assignedTotal: Number(units) / 10_000,
    openTransfers: 2,
    pendingDisposals: 3,
  });
  expect((await user.get("/api/articles/my-transfers/3")).body).toHaveLength(2);
  expect((await user.get("/api/articles/my-disposals/3")).body).toHaveLength(3);
  expect((await manager.get("/api/articles/my-stats/5")).body).toEqual({
    assignedCount: 0,
    assignedTotal: 0,
    openTransfers: 0,
    pendingDisposals: 0,
  });
});

test.each<[string, readonly number[], RegExp]>([
  ["0.1 + 0.2", [0.1, 0.2], /"assignedTotal":0\.30*[,}]/],
  ["ten times 0.1", Array(10).fill(0.1), /"assignedTotal":1(\.0*)?[,}]/],
  ["ten-thousandths", [0.0001, 0.0002, 19.9999], /"assignedTotal":20\.0002[,}]/],
  [
    "four of the highest price, beyond a double",
    Array(4).fill(99_999_999_999.9999),
    /"assignedTotal":399999999999\.9996[,}]/,
  ],
  [
    "twenty of the highest price and the lowest",
    [...Array(20).fill(99_999_999_999.9999), 0.0001],
    /"assignedTotal":1999999999999\.9981[,}]/,
  ],
])("%s are added exactly", async (scenario, prices, total) => {
  const { admin } = await startServer();
  await Promise.all(prices.map((price, i) => added(admin, `${scenario}${i}`, { price, userId: 4 })));
  expect((await admin.get("/api/articles/my-stats/4")).text).toMatch(total);
});

test("my-transfers are the open ones, newest first, with article and target", async () => {
  const { body } = await user.get("/api/articles/my-transfers/3");
  expect(body.map((one: object) => Object.keys(one).join())).toEqual(
    Array(2).fill("oid,name,articleId,code,createdDT,targetLocation"),
  );
  expect(body[0].oid).toBeGreaterThan(body[1].oid);
  for (const { articleId, name, code, targetLocation } of body) {
    expect((await user.get(`/api/articles/${articleId}`)).body).toMatchObject({ name, code });
    const { oid, ...location } = targetLocation;
    expect((await user.get(`/api/locations/${oid}`)).body).toMatchObject(location);
  }
});

test("a transfer leaves the list when it is confirmed, rejected or deleted", async () => {
  const own = await startServer();
  const { storage } = own.appliance.dependencies;
  const someone = own.user;
  const set = statement((p: { oid: number; state: "open" | "confirmed" | "rejected" | "deleted" }) =>
    sqlite.updateTable("articleTransfer").set({ state: p.state }).where("oid", "=", p.oid),
  );
  const [{ oid }] = (await someone.get("/api/articles/my-transfers/3")).body;
  for (const state of ["confirmed", "rejected", "deleted"] as const) {
    await storage.write(1, (tx) => set.run(tx, { oid, state }));
    expect((await someone.get("/api/articles/my-transfers/3")).body, state).toHaveLength(1);
    expect((await someone.get("/api/articles/my-stats/3")).body.openTransfers, state).toBe(1);
    await storage.write(1, (tx) => set.run(tx, { oid, state: "open" }));
    expect((await someone.get("/api/articles/my-transfers/3")).body, state).toHaveLength(2);
  }
});

test("a disposal proposal does not wait any more once its article is flagged", async () => {
  const own = await startServer();
  const path = "/api/articles/my-disposals/3";
  const [{ articleId }] = (await own.user.get(path)).body;
  await own.admin.put(`/api/articles/${articleId}`, { isDisposal: true });
  expect((await own.user.get(path)).body).toHaveLength(2);
  expect((await own.user.get("/api/articles/my-stats/3")).body.pendingDisposals).toBe(2);
});

test("my-disposals are the pending ones, newest first, with reason or null", async () => {
  const own = await startServer();
  const { storage } = own.appliance.dependencies;
  const someone = own.user;
  const { body } = await someone.get("/api/articles/my-disposals/3");
  expect(body.map((one: object) => Object.keys(one).join())).toEqual(
    Array(3).fill("oid,articleId,name,code,disposalReason,proposalDT"),
  );
  expect(body.map(({ oid }: { oid: number }) => oid)).toEqual(
    [...oids({ ...(await someone.get("/api/articles/my-disposals/3")) })].sort((a, b) => b - a),
  );
  expect([body[0], body[1], body[2]].map(({ disposalReason }) => disposalReason.name).sort()).toEqual([
    "Broken",
    "Obsolete",
    "Obsolete",
  ]);
  const unreasoned = statement((p: { oid: number }) =>
    sqlite.updateTable("disposalProposal").set({ disposalReasonId: null }).where("oid", "=", p.oid),
  );
  const reject = statement((p: { oid: number }) =>
    sqlite.updateTable("disposalProposal").set({ state: "rejected" }).where("oid", "=", p.oid),
  );
  await storage.write(1, (tx) => unreasoned.run(tx, { oid: body[0].oid }));
  await storage.write(1, (tx) => reject.run(tx, { oid: body[1].oid }));
  const after = (await someone.get("/api/articles/my-disposals/3")).body;
  expect(after.map(({ oid }: { oid: number }) => oid)).toEqual([body[0].oid, body[2].oid]);
  expect(after[0].disposalReason).toBeNull();
  expect((await someone.get("/api/articles/my-stats/3")).body.pendingDisposals).toBe(2);
});

test("a proposal of a user is among their own articles at once", async () => {
  const someone = await server.as("both");
  const { oid } = (await someone.post("/api/articles/pwa-request", proposalBody({ price: 3 }))).body;
  expect(oids(await someone.get("/api/articles/my-assets/4"))).toContain(oid);
});
