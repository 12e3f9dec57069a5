import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adminByPassword, startOnCopy } from "../backup/copies.ts";
import { restore } from "../backup/restoring.ts";
import type { Client } from "../harness/client.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { articleList, exportsOf, startImport } from "../import/running.ts";
import { holdSlices } from "./slices.ts";
import { endOf, startJob } from "./waiting.ts";

// A backup that is made while a job runs, and restored.

const startSliced = () => startServer({ sliceMs: 0 });

/** Restores a backup that is made now, and starts a server on it. */
async function startOnBackup(server: TestServer): Promise<Client> {
  const response = await fetch(`${server.url}/api/backup`, {
    headers: { authorization: `Bearer ${await server.tokenOf("admin")}` },
  });
  expect(response.status).toBe(200);
  const file = join(createFolder(), "backup.tar");
  writeFileSync(file, await response.bytes());
  const into = join(createFolder(), "data");
  expect((await restore(file, "--into", into)).lines[2]).toMatch(/^Whole: /);
  return adminByPassword(await startOnCopy(into));
}

test("a bulk edit goes on after the restore, and can be undone there", async () => {
  const server = await startSliced();
  const before = await exportsOf(server.admin);
  const slices = holdSlices(server);
  const edit = { ids: [11, 12, 13, 14, 15, 16], changes: { stateId: 3, locationId: 6 } };
  const path = await startJob(server.manager, "/api/articles/bulk-edit", edit);
  await slices.run(3);
  const restored = await startOnBackup(server);
  slices.release();
  await endOf(server.manager, path);
  expect(await endOf(restored, path)).toMatchObject({ state: "done", result: { changed: 6, refused: 0 } });
  expect(await exportsOf(restored)).toEqual(await exportsOf(server.admin));
  expect((await restored.put(`${path}/undo`)).status).toBe(200);
  expect(await endOf(restored, path)).toMatchObject({ state: "undone", result: { leftCount: 0 } });
  expect(await exportsOf(restored)).toEqual(before);
});

test("a job that is being undone is undone to its end after the restore", async () => {
  const server = await startSliced();
  const before = await exportsOf(server.admin);
  const slices = holdSlices(server);
  const edit = { ids: [11, 12, 13, 14, 15, 16], changes: { stateId: 3, locationId: 6 } };
  const path = await startJob(server.manager, "/api/articles/bulk-edit", edit);
  await slices.run(4);
  expect((await server.manager.put(`${path}/cancel`)).status).toBe(200);
  const restored = await startOnBackup(server);
  expect(await endOf(restored, path)).toMatchObject({ state: "cancelled" });
  expect(await exportsOf(restored)).toEqual(before);
});

test("an import has failed after the restore, because a backup does not contain its rows, and is undone", async () => {
  const server = await startSliced();
  const before = await exportsOf(server.admin);
  const { path } = await startImport(server, "articles", articleList(10), 5);
  const restored = await startOnBackup(server);
  expect(await endOf(restored, path)).toMatchObject({ state: "failed" });
  expect(await exportsOf(restored)).toEqual(before);
});
