import { expect, test } from "vitest";
import { type ApiResponse, type Client, refusal } from "../harness/client.ts";
import { startServer, startServerWithClock, type TestServer } from "../harness/server.ts";
import { articleBody, proposalBody, tagOf } from "./samples.ts";

// `Idempotency-Key` on requests that create: applied once, with the same response again (decisions, Doing it once).

const PROPOSE = "/api/articles/pwa-request";
const keyed = (key: string) => ({ "Idempotency-Key": key });
const count = async (client: Client, path = "/api/articles") => (await client.get(path)).body.length;
const shown = ({ status, text, headers }: ApiResponse) => ({
  status,
  text,
  etag: headers.get("etag"),
  location: headers.get("location"),
  type: headers.get("content-type"),
});

test.each<[string, object]>([
  [PROPOSE, proposalBody()],
  ["/api/articles", articleBody("ONCE", { price: 1.5 })],
  ["/api/locations", { name: "Once", parentLocationId: 1 }],
])(
  "%s with the same key and body is applied once and gets the same response, after a restart too",
  async (path, body) => {
    const server = await startServer();
    const { manager } = server;
    const list = path === PROPOSE ? "/api/articles" : path;
    const before = await count(manager, list);
    const first = await manager.post(path, body, keyed("k"));
    expect(first.status).toBe(201);
    expect(first.headers.get("location")).toBe(`${list}/${first.body.oid}`);
    expect(tagOf(first)).toBe(tagOf(await manager.get(`${list}/${first.body.oid}`)));
    expect(shown(await manager.post(path, body, keyed("k")))).toEqual(shown(first));
    expect(await count(manager, list)).toBe(before + 1);
    await server.restart();
    const again = server.manager;
    expect(shown(await again.post(path, body, keyed("k")))).toEqual(shown(first));
    expect(await count(again, list)).toBe(before + 1);
    expect((await again.post(path, { ...body, name: "Another" }, keyed("k"))).status).toBe(400);
  },
);

async function createOnce(): Promise<{ server: TestServer; user: Client; first: ApiResponse }> {
  const server = await startServer();
  const { user } = server;
  return { server, user, first: await user.post(PROPOSE, proposalBody(), keyed("one")) };
}

test("another body, path or method under a used key is refused and changes nothing", async () => {
  const { user } = await createOnce();
  const before = await count(user);
  const response = await user.post(PROPOSE, proposalBody({ name: "Other" }), keyed("one"));
  expect(refusal(response)).toEqual([400, "Idempotency-Key"]);
  expect(
    (await user.put("/api/inventories/items/update", { oid: 101, note: "x" }, keyed("one"))).status,
  ).toBe(400);
  expect(await count(user)).toBe(before);
});

test.each<[string, string]>([
  ["the order of properties", '{"articleTypeID":1,"articleCategoryID":1,"name":"Proposed lamp"}'],
  [
    "blanks and letter case of names",
    '{ "NAME": "Proposed lamp",\n"articleCategoryId":1, "articleTypeId":1 }',
  ],
  [
    "a property that nobody knows",
    '{"name":"Proposed lamp","articleCategoryID":1,"articleTypeID":1,"sentAt":"now"}',
  ],
])("%s do not make another body", async (_, text) => {
  const { user, first } = await createOnce();
  const again = await user.send("POST", PROPOSE, text, {
    ...keyed("one"),
    "Content-Type": "application/json",
  });
  expect(shown(again)).toEqual(shown(first));
});

test("the same key of another user is another key, in the tenant and in another", async () => {
  const { server, first } = await createOnce();
  const manager = await server.manager.post(PROPOSE, proposalBody({ name: "Mine" }), keyed("one"));
  const shop = await (await server.as("user2")).post(
    PROPOSE,
    proposalBody({ articleCategoryID: 4, articleTypeID: 5 }),
    keyed("one"),
  );
  expect([manager.status, shop.status]).toEqual([201, 201]);
  expect(new Set([first.body.oid, manager.body.oid, shop.body.oid]).size).toBe(3);
});

