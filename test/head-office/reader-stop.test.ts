import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";
import { OfficeReader } from "../../src/head-office/connection.ts";

test("a stop does not wait for a question that hangs", async () => {
  // No timeout of the connection ends the question.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  onTestFinished(() => {
    vi.useRealTimers();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  await once(silent, "listening");
  const { port } = silent.address() as AddressInfo;
  const access = { host: "127.0.0.1", port, database: "d", user: "u", password: "p", caFile: null };
  const reader = new OfficeReader(access, pino({ level: "silent" }));
  const connected = once(silent, "connection");
  let isAnswered = false;
  const end = () => {
    isAnswered = true;
  };
  reader.rows("SELECT 1").then(end, end);
  await connected;
  await reader.stop();
  expect(isAnswered).toBe(false);
});
