import { expect, test } from "vitest";
import type { Client } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { startWork, WORK, type Work } from "./busy-stocktake.ts";

// The inventory says that a job works on it. Its ETag and that of the list change when the job begins and when it ends.

interface Shown {
  readonly job: { readonly id: number; readonly kind: string } | null;
  readonly tags: readonly (string | null)[];
}

/** The job as detail and list show it, with their ETags. */
async function shownBy(client: Client, id: number): Promise<Shown> {
  const [detail, list] = [
    await client.get(`/api/inventories/${id}`),
    await client.get("/api/inventories?includeClosed=true"),
  ];
  const { job } = list.body.find(({ oid }: { oid: number }) => oid === id);
  expect(detail.body.job).toEqual(job);
  return { job, tags: [detail.headers.get("etag"), list.headers.get("etag")] };
}

function expectNewTags(before: Shown, after: Shown): void {
  for (const [index, tag] of before.tags.entries()) {
    expect(tag).not.toBeNull();
    expect(after.tags[index]).not.toBe(tag);
  }
}

const jobOf = (path: string, kind: string) => ({ id: Number(path.split("/").at(-1)), kind });

test.each(Object.keys(WORK) as Work[])(
  "an inventory shows that it has work of kind %s until its end",
  async (kind) => {
    const server = await startServer({ sliceMs: 0 });
    const { manager, slices, id, job } = await startWork(server, kind);
    const during = await shownBy(manager, id);
    expect(during.job).toEqual(jobOf(job, kind));
    await slices.run(1);
    slices.release();
    await endOf(manager, job);
    const after = await shownBy(manager, id);
    expect(after.job).toBeNull();
    expectNewTags(during, after);
  },
);

test("a job that waits is shown too, with new ETags when it is stored and when it is cancelled", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { manager, slices, job } = await startWork(server, "approve");
  const { oid } = (await manager.post("/api/inventories", { name: "Next" })).body;
  const before = await shownBy(manager, oid);
  expect(before.job).toBeNull();
  const waiting = await startJob(manager, `/api/inventories/${oid}/prepare`);
  const during = await shownBy(manager, oid);
  expect(during.job).toEqual(jobOf(waiting, "prepare"));
  expectNewTags(before, during);
  await manager.put(`${waiting}/cancel`);
  const after = await shownBy(manager, oid);
  expect(after.job).toBeNull();
  expectNewTags(during, after);
  slices.release();
  await endOf(manager, job);
});

test.each(["cancelled", "failed"])(
  "the job of an inventory is shown until everything is undone when it is %s",
  async (state) => {
    const server = await startServer({ sliceMs: 0 });
    const { manager, slices, job } = await startWork(server, "approve");
    slices.release();
    await endOf(manager, job);
    const { oid: locationId } = (await manager.post("/api/locations", { name: "Empty" })).body;
    const { oid } = (await manager.post("/api/inventories", { name: "Nothing", locationIds: [locationId] }))
      .body;
    const before = await shownBy(manager, oid);
    const path = await startJob(manager, `/api/inventories/${oid}/prepare`);
    if (state === "cancelled") await manager.put(`${path}/cancel`);
    await endOf(manager, path);
    const after = await shownBy(manager, oid);
    expect(after.job).toBeNull();
    expectNewTags(before, after);
  },
);

test("other tenants' work and finished work are not shown", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { slices } = await startWork(server, "approve");
  const stranger = server.admin2;
  const { body } = await stranger.get("/api/inventories?includeClosed=true");
  expect(body.map(({ job }: Shown) => job)).toEqual(body.map(() => null));
  slices.release();
});