test("keys are compared exactly", async () => {
  const { user, first } = await createOnce();
  for (const key of ["ONE", "one-"]) {
    const response = await user.post(PROPOSE, proposalBody(), keyed(key));
    expect(response.status).toBe(201);
    expect(response.body.oid).not.toBe(first.body.oid);
  }
});

test("a key has at most 255 characters", async () => {
  const { user } = await startServer();
  expect((await user.post(PROPOSE, proposalBody(), keyed("x".repeat(255)))).status).toBe(201);
  const long = await user.post(PROPOSE, proposalBody(), keyed("x".repeat(256)));
  expect(refusal(long)).toEqual([400, "Idempotency-Key"]);
});

test("twenty concurrent requests under one key are applied once and all get the one response", async () => {
  const server = await startServer();
  const clients = [server.user, server.user];
  const before = await count(server.user);
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => clients[i % 2]?.post(PROPOSE, proposalBody(), keyed("race"))),
  );
  expect(new Set(responses.map((response) => response && JSON.stringify(shown(response)))).size).toBe(1);
  expect(responses[0]?.status).toBe(201);
  expect(await count(server.user)).toBe(before + 1);
});

test("an error is not stored: a refused request may be tried again under the same key", async () => {
  const server = await startServer();
  expect((await server.manager.post("/api/articles", articleBody("A000001"), keyed("r"))).status).toBe(409);
  expect(
    (await server.manager.post("/api/articles", articleBody("FREE", { categoryId: 4 }), keyed("r"))).status,
  ).toBe(400);
  await server.manager.delete("/api/articles/1");
  expect((await server.manager.post("/api/articles", articleBody("A000001"), keyed("r"))).status).toBe(201);
  await server.restart({ LICENCE_MAX_ASSETS: "1" });
  expect((await server.user.post(PROPOSE, proposalBody(), keyed("r"))).status).toBe(403);
  await server.restart({ LICENCE_MAX_ASSETS: "" });
  expect((await server.user.post(PROPOSE, proposalBody(), keyed("r"))).status).toBe(201);
});

test("a replay does not read the present record: after a change or a deletion the first response stands", async () => {
  const { manager } = await startServer();
  const body = articleBody("REPLAY");
  const first = await manager.post("/api/articles", body, keyed("r"));
  await manager.put(`/api/articles/${first.body.oid}`, { name: "Changed" });
  expect(shown(await manager.post("/api/articles", body, keyed("r")))).toEqual(shown(first));
  await manager.delete(`/api/articles/${first.body.oid}`);
  expect(shown(await manager.post("/api/articles", body, keyed("r")))).toEqual(shown(first));
  expect((await manager.get(`/api/articles/${first.body.oid}`)).status).toBe(404);
});

test("the role and the body's shape are checked before the replay", async () => {
  const server = await startServer();
  const { manager } = server;
  await manager.post("/api/articles", articleBody("ROLE"), keyed("r"));
  expect((await server.user.post("/api/articles", articleBody("ROLE"), keyed("r"))).status).toBe(403);
  expect((await manager.post("/api/articles", { name: 5 }, keyed("r"))).body.errors.length).toBeGreaterThan(
    1,
  );
  expect((await server.anonymous.post("/api/articles", articleBody("ROLE"), keyed("r"))).status).toBe(401);
});

test("a key is free again after thirty days, and not before", async () => {
  const { clock, server } = await startServerWithClock();
  const first = await server.user.post(PROPOSE, proposalBody(), keyed("old"));
  const days = 24 * 3_600_000;
  clock.advance(30 * days - 60_000);
  expect(shown(await server.user.post(PROPOSE, proposalBody(), keyed("old")))).toEqual(shown(first));
  clock.advance(120_000);
  const later = await server.user.post(PROPOSE, proposalBody({ name: "Anew" }), keyed("old"));
  expect(later.status).toBe(201);
  expect(later.body.oid).not.toBe(first.body.oid);
  expect(shown(await server.user.post(PROPOSE, proposalBody({ name: "Anew" }), keyed("old")))).toEqual(
    shown(later),
  );
});
