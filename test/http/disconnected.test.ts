import { once } from "node:events";
import { connect } from "node:net";
import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";

test("a client that disconnects before its response is no error of the server", async () => {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const server = await startServer({ log: pino({ level: "info" }, destination) });
  const token = await server.tokenOf("user");
  const { port } = new URL(server.url);
  const requests = 20;
  for (let turn = 0; turn < requests; turn++) {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    // A list is read in a thread: it is complete after the client has disconnected.
    const request = `GET /api/articles/page?q=a&limit=500 HTTP/1.1\r\nHost: box\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    await new Promise((sent) => socket.write(request, sent));
    socket.resetAndDestroy();
  }
  const countErrors = () => lines.filter((line) => line.includes("/api/articles/page")).length;
  await expect.poll(countErrors).toBe(requests);
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
