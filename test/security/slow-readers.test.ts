import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { expect, onTestFinished, test, vi } from "vitest";
import { openEventStream } from "../harness/events.ts";
import { connectFrom, type RawConnection } from "./attacker.ts";
import { LONG_LIST, LONG_LIST_BYTES, startServerWithLongList } from "./long-list.ts";
import { connectStalledReader, getHead } from "./stalled-reader.ts";

const ATTACKER = "127.0.0.66";
const slowReader = { ms: 300, bytes: 64 * 1024 };

const longList = (token: string) => getHead(LONG_LIST, token);

/** Returns the bytes that the server's system has taken on the next connection. */
function watchNextConnection(): () => number {
  let accepted: Socket | undefined;
  const channel = diagnostics.channel("net.server.socket");
  const listener = (message: unknown) => {
    accepted ??= (message as { socket: Socket }).socket;
  };
  channel.subscribe(listener);
  onTestFinished(() => void channel.unsubscribe(listener));
  return () => (accepted === undefined ? 0 : accepted.bytesWritten - accepted.writableLength);
}

/** A client that requests the long list, reads only its beginning, and detects by sending that it is disconnected. */
async function connectSendingReader(port: number, token: string): Promise<RawConnection> {
  const connection = await connectStalledReader(port, ATTACKER, longList(token));
  const timer = setInterval(() => connection.socket.write("\r\n"), 20);
  onTestFinished(() => clearInterval(timer));
  return connection;
}

test("a client that reads nothing of a response is disconnected, also while it sends", async () => {
  const server = await startServerWithLongList({ connectionLimits: { slowReader } });
  const { port } = server.appliance;
  const token = await server.tokenOf("manager");
  const silent = await connectStalledReader(port, ATTACKER, longList(token));
  for (let turn = 0; turn < 2; turn++) await (await connectSendingReader(port, token)).closed;
  silent.socket.resume();
  await silent.closed;
  expect(silent.received).toMatch(/^HTTP\/1\.1 200 /);
  expect(silent.received.length).toBeLessThan(LONG_LIST_BYTES);
});

test("a client that reads a little at a time is disconnected too", async () => {
  const server = await startServerWithLongList({
    connectionLimits: { slowReader: { ms: 300, bytes: 1024 * 1024 } },
  });
  const { socket, closed } = await connectSendingReader(
    server.appliance.port,
    await server.tokenOf("manager"),
  );
  const timer = setInterval(() => socket.read(1000), 50);
  onTestFinished(() => clearInterval(timer));
  await closed;
});

test("a client over TLS that reads nothing is disconnected too", async () => {
  const server = await startServerWithLongList({
    connectionLimits: { slowReader },
    settings: { HTTPS_PORT: "0" },
  });
  const { port } = new URL(server.appliance.httpsUrl ?? "");
  const socket = connectTls({ host: "127.0.0.1", port: Number(port), rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  await once(socket, "secureConnect");
  // This test expects a closed connection.
  socket.on("error", () => {});
  const closed = new Promise((done) => socket.once("close", done));
  socket.write(longList(await server.tokenOf("manager")));
  const timer = setInterval(() => socket.write("\r\n"), 20);
  onTestFinished(() => clearInterval(timer));
  await closed;
});

test("a client that takes several time windows, and reads enough in each, gets the whole response", async () => {
  // The test ends the windows: by the clock a slow machine would read too little in one of them.
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const slowReader = { ms: 700, bytes: 1000 };
  const server = await startServerWithLongList({ connectionLimits: { slowReader } });
  const token = await server.tokenOf("manager");
  const drainedBytes = watchNextConnection();
  const { socket, ...connection } = await connectFrom(ATTACKER, server.appliance.port);
  socket.write(longList(token));
  let bytes = 0;
  let windows = 0;
  let drainedBefore = 0;
  for await (const piece of socket) {
    bytes += piece.length;
    if (bytes > LONG_LIST_BYTES) break;
    // TCP tells the sender late how much the client has read.
    if (drainedBytes() - drainedBefore < slowReader.bytes) continue;
    windows += 1;
    vi.advanceTimersByTime(slowReader.ms);
    await setImmediate();
    drainedBefore = drainedBytes();
  }
  // How many there are depends on the system's buffers, which grow while the client reads.
  expect(windows).toBeGreaterThan(1);
  expect(connection.isClosed).toBe(false);
  expect(bytes).toBeGreaterThan(LONG_LIST_BYTES);
});

test("an event stream without events for many time windows stays open", async () => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await startServerWithLongList({ connectionLimits: { slowReader } });
  const manager = await server.as("manager");
  const stream = await openEventStream(`${server.url}/api/events`, await server.tokenOf("manager"));
  for (let windows = 0; windows < 10; windows++) {
    vi.advanceTimersByTime(slowReader.ms);
    await setImmediate();
  }
  expect((await manager.post("/api/locations", { name: "New" })).status).toBe(201);
  expect(await stream.next("changes")).not.toBe(null);
});
