import { expect, test } from "vitest";
import { findUser } from "../../src/access/users/users.ts";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { endOf, jobAt, startJob } from "../jobs/waiting.ts";
import { articleList, exportsOf } from "./running.ts";
import { article, check } from "./uploads.ts";

// A finished import is undone by the journal of its job, within seven days.

const DAY_MS = 24 * 3_600_000;

/** Applies a table; returns the path of its job. */
async function apply(...[client, kind, file]: Parameters<typeof check>): Promise<string> {
  const { body } = await check(client, kind, file);
  expect(body.errors).toEqual([]);
  const path = await startJob(client, `/api/imports/${body.id}/apply`);
  expect(await endOf(client, path)).toMatchObject({ state: "done" });
  return path;
}

test("undoing an import restores all exports byte by byte", async () => {
  const { admin } = await startServer();
  const before = await exportsOf(admin);
  const path = await apply(admin, "articles", articleList(20));
  expect((await jobAt(admin, path)).undoUntil).not.toBe(null);
  expect((await admin.put(`${path}/undo`)).status).toBe(200);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone", result: { leftCount: 0, left: [] } });
  expect(await exportsOf(admin)).toEqual(before);
  expect((await admin.put(`${path}/undo`)).status).toBe(400);
});

test("the stock that an undone import brought and took away stays in the ledger, also as a table", async () => {
  const { admin } = await startServer();
  const path = await apply(admin, "articles", articleList(20));
  await admin.put(`${path}/undo`);
  await endOf(admin, path);
  const { body } = await admin.get("/api/stock-movements");
  const [taken] = body;
  expect(taken).toMatchObject({ kind: "undo", after: 0, article: { oid: expect.any(Number), name: null } });
  const { status, text } = await admin.get("/api/export/stock-movements");
  expect(status).toBe(200);
  expect(text.trim().split("\r\n")).toHaveLength(body.length + 1);
});

test("records that were changed or used since stay, and the result of the undo names them", async () => {
  const { admin, manager } = await startServer();
  const path = await apply(admin, "articles", articleList(5));
  const { oid } = await article(admin, "RUN-1");
  expect((await manager.put(`/api/articles/${oid}`, { oid, name: "Changed since" })).status).toBe(200);
  await admin.put(`${path}/undo`);
  const { state, result } = await endOf(admin, path);
  expect(state).toBe("undone");
  expect(result).toMatchObject({
    left: expect.arrayContaining([
      { table: "article", name: "RUN-1 Changed since", reason: "changed" },
      { table: "articleCategory", name: "New category", reason: "used" },
    ]),
  });
  expect(await article(admin, "RUN-1")).toMatchObject({
    name: "Changed since",
    category: { name: "New category" },
  });
  expect(await article(admin, "RUN-2")).toBe(null);
  expect(await article(admin, "A000001")).not.toMatchObject({ name: "Renamed" });
});

test("undoing an import of users restores their secrets, and tokens of before the import stay invalid", async () => {
  const server = await startServer();
  const { admin } = server;
  const before = await exportsOf(admin);
  const login = (password: string) =>
    server.anonymous.post("/api/pwa-auth/login-password", { userName: "user", password });
  const { body: session } = await login("user-demo");
  expect((await server.withToken(session.accessToken).get("/api/articles/1")).status).toBe(200);
  const file =
    "User name,First name,Last name,Roles,Password\nuser,,,,another-secret-7\nnew.one,New,One,User,third-secret-8";
  const path = await apply(admin, "users", file);
  expect((await login("another-secret-7")).status).toBe(200);
  await admin.put(`${path}/undo`);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone" });
  expect((await login("another-secret-7")).status).toBe(401);
  expect((await login("user-demo")).status).toBe(200);
  expect((await server.withToken(session.accessToken).get("/api/articles/1")).status).toBe(401);
  expect(await exportsOf(admin)).toEqual(before);
});

test("the end of all sessions since an import of users stays when it is undone", async () => {
  const server = await startServer();
  const { admin } = server;
  const path = await apply(admin, "users", "User name,First name\nuser,Ulla");
  const login = { userName: "user", password: "user-demo" };
  const { accessToken } = (await server.anonymous.post("/api/pwa-auth/login-password", login)).body;
  expect((await server.withToken(accessToken).delete("/api/me/sessions")).status).toBe(204);
  const ended = () => findUser(server.appliance.dependencies.storage.db, 3)?.sessionsEndedAt;
  const at = ended();
  await admin.put(`${path}/undo`);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect([at, ended()]).toEqual([expect.any(Number), at]);
  expect(at).toBeGreaterThan(0);
});

