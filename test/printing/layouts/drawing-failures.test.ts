import pino from "pino";
import { expect, test } from "vitest";
import type { Client } from "../../harness/client.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { failOnce, interceptCalls } from "../../harness/worker-calls.ts";
import { queueOf } from "../queue.ts";
import { codeAt, layoutOf, textAt } from "./samples.ts";

// A label that can't be drawn for want of a worker is not the label's fault: 503, and another attempt draws it.

async function drawnLabel(server: TestServer) {
  const layout = layoutOf([textAt(), codeAt()]);
  const { body } = await server.admin.post("/api/printingformats", { name: "Drawn", layout });
  // The third printer is switched off, so the labels wait.
  return { printerId: 3, labelFormatId: body.oid };
}

/** A print request whose worker fails, and what the server has logged then. */
async function failedRequest() {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const server = await startServer({ log });
  const body = { ...(await drawnLabel(server)), articleId: 1 };
  const print = () => server.user.post("/api/pda/printing/print", body);
  failOnce("draw");
  return { failed: await print(), lines, print };
}

test("where the worker fails, a print request is 503 with Retry-After", async () => {
  const { failed } = await failedRequest();
  expect(failed.status).toBe(503);
  expect(failed.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(failed.body.message).toBe("The label can't be drawn now. Try again in a moment.");
});

test("where the worker fails, the cause is logged once, with the id of the request", async () => {
  const { failed, lines } = await failedRequest();
  expect(lines).toEqual([expect.stringContaining("the worker has ended")]);
  expect(lines[0]).toContain(failed.body.requestId);
});

test("after the worker has failed the next label is drawn", async () => {
  const { print } = await failedRequest();
  expect((await print()).status).toBe(201);
});

test("where the worker fails, a job draws the label again", async () => {
  const server = await startServer();
  const [wanted, user] = [await drawnLabel(server), server.user];
  failOnce("drawStored");
  const { body } = await user.post("/api/articles/bulk-labels", { ...wanted, ids: [1, 2, 3] });
  expect(body).toMatchObject({ added: 3, refused: 0 });
  expect(queueOf(server)).toHaveLength(3);
});

/** Four concurrent print requests of one user, of which one is refused while the drawing is held. */
async function fourRequests() {
  const server = await startServer();
  const body = { ...(await drawnLabel(server)), articleId: 1 };
  const held: (() => void)[] = [];
  let isHeld = true;
  interceptCalls(["draw"], (_, send) => {
    if (isHeld) held.push(send);
    else send();
  });
  const printAs = (client: Client) => client.post("/api/pda/printing/print", body);
  const own = Array.from({ length: 4 }, () => printAs(server.user));
  const refused = await Promise.race(own);
  const release = () => {
    isHeld = false;
    for (const send of held) send();
  };
  return { own, refused, release, printOther: () => printAs(server.manager) };
}

test("of one user two labels wait behind the one that is drawn, and another is 503", async () => {
  const { own, refused, release } = await fourRequests();
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  release();
  const statuses = (await Promise.all(own)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, 201, 503]);
});

test("where a user's labels are refused, those of others are drawn", async () => {
  const { own, release, printOther } = await fourRequests();
  const others = printOther();
  release();
  expect((await others).status).toBe(201);
  await Promise.all(own);
});
