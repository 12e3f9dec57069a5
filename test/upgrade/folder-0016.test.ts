import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "../../src/storage/database/migrations.ts";
import { adminByPassword } from "../backup/copies.ts";
import { restore } from "../backup/restoring.ts";
import { createClock } from "../harness/clock.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { generationOf } from "../storage/storage-setup.ts";
import { unpackFolder0016 } from "./folder-0016.ts";

// The data of a server of before go on: nothing is lost, and its devices notice nothing.

/** Before the login at the shared terminal ends. */
const PAUSE_MS = 60_000;

/** Today's program on a folder of version 116, a minute after its server was stopped. */
async function start0016() {
  const { folder, facts } = unpackFolder0016();
  const clock = createClock(Date.parse(facts.at) + PAUSE_MS);
  return { server: await startServer({ stopped: folder, clock }), facts, clock };
}

/** The device's own client, by its device token. */
async function exchange(server: TestServer, deviceToken: string) {
  const { status, text, body } = await server.anonymous.post("/api/device-auth/exchange", { deviceToken });
  expect(status, text).toBe(200);
  return server.withToken(body.accessToken);
}

test("all data are there as the server of before showed them", async () => {
  const { server, facts } = await start0016();
  for (const [path, before] of Object.entries(facts.lists)) {
    const { status, body } = await server.admin.get(path);
    expect([path, status]).toEqual([path, 200]);
    expect(body, path).toMatchObject(before as object);
  }
  for (const [term, found] of [
    ["4006381333931", 1],
    ["notebook", 1],
  ] as const) {
    const { body } = await server.admin.get(`/api/articles/page?q=${term}`);
    expect(body.items.length, term).toBeGreaterThanOrEqual(found);
  }
  expect((await server.admin.get(`/api/photos/${facts.photo}`)).status).toBe(200);
});

test("the ledger begins with the stock that no entry tells of", async () => {
  const { server } = await start0016();
  const movements = async (query: string) => (await server.admin.get(`/api/stock-movements?${query}`)).body;
  const opening = await movements("kind=opening");
  expect(opening.length).toBeGreaterThan(0);
  const { body: page } = await server.admin.get("/api/articles/page?noPlace=false");
  for (const { oid } of page.items.slice(0, 30)) {
    const { body: stock } = await server.admin.get(`/api/articles/${oid}/locations`);
    const ofArticle: { location: { oid: number }; after: number }[] = await movements(`articleId=${oid}`);
    for (const { locationId, quantity } of stock)
      expect(ofArticle.find(({ location }) => location.oid === locationId)?.after, `${oid}`).toBe(quantity);
  }
});

test("the stock with which the ledger begins is no activity", async () => {
  const { server } = await start0016();
  const { body } = await server.user.get("/api/activity");
  expect(body.today.movements).toBe(0);
  expect(new Set(body.days.map(({ change }: { change: number }) => change))).toEqual(new Set([0]));
});

test("its schema is that of a new folder, apart from the order of columns", () => {
  const { folder } = unpackFolder0016();
  const upgraded = new Database(join(folder, generationOf(folder)));
  const fresh = new Database(":memory:");
  onTestFinished(() => {
    upgraded.close();
    fresh.close();
  });
  for (const db of [upgraded, fresh]) migrate(db, "of the test");
  expect(schemaOf(upgraded)).toEqual(schemaOf(fresh));
  expect(schemaOf(fresh).size).toBeGreaterThan(200);
});

/** The version, and the SQL of each table, index and trigger by its name; of a table the sorted columns and constraints. */
function schemaOf(db: Database.Database): ReadonlyMap<string, unknown> {
  const objects = db
    .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")
    .all()
    .map(({ name, sql }): [string, unknown] => {
      const plain = sql.replaceAll(/--.*$/gm, "").replaceAll('"', "").replaceAll(/\s+/g, " ");
      return [name, plain.startsWith("CREATE TABLE") ? partsOf(plain) : plain];
    });
  return new Map([["version", db.pragma("user_version", { simple: true })], ...objects]);
}

/** What the outer parentheses of a statement hold, between commas that are in no others, sorted; then what follows. */
function partsOf(sql: string): readonly string[] {
  const [from, to] = [sql.indexOf("(") + 1, sql.lastIndexOf(")")];
  const parts: string[] = [];
  let depth = 0;
  let start = from;
  for (let at = from; at <= to; at++) {
    if (at === to || (sql[at] === "," && depth === 0)) {
      parts.push(sql.slice(start, at).trim());
      start = at + 1;
    } else if (sql[at] === "(") depth++;
    else if (sql[at] === ")") depth--;
  }
  return [...parts.toSorted(), sql.slice(to)];
}

test("its devices, logins and API keys stay valid", async () => {
  const { server, facts } = await start0016();
  for (const deviceToken of [facts.terminal, facts.phone]) {
    const device = await exchange(server, deviceToken);
    const login = await device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
    expect(login.status, login.text).toBe(200);
    const me = await server.withToken(login.body.accessToken).get("/api/me");
    expect(me.body).toMatchObject({ userName: "user" });
  }
  for (const refreshToken of [facts.refreshToken, facts.terminalRefreshToken]) {
    const refreshed = await server.anonymous.post("/api/pwa-auth/refresh", { refreshToken });
    expect(refreshed.status, refreshed.text).toBe(200);
  }
  expect((await server.withToken(facts.apiKey).get("/api/articles/1")).status).toBe(200);
  const credentials = { userName: "manager", password: "manager-demo" };
  expect((await server.anonymous.post("/api/pwa-auth/login-password", credentials)).status).toBe(200);
});

test("a terminal's unsent counts are taken once, and those of before are duplicates", async () => {
  const { server, facts, clock } = await start0016();
  const device = await exchange(server, facts.terminal);
  const { body: login } = await device.post("/api/pda/users/login", { userId: 3, pin: "3333" });
  const uma = server.withToken(login.accessToken);
  const path = `/api/inventories/${facts.inventory}/counts`;
  const send = async () => {
    const operations = [...facts.sent, ...facts.unsent];
    const { status, text, body } = await uma.post(path, { sentAt: clock.iso(), operations });
    expect(status, text).toBe(200);
    return body.receipts.map(({ result }: { result: string }) => result);
  };
  expect(await send()).toEqual(["duplicate", "duplicate", "applied", "applied", "unknown"]);
  expect(await send()).toEqual(Array.from({ length: 5 }, () => "duplicate"));
  // Two scans of the unknown code were taken before.
  const { manager } = server;
  const unknown = (await manager.get(`/api/inventories/${facts.inventory}/operations?state=unknown`)).body;
  expect(unknown.at(-1)).toMatchObject({ code: "NEW-77", codeQuantity: 3 });
});

test("its backup is checked as whole and restored, and the next start goes on with its data", async () => {
  const { folder, facts } = unpackFolder0016();
  expect(await restore(folder)).toMatchObject({
    status: 0,
    lines: [
      expect.anything(),
      expect.stringContaining("data version 116"),
      expect.stringMatching(/^Whole: /),
    ],
  });
  const into = join(createFolder(), "data");
  expect((await restore(folder, "--into", into)).status).toBe(0);
  const clock = createClock(Date.parse(facts.at) + PAUSE_MS);
  const admin = await adminByPassword(await startServer({ from: into, isUnpacked: true, clock }));
  const { body } = await admin.get("/api/articles");
  expect(body).toMatchObject(facts.lists["/api/articles"] as object);
});
