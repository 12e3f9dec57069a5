import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { TooSlow } from "../../src/domain/errors.ts";
import { watchBody } from "../../src/http/limits/slow-body.ts";
import { startServer } from "../harness/server.ts";
import { beginPost, statusOf } from "./raw-request.ts";

const ATTACKER = "127.0.0.66";
const slowBody = { ms: 500, bytes: 20 };

test("a body that stops arriving gets 408, and its connection is closed", async () => {
  const server = await startServer({ requestLimits: { slowBody } });
  const token = await server.tokenOf("manager");
  const slow = await beginPost(
    server.appliance.port,
    ATTACKER,
    { path: "/api/locations", token, length: 90 },
    "{",
  );
  await slow.closed;
  expect(slow.received).toMatch(
    /^HTTP\/1\.1 408 .*\r\nConnection: close\r\n.*"message":"The request arrived too slowly/s,
  );
});

test("a body that arrives byte by byte gets 408 too", async () => {
  const server = await startServer({ requestLimits: { slowBody: { ms: 500, bytes: 1000 } } });
  const request = { path: "/api/pwa-auth/login-pin", length: 4000 };
  const slow = await beginPost(server.appliance.port, ATTACKER, request, "{");
  for (; !slow.isClosed; await sleep(50)) slow.socket.write(" ");
  expect(statusOf(slow)).toBe(408);
});

test("an upload gets 408 too, and leaves no file", async () => {
  const server = await startServer({ requestLimits: { slowBody } });
  const token = await server.tokenOf("user");
  const contentType = "multipart/form-data; boundary=b";
  const request = { path: "/api/photoarticleinventory", token, length: 5000, contentType };
  const slow = await beginPost(server.appliance.port, ATTACKER, request, "--b\r\n");
  await slow.closed;
  expect(statusOf(slow)).toBe(408);
});

test("a body that takes many time windows is read until the first one without progress", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const socket = { bytesRead: 0 };
  const errors: unknown[] = [];
  const stop = watchBody({ socket }, slowBody, (error) => errors.push(error));
  for (let window = 0; window < 100; window++) {
    socket.bytesRead += slowBody.bytes;
    vi.advanceTimersByTime(slowBody.ms);
  }
  expect(errors).toEqual([]);
  socket.bytesRead += slowBody.bytes - 1;
  vi.advanceTimersByTime(slowBody.ms);
  expect(errors).toEqual([expect.any(TooSlow)]);
  stop();
});
