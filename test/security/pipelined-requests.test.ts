import { expect, test } from "vitest";
import { openEventStream } from "../harness/events.ts";
import { startServer } from "../harness/server.ts";
import { connectFrom } from "./attacker.ts";

const ATTACKER = "127.0.0.66";

const get = (path: string, token = "none") =>
  `GET ${path} HTTP/1.1\r\nHost: server\r\nAuthorization: Bearer ${token}\r\n\r\n`;
const statuses = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status);

test("requests that one connection sends at once are answered in turn", async () => {
  const server = await startServer();
  const connection = await connectFrom(ATTACKER, server.appliance.port);
  connection.socket.write(get("/health") + get("/api/me") + get("/nothing") + get("/health"));
  await expect.poll(() => statuses(connection.received)).toEqual(["200", "401", "404", "200"]);
});

test("one connection has one request in progress: a second stream of events waits for the end of the first", async () => {
  const server = await startServer({ requestLimits: { streams: { total: 10, user: 2, device: 2 } } });
  const token = await server.tokenOf("user");
  const events = `${server.url}/api/events`;
  const connection = await connectFrom(ATTACKER, server.appliance.port);
  connection.socket.write(get("/api/events", token).repeat(5));
  await expect.poll(() => statuses(connection.received)).toEqual(["200"]);
  const second = await openEventStream(events, token);
  expect(second.status).toBe(200);
  expect((await openEventStream(events, token)).status).toBe(429);
  // Waiting requests are dropped with their connection.
  connection.socket.destroy();
  await expect.poll(async () => (await openEventStream(events, token)).status).toBe(200);
});

test("a connection that sends more than eight requests ahead is closed", async () => {
  const server = await startServer();
  const token = await server.tokenOf("user");
  const within = await connectFrom(ATTACKER, server.appliance.port);
  within.socket.write(get("/api/articles", token).repeat(9));
  await expect.poll(() => statuses(within.received).length).toBe(9);
  const above = await connectFrom(ATTACKER, server.appliance.port);
  above.socket.write(get("/api/articles", token).repeat(500));
  await above.closed;
  expect(statuses(above.received).length).toBeLessThan(9);
});

test("requests that are refused for what they expect count as well", async () => {
  const server = await startServer();
  const connection = await connectFrom(ATTACKER, server.appliance.port);
  connection.socket.write("GET /health HTTP/1.1\r\nHost: server\r\nExpect: a-cake\r\n\r\n".repeat(500));
  await connection.closed;
  expect(statuses(connection.received).length).toBeLessThan(10);
});
