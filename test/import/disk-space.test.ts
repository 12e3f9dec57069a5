import { expect, test, vi } from "vitest";
import { eventually } from "../harness/eventually.ts";
import { startServer } from "../harness/server.ts";
import { articleList } from "./running.ts";
import { check } from "./uploads.ts";

// An import that would fill the disk is refused before it begins.

const disk = vi.hoisted(() => ({
  free: 1e12,
  room: () => ({ bavail: disk.free, blocks: 1e12, bsize: 1 }),
}));
vi.mock("node:fs", async (load) => ({ ...(await load<object>()), statfsSync: disk.room }));
vi.mock("node:fs/promises", async (load) => ({ ...(await load<object>()), statfs: async () => disk.room() }));

test("new articles need space on the disk, and those that exist need none", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  const { admin } = server;
  const list = articleList(6_000);
  const { body } = await check(admin, "articles", list);
  const setFree = async (bytes: number) => {
    disk.free = bytes;
    await eventually(() => expect(storage.status().freeBytes).toBe(bytes));
  };
  await setFree(90_000_000);
  const path = `/api/imports/${body.id}`;
  const refused = await admin.put(`${path}/apply`);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "The server's disk has 90 MB free, and this import needs about 99 MB. Free some space, or divide the file. Nothing was changed.",
  ]);
  expect((await admin.get(path)).body.state).toBe("checked");
  await setFree(110_000_000);
  expect((await admin.put(`${path}/apply`)).status).toBe(200);
  await setFree(90_000_000);
  const { body: same } = await check(admin, "articles", list);
  expect([same.toCreate, same.unchanged]).toEqual([0, 6_001]);
  expect((await admin.put(`/api/imports/${same.id}/apply`)).status).toBe(200);
});
