import diagnostics from "node:diagnostics_channel";
import { expect, onTestFinished, test } from "vitest";
import { sharedServer } from "../harness/server.ts";
import { check, imported } from "./uploads.ts";

const { admin } = sharedServer();

/** Counts the threads that this process starts until the test ends. */
function threadCount(): { started: number } {
  const count = { started: 0 };
  const add = () => {
    count.started++;
  };
  diagnostics.subscribe("worker_threads", add);
  onTestFinished(() => {
    diagnostics.unsubscribe("worker_threads", add);
  });
  return count;
}

const TABLE = "Code;Name;Category;Type\nT1;Chair;c;t";

test("a check soon after another one uses its thread, and sees writes in between", async () => {
  const { body: first } = await check(admin, "articles", TABLE);
  expect(first).toMatchObject({ toCreate: 1, toUpdate: 0 });
  await imported(admin, "articles", TABLE);
  const threads = threadCount();
  const { body } = await check(admin, "articles", TABLE.replace("Chair", "Desk"));
  expect(body).toMatchObject({ toCreate: 0, toUpdate: 1 });
  expect(threads.started).toBe(0);
});

test("after an unreadable file the next checks use the same thread", async () => {
  await check(admin, "articles", TABLE);
  const threads = threadCount();
  expect((await check(admin, "articles", "PK\u0003\u0004 no workbook")).status).toBe(400);
  for (let count = 0; count < 3; count++)
    expect((await check(admin, "articles", TABLE)).body.errors).toEqual([]);
  expect(threads.started).toBe(0);
});

test("an export soon after another one uses its thread, and holds writes in between", async () => {
  const exported = () => admin.get("/api/export/articles?format=csv");
  expect((await exported()).text).not.toContain("T2");
  await imported(admin, "articles", TABLE.replace("T1", "T2"));
  const threads = threadCount();
  expect((await exported()).text).toContain("T2");
  expect(threads.started).toBe(0);
});
