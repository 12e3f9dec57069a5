import { describe, expect, test } from "vitest";
import { insertEvent } from "../../../src/security-log/event.ts";
import { removeOldEvents } from "../../../src/security-log/removal.ts";
import { startServer, startServerWithClock, type TestServer } from "../../harness/server.ts";
import { byPassword } from "../login-attempts.ts";
import { startServerWithLogs, UMA } from "./server-with-logs.ts";

const HOUR_MS = 3_600_000;

test("the events of one tenant cause no removal of the events of another", async () => {
  const { server, clock, events } = await startServerWithLogs();
  const { storage } = server.appliance.dependencies;
  await (await server.as("admin")).put("/api/users/3", { lastName: "Nova" });
  const admin2 = await server.as("admin2");
  const { body: users } = await admin2.get("/api/users");
  const { oid } = users[0];
  for (let i = 0; i < 8; i++) await admin2.put(`/api/users/${oid}`, { lastName: `Name ${i}` });
  const remove = (most: number) =>
    storage.write(null, (tx) =>
      removeOldEvents(tx, new Date(clock.ago(HOUR_MS)).toISOString(), most, {
        access: 100,
        change: 4,
        failure: 100,
      }),
    );
  expect([await remove(3), await remove(3), await remove(3)]).toEqual([3, 2, 0]);
  expect(await events("?kind=userChanged")).toHaveLength(1);
  expect(await events("?kind=userChanged", "admin2")).toHaveLength(3);
});

test("of many tenants each keeps its newest events", async () => {
  const { storage } = (await startServer()).appliance.dependencies;
  const event = { kind: "login", userId: null, deviceTokenId: null, address: null } as const;
  const left = await storage.write(null, (tx) => {
    for (let i = 0; i < 30; i++) insertEvent(tx, { ...event, tenantId: i < 20 ? 2 : null });
    const kept = { access: 12, change: 100, failure: 100 };
    for (let removed = 1; removed > 0; ) removed = removeOldEvents(tx, "2000-01-01", 1, kept);
    return storage.db
      .query<{ tenantId: number | null; many: number }>(
        {
          sql: "SELECT tenantId, count(*) AS many FROM securityEvent WHERE kind = 'login' GROUP BY tenantId",
          reads: [],
        },
        [],
      )
      .all();
  });
  expect(left).toEqual([
    { tenantId: null, many: 6 },
    { tenantId: 2, many: 6 },
  ]);
});

describe("what a restore or a promotion has recorded", () => {
  const event = { tenantId: null, userId: null, deviceTokenId: null, address: null } as const;
  const KINDS = ["restore", "promotion", "settingsChanged"] as const;
  /** The kinds that are left after all events are removed that may be, by age or by number. */
  async function leftOf({ appliance }: TestServer, before: string, change: number) {
    const { storage } = appliance.dependencies;
    await storage.write(null, (tx) => {
      for (const kind of KINDS) insertEvent(tx, { ...event, kind });
    });
    const limits = { access: 0, change, failure: 0 };
    await storage.write(null, (tx) => removeOldEvents(tx, before, 1000, limits));
    const kinds = { sql: "SELECT kind FROM securityEvent ORDER BY oid", reads: [] };
    return storage.db
      .query<{ kind: string }>(kinds, [])
      .all()
      .map(({ kind }) => kind);
  }
  const LATER = "9999-01-01";
  const EARLIER = "2000-01-01";

  test.each([
    ["the demo, which has closed stocktakes,", false],
    ["data without a closed stocktake", true],
  ])("stays in %s whatever its age and the number of events", async (_, empty) => {
    const server = await startServer({ empty });
    expect(await leftOf(server, LATER, 1000)).toEqual(["restore", "promotion"]);
    expect(await leftOf(server, EARLIER, 0)).toEqual(["restore", "promotion", "restore", "promotion"]);
  });
});

test("a user who logs in and out again and again makes one event a minute", async () => {
  const { server, events } = await startServerWithLogs();
  for (let i = 0; i < 5; i++) {
    const user = server.withToken(
      (await byPassword(server, "user", "user-demo", "127.0.0.1")).body.accessToken,
    );
    expect((await user.delete("/api/me/sessions")).status).toBe(204);
    expect((await user.post("/api/pwa-auth/logout")).status).toBe(204);
  }
  const own = { user: UMA, address: "127.0.0.1", count: 5 };
  expect(await events("?kind=logout")).toMatchObject([own]);
  expect(await events("?kind=sessionsEnded")).toMatchObject([{ ...own, target: { type: "user", id: 3 } }]);
});

test("a session that an Admin ends is recorded", async () => {
  const { server, last } = await startServerWithLogs();
  await byPassword(server, "user", "user-demo");
  const admin = await server.as("admin");
  const { body: sessions } = await admin.get("/api/users/3/sessions");
  expect((await admin.delete(`/api/users/3/sessions/${sessions[0].id}`)).status).toBe(204);
  expect(await last("sessionsEnded")).toMatchObject({ target: { type: "user", id: 3 } });
});

test("a user's 300 pairing codes in an hour cause no removal of other events", async () => {
  const { clock, server } = await startServerWithClock();
  const user = await server.as("user");
  const ask = () => user.post("/api/device-auth/generate-code");
  let made = 0;
  let refused = await ask();
  // On a slow machine some quota is regained meanwhile.
  for (; refused.status === 200 && made < 1000; refused = await ask()) made++;
  expect(refused.status).toBe(429);
  expect(made).toBeGreaterThanOrEqual(300);
  expect((await (await server.as("manager")).post("/api/device-auth/generate-code")).status).toBe(200);
  clock.advance(1000 * Number(refused.headers.get("retry-after")));
  expect((await ask()).status).toBe(200);
});
