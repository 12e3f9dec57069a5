import { expect, test } from "vitest";
import { createClock, type TestClock } from "./harness/clock.ts";
import { eventually } from "./harness/eventually.ts";
import type { TestServer } from "./harness/server.ts";
import { atLeast, createShop, LONGEST_RETRY_MS, type Shop, Waiting } from "./printing/queue/printers.ts";

// The machine's clock starts in 1970, is set by NTP, steps back, jumps ahead. No user is locked out for years,
// expired things stay expired, and waiting ones go on waiting.

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

const pinOf = (server: TestServer, pin: string) =>
  server.anonymous.post("/api/pwa-auth/login", { userId: "3", pin });
const passwordOf = (server: TestServer) =>
  server.anonymous.post("/api/pwa-auth/login-password", { userName: "admin", password: "admin-demo" });

/** Everything that expires, created now. */
async function made(shop: Shop, clock: TestClock) {
  const { server } = shop;
  const { body: tokens } = await passwordOf(server);
  const { body: used } = await server.admin.post("/api/device-auth/generate-code");
  const { body: device } = await server.anonymous.post("/api/device-auth/activate", { code: used.code });
  const { body: session } = await server.anonymous.post("/api/device-auth/exchange", device);
  const { body: code } = await server.admin.post("/api/device-auth/generate-code");
  const body = { name: "Once", parentLocationId: 1 };
  const once = async () => server.admin.post("/api/locations", body, { "Idempotency-Key": "the same" });
  const { body: location } = await once();
  shop.printer.turnOff();
  const label = await shop.print();
  await eventually(async () => {
    clock.advance(LONGEST_RETRY_MS);
    expect(await shop.request(label)).toMatchObject({ stateId: Waiting, attempts: atLeast(2) });
  });
  for (let i = 0; i < 5; i++) await pinOf(server, "0000");
  const status = async (work: Promise<{ status: number }>) => (await work).status;
  return {
    label,
    /** The present statuses of all of these; the code last, because it works once. */
    async tried() {
      return {
        token: await status(server.withToken(tokens.accessToken).get("/api/me")),
        refresh: await status(server.anonymous.post("/api/pwa-auth/refresh", tokens)),
        session: await status(server.withToken(session.accessToken).get("/api/me")),
        device: await status(server.anonymous.post("/api/device-auth/exchange", device)),
        code: await status(server.anonymous.post("/api/device-auth/activate", { code: code.code })),
      };
    },
    async isDoneOnce() {
      return (await once()).body.oid === location.oid;
    },
  };
}

const GOOD = { token: 200, refresh: 200, session: 200, device: 200, code: 200 };
const EXPIRED = { token: 401, refresh: 401, session: 401, device: 401, code: 400 };

type Move = (clock: TestClock, server: TestServer) => Promise<void> | void;
const SCENARIOS: readonly [string, typeof GOOD, Move][] = [
  ["nothing", GOOD, () => {}],
  ["a step back by an hour", GOOD, (clock) => clock.setSystemTime(clock.now() - HOUR)],
  ["a step back by a year", GOOD, (clock) => clock.setSystemTime(clock.now() - YEAR)],
  [
    "a step back by a year, and a restart",
    GOOD,
    (clock, server) => {
      clock.setSystemTime(clock.now() - YEAR);
      return server.restart();
    },
  ],
  [
    "a start in 1970",
    GOOD,
    (clock, server) => {
      clock.setSystemTime(0);
      return server.restart();
    },
  ],
  [
    "a start in 1970, and the right time a moment later",
    GOOD,
    async (clock, server) => {
      const now = clock.now();
      clock.setSystemTime(0);
      await server.restart();
      clock.setSystemTime(now + 5000);
    },
  ],
  ["a jump ahead by ten years", EXPIRED, (clock) => clock.setSystemTime(clock.now() + 10 * YEAR)],
  [
    "a start in 1970, and years later by NTP",
    EXPIRED,
    async (clock, server) => {
      const now = clock.now();
      clock.setSystemTime(0);
      await server.restart();
      await server.anonymous.get("/health");
      clock.setSystemTime(now + 3 * YEAR);
    },
  ],
  [
    "a jump ahead by ten years and back",
    EXPIRED,
    async (clock, server) => {
      const now = clock.now();
      clock.setSystemTime(now + 10 * YEAR);
      await server.anonymous.get("/health/ready");
      clock.setSystemTime(now);
    },
  ],
  [
    "a jump ahead by ten years and back, and a restart",
    EXPIRED,
    async (clock, server) => {
      const now = clock.now();
      clock.setSystemTime(now + 10 * YEAR);
      await server.anonymous.get("/health/ready");
      await server.restart();
      clock.setSystemTime(now);
      await server.restart();
    },
  ],
];

test.each(SCENARIOS)(
  "%s: what was issued before stays valid or not by its age, and all users can go on",
  async (_, expected, move) => {
    const clock = createClock();
    const shop = await createShop({ language: "zpl", clock });
    const { server } = shop;
    const before = await made(shop, clock);
    await move(clock, server);
    expect(await before.tried()).toEqual(expected);
    expect(await before.isDoneOnce()).toBe(true);
    // No user is locked out: the password works at once, the PIN after its hold at the latest.
    const { status, body } = await passwordOf(server);
    expect(status).toBe(200);
    expect((await server.withToken(body.accessToken).get("/api/me")).status).toBe(200);
    const held = await pinOf(server, "3333");
    if (held.status === 429) expect(Number(held.headers.get("retry-after"))).toBeLessThanOrEqual(30);
    clock.advance(31_000);
    expect((await pinOf(server, "3333")).status).toBe(200);
    // The label is sent again, and printed.
    const waiting = await server.user.get(`/api/printrequests/${before.label}`);
    expect(waiting.body.stateId).toBe(Waiting);
    await shop.printer.turnOn();
    const labelsLater = () => {
      clock.advance(LONGEST_RETRY_MS);
      return shop.printer.labels.length;
    };
    await expect.poll(labelsLater).toBe(1);
  },
);

const BACK: readonly [string, Move][] = [
  ["is restarted", (_, server) => server.restart()],
  ["steps back by a year", (clock) => clock.setSystemTime(clock.now() - YEAR)],
  [
    "steps back by a year and is restarted",
    (clock, server) => {
      clock.setSystemTime(clock.now() - YEAR);
      return server.restart();
    },
  ],
  [
    "starts in 1970, twice",
    async (clock, server) => {
      clock.setSystemTime(0);
      await server.restart();
      await server.restart();
    },
  ],
];

test.each(BACK)(
  "an expired token stays refused when the server %s without a write in between",
  async (_, move) => {
    const clock = createClock();
    const shop = await createShop({ language: "zpl", clock });
    const before = await made(shop, clock);
    await shop.user.post(`/api/printrequests/${before.label}/cancel`);
    clock.advance(100 * DAY);
    expect((await before.tried()).token).toBe(401);
    await move(clock, shop.server);
    expect(await before.tried()).toEqual(EXPIRED);
    expect(await before.isDoneOnce()).toBe(false);
  },
);
