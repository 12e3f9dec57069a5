import { expect, test } from "vitest";
import { inThreadPool } from "../../src/platform/concurrency-limit.ts";
import { startServer } from "../harness/server.ts";
import { LONG_LIST, startServerWithLongList } from "./long-list.ts";
import { statusOf } from "./raw-request.ts";
import { connectStalledReader, getHead } from "./stalled-reader.ts";

const ATTACKER = "127.0.0.66";
const [WORKER, OTHER] = ["127.0.0.7", "127.0.0.8"];
const MIB = 1024 * 1024;

test("unfinished responses share a budget: an address above its share gets Retry-After, and others succeed", async () => {
  const responseBytes = { total: 40 * MIB, each: 20 * MIB };
  const server = await startServerWithLongList({ requestLimits: { responseBytes } });
  const token = await server.tokenOf("manager");
  const ask = (address: string, path = LONG_LIST) =>
    connectStalledReader(server.appliance.port, address, getHead(path, token));
  const [first, second] = [await ask(ATTACKER), await ask(WORKER)];
  await expect.poll(() => [first, second].map(statusOf)).toEqual([200, 200]);
  const refused = await ask(ATTACKER);
  await expect.poll(() => statusOf(refused)).toBe(503);
  expect(refused.received).toMatch(/\r\nRetry-After: \d+\r\n.*"message":"The server is sending too much/s);
  const third = await ask(OTHER);
  await expect.poll(() => statusOf(third)).toBe(503);
  // Short responses, and those from a cache, do not use the budget.
  for (const path of ["/api/me", "/api/articles", "/api/articles"]) {
    const short = await ask(ATTACKER, path);
    await expect.poll(() => statusOf(short)).toBe(200);
  }
  first.socket.destroy();
  await expect
    .poll(async () => {
      const again = await ask(ATTACKER);
      await expect.poll(() => statusOf(again)).not.toBe(null);
      return statusOf(again);
    })
    .toBe(200);
});

test("an attacker at two addresses takes the budget from nobody: his oldest response is closed", async () => {
  const responseBytes = { total: 62 * MIB, each: 40 * MIB };
  const server = await startServerWithLongList({ requestLimits: { responseBytes } });
  const head = getHead(LONG_LIST, await server.tokenOf("manager"));
  const ask = (address: string) => connectStalledReader(server.appliance.port, address, head);
  const attack = [];
  for (const address of [ATTACKER, ATTACKER, OTHER, OTHER]) {
    const reader = await ask(address);
    await expect.poll(() => statusOf(reader)).toBe(200);
    attack.push(reader);
  }
  const worker = await ask(WORKER);
  await expect.poll(() => statusOf(worker)).toBe(200);
  const [oldest] = attack;
  oldest?.socket.resume();
  await oldest?.closed;
  expect(attack.slice(1).map(({ isClosed }) => isClosed)).toEqual([false, false, false]);
});

test("a response that is larger than the share is sent alone", async () => {
  const server = await startServerWithLongList({
    requestLimits: { responseBytes: { total: 2 * MIB, each: MIB } },
  });
  const token = await server.tokenOf("manager");
  const ask = () => connectStalledReader(server.appliance.port, WORKER, getHead(LONG_LIST, token));
  const first = await ask();
  await expect.poll(() => statusOf(first)).toBe(200);
  const second = await ask();
  await expect.poll(() => statusOf(second)).toBe(503);
});

test("a write is answered where no memory for responses is left: it is committed by then", async () => {
  const server = await startServerWithLongList({
    requestLimits: { responseBytes: { total: 2 * MIB, each: MIB } },
  });
  const { port } = server.appliance;
  const list = getHead(LONG_LIST, await server.tokenOf("manager"));
  const first = await connectStalledReader(port, WORKER, list);
  await expect.poll(() => statusOf(first)).toBe(200);
  const operations = Array.from({ length: 100 }, (_, index) => ({
    operationId: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    kind: "add",
    itemId: 111,
    quantity: 1,
    at: new Date().toISOString(),
  }));
  const body = JSON.stringify({ operations });
  const head = getHead("/api/inventories/3/counts", await server.tokenOf("user"), [
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ]);
  const write = await connectStalledReader(port, WORKER, head.replace(/^GET/, "POST") + body);
  await expect.poll(() => statusOf(write)).toBe(200);
  const read = await connectStalledReader(port, WORKER, list);
  await expect.poll(() => statusOf(read)).toBe(503);
});

test("above the maximum of compressed responses, of an address or in all, a response is sent uncompressed", async () => {
  const server = await startServerWithLongList({
    requestLimits: { compressedStreams: { total: 2, each: 1 } },
  });
  const head = getHead(LONG_LIST, await server.tokenOf("manager"), ["Accept-Encoding: br"]);
  const codingAt = async (address: string) => {
    const reader = await connectStalledReader(server.appliance.port, address, head);
    await expect.poll(() => statusOf(reader)).toBe(200);
    return /\r\nContent-Encoding: (\w+)\r\n/.exec(reader.received)?.[1];
  };
  expect([await codingAt(ATTACKER), await codingAt(ATTACKER)]).toEqual(["br", undefined]);
  expect([await codingAt(WORKER), await codingAt(OTHER)]).toEqual(["br", undefined]);
});

test("compression uses at most half of the threads, so that writes are flushed meanwhile", async () => {
  const server = await startServer();
  const manager = await server.as("manager");
  const held = Promise.withResolvers<void>();
  const compressions = Array.from({ length: 4 }, () => inThreadPool(() => held.promise));
  let isAnswered = false;
  const list = manager.get("/api/inventories/3/items", { "Accept-Encoding": "br" }).finally(() => {
    isAnswered = true;
  });
  for (let i = 0; i < 20; i++) {
    expect((await manager.post("/api/locations", { name: "New" })).status).toBe(201);
    const plain = await manager.get("/api/inventories/3/items", { "Accept-Encoding": "identity" });
    expect(plain.status).toBe(200);
  }
  expect(isAnswered).toBe(false);
  held.resolve();
  expect((await list).headers.get("content-encoding")).toBe("br");
  await Promise.all(compressions);
});
