import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { connectionLimits, makeConnections } from "../../src/http/server/connections.ts";
import { startServer } from "../harness/server.ts";
import { useTestTimers } from "../harness/timers.ts";
import { holdSlices } from "../jobs/slices.ts";
import { startHttpsServer } from "../trust/https-server.ts";
import { connectFrom, connectMany, terminalAt } from "./attacker.ts";

const ATTACKER = "127.0.0.66";
const WORKER = "127.0.0.7";
const HEADERS_MS = 300;

test("one address can't take all connections: its oldest idle ones are closed, and others are served", async () => {
  const server = await startServer({ connectionLimits: { total: 40, perAddress: 20 } });
  const { port } = server.appliance;
  const attack = await connectMany(200, ATTACKER, port);
  await expect.poll(() => attack.filter(({ isClosed }) => !isClosed).length).toBe(20);
  expect((await terminalAt(WORKER, port).get("/health")).status).toBe(200);
});

test("when the total is reached, the address with most connections loses its oldest idle one", async () => {
  const server = await startServer({ connectionLimits: { total: 30, perAddress: 20 } });
  const { port } = server.appliance;
  const [first, second] = [await connectMany(18, ATTACKER, port), await connectMany(12, "127.0.0.67", port)];
  expect((await terminalAt(WORKER, port).get("/health")).status).toBe(200);
  await expect.poll(() => [...first, ...second].filter(({ isClosed }) => isClosed).length).toBe(1);
  expect(first[0]?.isClosed).toBe(true);
});

test("a connection that sends nothing is closed after its timeout, whether or not the client closes its side", async () => {
  const server = await startServer({ connectionLimits: { headersMs: HEADERS_MS } });
  const [idle] = await connectMany(1, ATTACKER, server.appliance.port);
  await idle?.closed;
});

// Node would close it too, but later.
test("that timeout is the server's own, and ends with the first request", async () => {
  const timers = useTestTimers();
  const connections = makeConnections({ ...connectionLimits(), headersMs: 60_000 }, []);
  const [silent, asking] = [new Socket(), new Socket()];
  const expired: string[] = [];
  connections.accept(silent, () => expired.push("silent"));
  connections.accept(asking, () => expired.push("asking"));
  const request = new IncomingMessage(asking);
  connections.inTurn(() => {})(request, new ServerResponse(request));
  await timers.advance(50_000);
  await setImmediate();
  expect(expired).toEqual([]);
  await timers.advance(60_000);
  await setImmediate();
  expect(expired).toEqual(["silent"]);
});

test("a connection whose first headers never end is closed too", async () => {
  const server = await startServer({ connectionLimits: { headersMs: HEADERS_MS } });
  const slow = await connectFrom(ATTACKER, server.appliance.port);
  slow.socket.write("GET /health HTTP/1.1\r\nHost: box\r\nX-Slow: ");
  await slow.closed;
  expect(slow.received).toMatch(/^HTTP\/1.1 408 .*"requestId"/s);
});

test("a TLS connection without a handshake is closed too", async () => {
  const server = await startHttpsServer({ connectionLimits: { headersMs: HEADERS_MS } });
  const { port } = new URL(server.appliance.httpsUrl ?? "");
  const idle = await connectFrom(ATTACKER, Number(port));
  await idle.closed;
});

test("a terminal keeps its connection past that timeout, while an attacker's connections are closed", async () => {
  const server = await startServer({ connectionLimits: { headersMs: HEADERS_MS, perAddress: 20 } });
  const { port } = server.appliance;
  const terminal = terminalAt(WORKER, port);
  expect(await terminal.get("/health")).toEqual({ status: 200, isReused: false });
  const attack = await connectMany(50, ATTACKER, port);
  await Promise.all(attack.map(({ closed }) => closed));
  expect(await terminal.get("/health")).toEqual({ status: 200, isReused: true });
});

test("at an address's limit, connections without a request are closed first, and busy ones stay", async () => {
  const server = await startServer({ connectionLimits: { perAddress: 10 } });
  const { port } = server.appliance;
  const terminals = Array.from({ length: 8 }, () => terminalAt(WORKER, port));
  await Promise.all(terminals.map((terminal) => terminal.get("/health")));
  await connectMany(50, WORKER, port);
  const again = await Promise.all(terminals.map((terminal) => terminal.get("/health")));
  expect(again).toEqual(Array(8).fill({ status: 200, isReused: true }));
});

test("a trusted proxy may have more connections than another address", async () => {
  const settings = { HTTP_TRUSTED_PROXIES: WORKER };
  const server = await startServer({ settings, connectionLimits: { perAddress: 10 } });
  const connections = await connectMany(30, WORKER, server.appliance.port);
  expect((await terminalAt(WORKER, server.appliance.port).get("/health")).status).toBe(200);
  expect(connections.filter(({ isClosed }) => isClosed)).toEqual([]);
});

test("one address's limit leaves room for others, and the total leaves room for the database", () => {
  const { total, perAddress, headersMs } = connectionLimits();
  expect(perAddress).toBeLessThan(total);
  expect(perAddress).toBeGreaterThanOrEqual(400);
  expect(headersMs).toBe(10_000);
});

test("a connection on which nothing moves is closed, but not while a long job makes its response", async () => {
  const server = await startServer({ connectionLimits: { silentMs: HEADERS_MS } });
  const { port } = server.appliance;
  const slices = holdSlices(server);
  const edit = server.manager.put("/api/articles/bulk-edit", { ids: [11], changes: { locationId: 6 } });
  await expect.poll(async () => (await server.manager.get("/api/jobs")).body.length).toBe(1);
  const silent = await connectFrom(ATTACKER, port);
  silent.socket.write("POST /api/login HTTP/1.1\r\nHost: box\r\nContent-Length: 9\r\n\r\n{");
  // It began later.
  await silent.closed;
  slices.release();
  expect((await edit).status).toBe(200);
});
