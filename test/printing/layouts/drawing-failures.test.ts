import pino from "pino";
import { expect, test } from "vitest";
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

test("where the worker fails, a print request is 503 with Retry-After and the cause is logged; the next one is drawn", async () => {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const server = await startServer({ log });
  const [wanted, user] = [await drawnLabel(server), server.user];
  failOnce("draw");
  const failed = await user.post("/api/pda/printing/print", { ...wanted, articleId: 1 });
  expect(failed.status).toBe(503);
  expect(failed.headers.get("retry-after")).toMatch(/^\d+$/);
  expect(failed.body.message).toBe("The label can't be drawn now. Try again in a moment.");
  expect(lines).toEqual([expect.stringContaining("the worker has ended")]);
  expect(lines[0]).toContain(failed.body.requestId);
  expect((await user.post("/api/pda/printing/print", { ...wanted, articleId: 1 })).status).toBe(201);
});

test("where the worker fails, a job draws the label again", async () => {
  const server = await startServer();
  const [wanted, user] = [await drawnLabel(server), server.user];
  failOnce("drawStored");
  const { body } = await user.post("/api/articles/bulk-labels", { ...wanted, ids: [1, 2, 3] });
  expect(body).toMatchObject({ added: 3, refused: 0 });
  expect(queueOf(server)).toHaveLength(3);
});

test("of one user two labels wait behind the one that is drawn; another is 503, and other users' labels are drawn", async () => {
  const server = await startServer();
  const [wanted, user, manager] = [await drawnLabel(server), server.user, server.manager];
  const held: (() => void)[] = [];
  let isHeld = true;
  interceptCalls(["draw"], (_, send) => {
    if (isHeld) held.push(send);
    else send();
  });
  const printAs = (client: typeof user) =>
    client.post("/api/pda/printing/print", { ...wanted, articleId: 1 });
  const own = Array.from({ length: 4 }, () => printAs(user));
  const refused = await Promise.race(own);
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toMatch(/^\d+$/);
  const others = printAs(manager);
  isHeld = false;
  for (const send of held) send();
  expect((await others).status).toBe(201);
  const statuses = (await Promise.all(own)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 201, 201, 503]);
});