test("an imported location stays when its import is undone while an article has minimum stock there", async () => {
  const { admin } = await startServer();
  const path = await apply(admin, "locations", "Path\nShelf A\nShelf B");
  const locationsNow = async () =>
    (await admin.get("/api/locations")).body as { oid: number; name: string }[];
  const { oid: locationId } = (await locationsNow()).find(({ name }) => name === "Shelf A") ?? { oid: 0 };
  const added = await admin.post("/api/refill-rules", { articleId: 1, locationId, minimum: 5 });
  expect(added.status).toBe(201);
  await admin.put(`${path}/undo`);
  const left = [{ table: "location", name: "Shelf A", reason: "used" }];
  expect(await endOf(admin, path)).toMatchObject({ state: "undone", result: { leftCount: 1, left } });
  expect((await locationsNow()).map(({ name }) => name)).not.toContain("Shelf B");
  expect((await admin.get("/api/refill-rules?articleId=1")).body).toMatchObject([{ minimum: 5 }]);
});

test("the order of locations that was changed since their import stays when it is undone", async () => {
  const { admin } = await startServer();
  const oids: number[] = [];
  for (const name of ["Shelf A", "Shelf B"])
    oids.push((await admin.post("/api/locations", { name })).body.oid);
  await admin.put(`/api/locations/${oids[0]}`, { position: 0 });
  const path = await apply(admin, "locations", "Path,Code\nShelf A,SHELF-A");
  await admin.put(`/api/locations/${oids[1]}`, { position: 0 });
  const orderOf = async () => {
    const { body } = await admin.get("/api/locations?includePosition=true");
    return oids.map((one) => body.find(({ oid }: { oid: number }) => oid === one).position);
  };
  const before = await orderOf();
  await admin.put(`${path}/undo`);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect(await orderOf()).toEqual(before);
});

test("an import can be undone after a jump of the clock, but not after seven days", async () => {
  const { clock, server } = await startServerWithClock();
  const { admin } = server;
  const path = await apply(admin, "articles", articleList(5));
  const other = await apply(admin, "articles", "Name,Code,Category,Type\nLadder,RUN-77,Tools,Drill");
  clock.setSystemTime(clock.now() + 35 * DAY_MS);
  expect((await admin.put(`${path}/undo`)).status).toBe(200);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone" });
  clock.advance(7 * DAY_MS + 1);
  expect((await admin.put(`${other}/undo`)).status).toBe(400);
});

test("an undo never takes the last Admin away: a user whom the import made one stays one", async () => {
  const server = await startServer();
  const { admin } = server;
  const path = await apply(admin, "users", "User name,Roles\nmanager,Admin");
  const manager = await server.as("manager");
  expect((await manager.put("/api/users/1", { isActive: false })).status).toBe(200);
  expect((await manager.put(`${path}/undo`)).status).toBe(200);
  const { state, result } = await endOf(manager, path);
  expect(state).toBe("undone");
  expect(result).toMatchObject({ left: [{ table: "user", reason: "used" }] });
  expect((await manager.get("/api/users/2")).body.roles).toEqual(["Admin"]);
});

test("an undo takes an Admin away whom a user of the same import replaces as he was", async () => {
  const server = await startServer();
  const { admin } = server;
  expect((await admin.put("/api/users/3", { roles: ["Admin"], pin: null })).status).toBe(200);
  const path = await apply(admin, "users", "User name,Roles\nuser,User\nmanager,Admin");
  const manager = await server.as("manager");
  expect((await manager.put("/api/users/1", { isActive: false })).status).toBe(200);
  expect((await manager.put(`${path}/undo`)).status).toBe(200);
  const { state, result } = await endOf(manager, path);
  expect([state, result]).toMatchObject(["undone", { leftCount: 0, left: [] }]);
  const { db } = server.appliance.dependencies.storage;
  expect([2, 3].map((oid) => findUser(db, oid)?.roles)).toEqual([["Manager"], ["Admin"]]);
});

test("the undo of an import that ended an access brings the own saved views back", async () => {
  const server = await startServer();
  const { admin, user } = server;
  const view = { screen: "/articles", name: "Mine", query: "q=x" };
  expect((await user.post("/api/saved-views", view)).status).toBe(201);
  const path = await apply(admin, "users", "User name,Active\nuser,no");
  expect((await admin.put(`${path}/undo`)).status).toBe(200);
  expect(await endOf(admin, path)).toMatchObject({ state: "undone" });
  const { status, body } = await (await server.as("user")).get("/api/saved-views");
  expect([status, body.map(({ name }: { name: string }) => name)]).toEqual([200, ["Mine"]]);
});
