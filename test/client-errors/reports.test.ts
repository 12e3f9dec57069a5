import { expect, test } from "vitest";
import { MAX_ERRORS } from "../../src/client-errors/routes.ts";
import { MAX_CLIENT_ERRORS_PER_HOUR } from "../../src/platform/limits.ts";
import { fillDisk } from "../access/full-disk.ts";
import type { TestServer } from "../harness/server.ts";
import { startServerWithLogs } from "../security/log/server-with-logs.ts";

const PATH = "/api/client-errors";
const AT = "2026-11-20T06:00:00.000Z";
const LATER = "2026-11-20T07:00:00.000Z";

const REPORT = {
  app: "terminal",
  version: "1.2.3",
  screen: "/count/3/41",
  message: "TypeError: list is undefined",
  stack: "at read (/assets/main-Bx1.js:1:2)",
  browser: "Mozilla/5.0 (Linux; Android 9; TC52) Chrome/77.0",
  count: 1,
  at: AT,
};

const send = (server: TestServer, changed: object = {}, address = "10.0.0.1") =>
  server.anonymous.post(PATH, { ...REPORT, ...changed }, { "X-Forwarded-For": address });

async function list(server: TestServer) {
  return (await server.admin.get(PATH)).body;
}

test("the Admin reads an error that a client reports without a login", async () => {
  const { server } = await startServerWithLogs();
  expect((await send(server)).status).toBe(204);
  const { at, ...rest } = REPORT;
  expect(await list(server)).toEqual([{ ...rest, firstAt: at, lastAt: at }]);
});

test("the server's log has a reported error without the client's address", async () => {
  const { server, logged } = await startServerWithLogs();
  await send(server);
  const line = logged()
    .split("\n")
    .find((text) => text.includes('"client error"'));
  expect(JSON.parse(line ?? "")).toMatchObject({ level: 40, clientError: REPORT });
  expect(line).not.toContain("10.0.0.1");
});

test("equal errors of one screen, version and app are one error with a count", async () => {
  const { server } = await startServerWithLogs();
  await send(server, { at: LATER });
  await send(server, { count: 41, browser: "Firefox/128.0" });
  for (const changed of [{ screen: "/count/3/42" }, { version: "1.2.4" }, { app: "console", screen: null }])
    await send(server, changed);
  const errors = await list(server);
  expect(errors.map(({ count }: { count: number }) => count)).toEqual([1, 1, 1, 42]);
  expect(errors[3]).toMatchObject({ firstAt: AT, lastAt: LATER, browser: "Firefox/128.0" });
  expect(errors[0]).toMatchObject({ app: "console", screen: null });
});

test("the hundred errors that were reported last are listed", async () => {
  const { server } = await startServerWithLogs();
  const address = (n: number) => `10.0.0.${Math.floor(n / MAX_CLIENT_ERRORS_PER_HOUR)}`;
  for (let n = 0; n <= MAX_ERRORS; n++) await send(server, { screen: `/articles/${n}` }, address(n));
  await send(server, { screen: "/articles/1" }, "10.0.1.1");
  const errors = await list(server);
  expect(errors).toHaveLength(MAX_ERRORS);
  expect(errors[0]).toMatchObject({ screen: "/articles/1", count: 2 });
  expect(errors.at(-1)).toMatchObject({ screen: "/articles/2" });
});

test("personal data that a client did not remove are removed", async () => {
  const { server, logged } = await startServerWithLogs();
  await send(server, {
    message: `SyntaxError: Unexpected token 'N', "Novák" at https://tallybox.local/api/articles?q=novak`,
    stack: "Novák\nat read (https://tallybox.local/assets/main.js?user=novak:1:2)",
  });
  expect(await list(server)).toMatchObject([
    {
      message: `SyntaxError: Unexpected token '…', "…" at /api/articles`,
      stack: "at read (/assets/main.js:1:2)",
    },
  ]);
  expect(logged()).not.toMatch(/nov[aá]k/i);
});

test("a client whose clock is ahead does not report from the future", async () => {
  const { server, clock } = await startServerWithLogs();
  await send(server, { at: "2999-01-01T00:00:00Z" });
  const [{ lastAt }] = await list(server);
  expect(Date.parse(lastAt)).toBeLessThanOrEqual(clock.now());
});

test.each([
  ["app", "worker"],
  ["screen", "/articles?q=novak"],
  ["screen", "/articles/Novák"],
  ["message", "x".repeat(301)],
  ["message", ""],
  ["message", "a\u0000b"],
  ["stack", "x".repeat(1501)],
  ["browser", "x".repeat(201)],
  ["version", null],
  ["count", 0],
  ["at", "yesterday"],
])(
  "a report is refused where its %s is wrong (%#), and nothing is listed or logged",
  async (field, value) => {
    const { server, logged } = await startServerWithLogs();
    const { status, body } = await send(server, { [field]: value });
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([400, [field]]);
    expect(await list(server)).toEqual([]);
    expect(logged()).not.toContain("client error");
  },
);

test("a longest report fits the body of an endpoint without a token", async () => {
  const { server } = await startServerWithLogs();
  const longest = {
    version: "9".repeat(40),
    screen: `/${"a".repeat(40)}`.repeat(10),
    message: "č".repeat(300),
    stack: `${"a".repeat(1490)}:1:2`,
    browser: "x".repeat(200),
  };
  expect((await send(server, longest)).status).toBe(204);
});

test("an address that reports too much, and no other, is asked to wait before its next report", async () => {
  const { server, clock } = await startServerWithLogs();
  let response = await send(server);
  // Time goes on, so a slow machine may send more than the limit.
  for (let i = 0; response.status === 204 && i < 2 * MAX_CLIENT_ERRORS_PER_HOUR; i++)
    response = await send(server);
  expect(response.status).toBe(429);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await send(server, {}, "10.0.0.2")).status).toBe(204);
  clock.advance(60_000);
  expect((await send(server)).status).toBe(204);
});

test("a full disk refuses no report", async () => {
  const { server } = await startServerWithLogs();
  fillDisk(server);
  expect((await send(server)).status).toBe(204);
  expect((await server.admin.get(PATH)).body).toHaveLength(1);
});
