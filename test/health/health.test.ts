import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { startAppliance } from "../../src/app/appliance.ts";
import { readConfig } from "../../src/platform/config.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { createClock } from "../harness/clock.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer, type TestServer } from "../harness/server.ts";

const WELL = { box: "ok", database: "ok", disk: "ok", printing: "ok", clock: "ok" };

test("a healthy server is alive and ready, without a token", async () => {
  const server = await startServer();
  const live = await server.anonymous.get("/health");
  expect(live.status).toBe(200);
  expect(live.body).toEqual({ status: "ok", clock: "ok" });
  expect(live.headers.get("cache-control")).toBe("no-store");
  const ready = await server.anonymous.get("/health/ready");
  expect(ready.status).toBe(200);
  expect(ready.body).toEqual({ status: "ok", clock: "ok", checks: WELL, problems: [] });
});

/** A label without its bytes, which is impossible, so that the lane fails. */
async function breakLane(server: TestServer): Promise<void> {
  await server.user.post("/api/pda/printing/print", { articleId: 1, printerId: 1, labelFormatId: 1 });
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("printRequest");
    tx.query({ sql: "DELETE FROM printData", reads: [] }, []).run();
  });
}

const DEGRADED: readonly [string, object, string, (server: TestServer) => Promise<unknown> | unknown][] = [
  ["the clock", { clock: "behind" }, "clock is behind", () => clock.setSystemTime(0)],
  ["the print queue", { printing: "failing" }, "print queue is failing", breakLane],
  [
    "the disk",
    { disk: "low" },
    "disk is nearly full",
    (server) => server.restart({ STORAGE_RESERVE_MEGABYTES: "1000000000" }),
  ],
];
let clock = createClock();
test.each(DEGRADED)(
  "with a problem of %s the server is still ready, but degraded, and names the problem",
  async (_, checks, words, harm) => {
    clock = createClock();
    const server = await startServer({ clock });
    await harm(server);
    const ready = () => server.anonymous.get("/health/ready");
    await expect
      .poll(async () => {
        // The pause of the print queue before its next attempt.
        clock.advance(20);
        return (await ready()).body.status;
      })
      .toBe("degraded");
    const { status, body } = await ready();
    expect(status).toBe(200);
    expect(body.checks).toEqual({ ...WELL, ...checks });
    expect(body.problems).toEqual([expect.stringContaining(words)]);
    expect((await server.anonymous.get("/health")).body).toEqual({ status: "ok", clock: body.checks.clock });
    expect((await server.user.get("/api/articles/1")).status).toBe(200);
  },
);

test("while the disk does not flush the server is alive and not ready, and then ready again", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const { durable } = storage;
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  replace(storage, { durable: () => held });
  const [ready, live, figures] = await Promise.all([
    server.anonymous.get("/health/ready"),
    server.anonymous.get("/health"),
    server.anonymous.get("/metrics"),
  ]);
  expect(live.status).toBe(200);
  expect(figures.status).toBe(200);
  expect(ready.status).toBe(503);
  expect(ready.headers.get("retry-after")).toBe("5");
  expect(ready.body).toEqual({
    message: "The disk is not accepting writes.",
    requestId: expect.any(String),
    status: "failing",
    clock: "ok",
    checks: { ...WELL, database: "stuck" },
    problems: ["The disk is not accepting writes."],
  });
  replace(storage, { durable });
  release();
  await expect.poll(async () => (await server.anonymous.get("/health/ready")).status).toBe(200);
});

test("the problems of a server that is not ready are in the requested language", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const { write } = storage;
  replace(storage, { write: () => Promise.reject(new Error("disk I/O error")) });
  const { body } = await server.anonymous.get("/health/ready", { "Accept-Language": "cs" });
  expect(body.problems).toEqual(["Databázi nelze číst nebo do ní zapisovat."]);
  replace(storage, { write });
});

test("with a failing database the server is not ready, and names the problem", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const { write } = storage;
  replace(storage, { write: () => Promise.reject(new Error("disk I/O error")) });
  const { status, body, text } = await server.anonymous.get("/health/ready");
  expect(status).toBe(503);
  expect(body.checks).toEqual({ ...WELL, database: "failing" });
  expect(text).not.toContain("I/O");
  replace(storage, { write });
  expect((await server.anonymous.get("/health/ready")).status).toBe(200);
});

/** What a server answers to these requests while it starts. */
async function answersOfStart(...requests: readonly [path: string, headers?: Record<string, string>][]) {
  const port = await findFreePort();
  const responses: Response[] = [];
  const environment = {
    DATA_DIR: createFolder(),
    HOST: "127.0.0.1",
    PORT: String(port),
    HTTPS_PORT: "off",
    MDNS_ENABLED: "false",
    LOG_LEVEL: "silent",
  };
  const appliance = await startAppliance({
    ...readConfig(environment),
    async beforeReady() {
      for (const [path, headers = {}] of requests)
        responses.push(await fetch(`http://127.0.0.1:${port}${path}`, { headers }));
    },
  });
  await appliance.stop();
  return responses;
}

test("while the server starts it is alive, not ready, and says so", async () => {
  const answers = await answersOfStart(["/health"], ["/health/ready"], ["/metrics"], ["/api/articles"]);
  const responses = await Promise.all(
    answers.map(async (response) => ({ status: response.status, body: await response.json() })),
  );
  const starting = { message: "The server is starting. Try again shortly.", requestId: expect.any(String) };
  expect(responses).toEqual([
    { status: 200, body: { status: "ok", clock: "ok" } },
    {
      status: 503,
      body: {
        ...starting,
        status: "failing",
        clock: "ok",
        checks: { box: "starting", clock: "ok" },
        problems: [starting.message],
      },
    },
    { status: 503, body: starting },
    { status: 503, body: starting },
  ]);
});

test("a browser that comes while the server starts has a page in its language, which loads itself again", async () => {
  const Accept = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
  const [page] = await answersOfStart(["/console", { Accept, "Accept-Language": "de" }]);
  expect([page?.status, page?.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(page?.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = await page?.text();
  expect(html).toContain("<h1>Der Server wird gestartet.");
  expect(html).toContain('<meta http-equiv="refresh" content="3" />');
});

test.each([
  ["/health", 200, /"status":"ok"/],
  ["/health/ready", 503, /"box":"stopping"/],
  ["/api/version", 503, /"message":"The server is restarting/],
])("while the server stops, %s is %i", async (path, status, expected) => {
  const server = await startServer();
  // A request with incomplete headers keeps its connection open.
  const socket = connect(server.appliance.port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n`);
  await server.anonymous.get("/health");
  let response = "";
  socket.on("data", (data) => {
    response += data;
  });
  const stopped = server.stop();
  socket.write("\r\n");
  await stopped;
  await expect.poll(() => response).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(response).toMatch(expected);
});

function replace(storage: Storage, parts: Partial<Storage>): void {
  Object.assign(storage, parts);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
