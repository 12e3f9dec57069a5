import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { TOPICS } from "../../src/events/topics.ts";
import { REQUEST_LIMITS } from "../../src/platform/limits.ts";
import type { TableName } from "../../src/storage/database/schema.ts";
import { createClock, type TestClock } from "../harness/clock.ts";
import { openEventStream } from "../harness/events.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { createJpeg, send } from "../photos/uploads.ts";

let clock: TestClock;
let server: TestServer;
beforeEach(async () => {
  clock = createClock();
  server = await startServer({ clock });
});
const follow = async (userName: string) =>
  openEventStream(`${server.url}/api/events`, await server.tokenOf(userName));

const EVERYONE = ["inventories", "printers", "changes"];
test.each([
  ["user", EVERYONE],
  ["manager", [...EVERYONE, "approvals", "custody", "jobs"]],
  ["admin", [...EVERYONE, "approvals", "custody", "jobs", "devices"]],
])("%s gets the topics of the role, with their present numbers", async (userName, topics) => {
  const events = await follow(userName);
  expect(events.status).toBe(200);
  const received: string[] = [];
  // The last of them is for everybody.
  for (let name = ""; name !== "changes"; received.push(name))
    name = (await events.next())?.event ?? "changes";
  expect(received.sort()).toEqual([...topics].sort());
});

/** Tables whose rows a topic needs and never change. */
const FIXED: readonly TableName[] = ["tenant", "jobInput"];

test.each(TOPICS)("$name declares each table that it reads", async ({ state, tables }) => {
  const { storage } = server.appliance.dependencies;
  const read = new Set<TableName>();
  storage.onRead((event) => {
    for (const table of event.tables) read.add(table);
  });
  const undeclared = async () => {
    read.clear();
    await state(storage, 1);
    return [...read].filter((table) => !tables.includes(table) && !FIXED.includes(table));
  };
  let found = await undeclared();
  // Other parts of the server read meanwhile: what the topic reads, it reads each time.
  for (let again = 0; again < 3 && found.length > 0; again++) {
    const repeated = await undeclared();
    found = found.filter((table) => repeated.includes(table));
  }
  expect(found).toEqual([]);
});

test("a client that follows after a user of another role gets the topics of its own role", async () => {
  const user = await follow("user");
  await user.next("changes");
  const admin = await follow("admin");
  const received = new Set<string>();
  while (received.size < 7) received.add((await admin.next())?.event ?? "end");
  expect([...received].sort()).toEqual([...EVERYONE, "approvals", "custody", "jobs", "devices"].sort());
});

test("clients that left before their stream began leave no stream open", async () => {
  for (let client = 0; client < 3 * REQUEST_LIMITS.streams.user; client++) {
    clock.advance(1000);
    // The check of a token that the server has not seen takes longer than the client stays.
    const head = `GET /api/events HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${await server.tokenOf("user")}\r\n\r\n`;
    const socket = connect(server.appliance.port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(head);
    socket.destroy();
    await once(socket, "close");
  }
  // The last ones may not have been noticed yet.
  await expect.poll(async () => (await follow("user")).status).toBe(200);
});

test("a count is sent to all who follow the inventory, with its progress", async () => {
  const [one, two] = [await follow("user"), await follow("manager")];
  const figuresOf = (data: { oid: number; counted: number }[]) => data.find(({ oid }) => oid === 3)?.counted;
  expect(figuresOf((await one.next("inventories"))?.data)).toBe(10);
  expect(figuresOf((await two.next("inventories"))?.data)).toBe(10);
  const items: { oid: number; inventoryQuantity: number | null }[] = (
    await server.user.get("/api/inventories/3/items")
  ).body;
  const open = items.find(({ inventoryQuantity }) => inventoryQuantity === null);
  await server.user.put("/api/inventories/items/update", { oid: open?.oid, inventoryQuantity: 1 });
  expect(figuresOf((await one.next("inventories"))?.data)).toBe(11);
  expect(figuresOf((await two.next("inventories"))?.data)).toBe(11);
});

test("changes are sent as growing numbers", async () => {
  const own = await follow("user");
  const before = (await own.next("changes"))?.data;
  await server.manager.put("/api/articles/1", { name: "Changed" });
  const after = (await own.next("changes"))?.data;
  expect(after.articles).toBeGreaterThan(before.articles);
  expect({ ...after, articles: 0 }).toEqual({ ...before, articles: 0 });
});

test("a photo is a change of photos, which leaves the terminals' articles as they are", async () => {
  const own = await follow("user");
  const before = (await own.next("changes"))?.data;
  const form = [
    ["articleId", "1"],
    ["photo", { bytes: await createJpeg(), fileName: "a.jpg" }],
  ] as const;
  expect((await send(server.manager, form, {}, "/api/photoarticle")).status).toBe(201);
  const after = (await own.next("changes"))?.data;
  expect(after.photos).toBeGreaterThan(before.photos);
  expect({ ...after, photos: 0 }).toEqual({ ...before, photos: 0 });
});

test("a pending request whose article is deleted waits for nobody", async () => {
  const own = await follow("manager");
  const before = (await own.next("approvals"))?.data;
  const transfer = { articleId: 12, targetLocationId: 3 };
  expect((await server.user.post("/api/articletransfers", transfer)).status).toBe(201);
  expect((await own.next("approvals"))?.data).toEqual({ ...before, transfers: before.transfers + 1 });
  expect((await server.user.post("/api/articledisposals", { articleId: 12, note: "broken" })).status).toBe(
    201,
  );
  expect((await own.next("approvals"))?.data.disposals).toBe(before.disposals + 1);
  expect((await server.manager.delete("/api/articles/12")).status).toBe(204);
  expect((await own.next("approvals"))?.data).toEqual(before);
});

test("nothing of another tenant is sent", async () => {
  const [own, other] = [await follow("user"), await follow("user2")];
  const seen = (await other.next("inventories"))?.data;
  expect(seen.map(({ oid }: { oid: number }) => oid)).toEqual([10]);
  const before = (await other.next("changes"))?.data;
  await own.next("changes");
  await server.manager.put("/api/articles/1", { name: "Changed" });
  await own.next("changes");
  await server.admin2.put("/api/articles/501", { name: "Theirs" });
  expect((await other.next("changes"))?.data.articles).toBeGreaterThan(before.articles);
});

test("the stream ends when the user is deactivated, and names the reason", async () => {
  const events = await follow("user");
  await events.next("changes");
  const { body } = await server.admin.get("/api/users/3");
  await server.admin.put("/api/users/3", { ...body, isActive: false });
  expect((await events.next("end"))?.data).toEqual({ reason: "token" });
  expect(await events.next()).toBe(null);
});

test("the stream ends when its token expires", async () => {
  const events = await follow("manager");
  await events.next("changes");
  clock.advance(9 * 3_600_000);
  await server.admin.put("/api/articles/1", { name: "Changed" });
  expect((await events.next("end"))?.data).toEqual({ reason: "token" });
});

test("a stop of the server ends the stream at once, and names the reason", async () => {
  const events = await follow("user");
  await events.next("changes");
  const stopped = server.halt();
  expect((await events.next("end"))?.data).toEqual({ reason: "stopping" });
  await stopped;
});

test("a change of the settings of the server is announced to all companies", async () => {
  const other = await follow("user2");
  const before = (await other.next("changes"))?.data;
  expect((await server.admin.put("/api/settings", { terminalLockMinutes: 1 })).status).toBe(200);
  expect((await other.next("changes"))?.data.settings).toBeGreaterThan(before.settings);
});
