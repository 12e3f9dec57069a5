import { expect, test } from "vitest";
import { ensureSetupCode } from "../src/access/setup/setup.ts";
import { RELEASED } from "../src/platform/version.ts";
import { createClock } from "./harness/clock.ts";
import { startServer, startServerWithClock, type TestServer } from "./harness/server.ts";
import { createShop, Failed, LONGEST_RETRY_MS, Waiting } from "./printing/queue/printers.ts";

// Durations are measured in real time, whatever the machine's clock jumps over.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const pin = (server: TestServer, secret: string) =>
  server.anonymous.post("/api/pwa-auth/login", { userId: "3", pin: secret });

test("a hold that began while the clock was ten years ahead ends after its real duration, after restarts with the correct time", async () => {
  const { clock, server } = await startServerWithClock();
  const now = clock.now();
  clock.setSystemTime(now + 10 * YEAR);
  for (let i = 0; i < 5; i++) await pin(server, "0000");
  expect((await pin(server, "3333")).status).toBe(429);
  clock.setSystemTime(now);
  await server.restart();
  const held = await pin(server, "3333");
  expect(held.status).toBe(429);
  expect(Number(held.headers.get("retry-after"))).toBeLessThanOrEqual(30);
  clock.advance(10_000);
  await server.restart();
  clock.advance(21_000);
  expect((await pin(server, "3333")).status).toBe(200);
});

test("what a clock jump has expired stays expired when the power fails right after it and the machine starts in 1970", async () => {
  const { clock, server } = await startServerWithClock();
  const { body } = await server.anonymous.post("/api/pwa-auth/login-password", {
    userName: "admin",
    password: "admin-demo",
  });
  clock.setSystemTime(clock.now() + YEAR);
  expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(401);
  // The next start finds what is on the disk now.
  const after = await startServer({ clock: createClock(0), from: server.folder });
  expect((await after.withToken(body.accessToken).get("/api/me")).status).toBe(401);
  expect((await after.anonymous.post("/api/pwa-auth/refresh", body)).status).toBe(401);
});

test.each([
  ["without a restart", (_: TestServer) => {}],
  ["over a restart", (server: TestServer) => server.restart()],
])(
  "a print request expires by the time that really passed, not by the clock's jump, %s",
  async (_, between) => {
    const clock = createClock();
    const shop = await createShop({ language: "zpl", clock, limits: { giveUpMs: HOUR } });
    shop.printer.turnOff();
    const oid = await shop.print();
    const request = async () => (await shop.server.user.get(`/api/printrequests/${oid}`)).body;
    const triedAgain = async () => {
      const { attempts } = await request();
      const attemptsLater = async () => {
        clock.advance(LONGEST_RETRY_MS);
        return (await request()).attempts;
      };
      await expect.poll(attemptsLater).toBeGreaterThan(attempts);
    };
    await triedAgain();
    clock.setSystemTime(clock.now() + 10 * YEAR);
    await triedAgain();
    await between(shop.server);
    clock.advance(50 * MINUTE);
    await triedAgain();
    expect((await request()).stateId).toBe(Waiting);
    clock.advance(11 * MINUTE);
    await expect.poll(async () => (await request()).stateId).toBe(Failed);
  },
);

test("an idempotency record is removed after thirty days that really passed, not by the clock's jump", async () => {
  const { clock, server } = await startServerWithClock();
  const once = async () => {
    const body = { name: "Once", parentLocationId: 1 };
    return (await server.admin.post("/api/locations", body, { "Idempotency-Key": "k" })).body.oid;
  };
  const first = await once();
  clock.setSystemTime(clock.now() + 10 * YEAR);
  await server.anonymous.get("/health");
  await server.restart();
  clock.advance(29 * DAY);
  expect(await once()).toBe(first);
  clock.advance(2 * DAY);
  expect(await once()).not.toBe(first);
});

test("a server that is set up in 1970 has plausible times, reports that its clock is behind, and goes on when NTP sets it", async () => {
  const clock = createClock(0);
  const server = await startServer({ clock, isUnpacked: true });
  expect((await server.anonymous.get("/health")).body.clock).toBe("behind");
  const user = {
    userName: "ada",
    firstName: "Ada",
    lastName: "Novak",
    password: "at least 8",
    pin: "471182",
  };
  const created = await server.anonymous.post("/api/setup", {
    code: ensureSetupCode(server.folder),
    tenantName: "New",
    ...user,
  });
  expect(created.status).toBe(201);
  const { body: code } = await server
    .withToken(created.body.accessToken)
    .post("/api/device-auth/generate-code");
  expect(Date.parse(code.expiresAt)).toBeGreaterThan(RELEASED);
  expect(Date.parse(code.expiresAt)).toBeLessThan(RELEASED + HOUR);
  const today = RELEASED + 2 * YEAR;
  clock.setSystemTime(today);
  expect((await server.anonymous.get("/health")).body.clock).toBe("ok");
  const again = await server.anonymous.post("/api/pwa-auth/login-password", user);
  expect(again.status).toBe(200);
  const { body: later } = await server
    .withToken(again.body.accessToken)
    .post("/api/device-auth/generate-code");
  expect(Date.parse(later.expiresAt)).toBeGreaterThan(today);
});
