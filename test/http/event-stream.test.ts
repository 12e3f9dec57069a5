import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import Koa from "koa";
import { expect, onTestFinished, test } from "vitest";
import { Unauthenticated } from "../../src/domain/errors.ts";
import { msg as words } from "../../src/domain/message.ts";
import type { EventsResponse } from "../../src/http/endpoint/response.ts";
import { type StreamDependencies, sendEvents } from "../../src/http/sse/event-stream.ts";
import { openEventStream } from "../harness/events.ts";
import { startServer } from "../harness/server.ts";

const LIVING: StreamDependencies = {
  open: () => () => {},
  onStart: () => {},
  check: () => {},
  durable: () => null,
  stopping: new AbortController().signal,
};

/** Starts a server whose every response is this stream. */
async function streaming(
  subscribe: EventsResponse["subscribe"],
  parts: Partial<StreamDependencies> = {},
): Promise<number> {
  const app = new Koa();
  app.use((ctx) => sendEvents(ctx, { kind: "events", subscribe }, { ...LIVING, ...parts }));
  app.silent = true;
  const server = createServer(app.callback()).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("a client that reads nothing is disconnected, and the sender is notified", async () => {
  let left = () => {};
  const isLeft = new Promise<void>((done) => {
    left = done;
  });
  const port = await streaming((sendEvent, ended) => {
    ended.addEventListener("abort", left);
    for (let i = 0; i < 2000; i++) sendEvent("big", "x".repeat(10_000));
  });
  const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: box\r\n\r\n"));
  socket.pause();
  onTestFinished(() => {
    socket.destroy();
  });
  await isLeft;
});

test("no event is sent before its change is on the disk, and all are sent in order", async () => {
  const steps: string[] = [];
  const port = await streaming(
    (sendEvent) => {
      sendEvent("one", 1);
      sendEvent("two", 2);
    },
    {
      durable: async () => {
        steps.push("flushed");
      },
    },
  );
  const stream = await openEventStream(`http://127.0.0.1:${port}/`, "");
  for (const name of ["one", "two"]) {
    expect((await stream.next())?.event).toBe(name);
    steps.push(name);
  }
  expect(steps.indexOf("flushed")).toBeLessThan(steps.indexOf("one"));
});

test("the token is checked before each event: an event after its expiry is not sent", async () => {
  let isOver = false;
  let sendAfter = () => {};
  const port = await streaming(
    (sendEvent) => {
      sendEvent("before", null);
      sendAfter = () => sendEvent("after", null);
    },
    {
      check() {
        if (isOver) throw new Unauthenticated(words("over", "konec"), true);
      },
    },
  );
  const stream = await openEventStream(`http://127.0.0.1:${port}/`, "");
  expect((await stream.next())?.event).toBe("before");
  isOver = true;
  sendAfter();
  expect(await stream.next()).toEqual({ event: "end", data: { reason: "token" } });
  expect(await stream.next()).toBe(null);
});

test("an error of the event source ends the stream instead of hiding it", async () => {
  const port = await streaming((sendEvent) => sendEvent("x", null), {
    durable: () => Promise.reject(new Error("the disk is gone")),
  });
  const stream = await openEventStream(`http://127.0.0.1:${port}/`, "");
  await expect(stream.next()).rejects.toThrow();
});

test("HEAD returns the headers alone", async () => {
  const server = await startServer();
  const token = await server.tokenOf("user");
  const response = await fetch(`${server.url}/api/events`, {
    method: "HEAD",
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(await response.text()).toBe("");
});
