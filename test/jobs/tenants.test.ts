import { expect, test } from "vitest";
import type { AuditEntry } from "../../src/web/api/types/endpoints.d.ts";
import type { Client } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { holdSlices } from "./slices.ts";
import { endOf, jobAt, startJob } from "./waiting.ts";

// Jobs of two tenants take turns, one slice each.

const BULK_EDIT = "/api/articles/bulk-edit";

/** Users and articles of the audit of a cause. */
async function audited(admin: Client, cause: string) {
  const { status, body } = await admin.get(`/api/audit?cause=${encodeURIComponent(cause)}`);
  expect(status).toBe(200);
  const entries = (body as AuditEntry[]).filter(({ entity }) => entity === "article");
  const articles = [...new Set(entries.map(({ entityId }) => entityId))].sort((one, other) => one - other);
  return { users: [...new Set(entries.map(({ user }) => user?.id))], articles };
}

test("two tenants' jobs run by turns, and the audit of each names its own user, its undo whoever asked for it", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { admin, manager } = server;
  const other = server.admin2;
  const idOf = async (client: Client) => (await client.get("/api/me")).body.id;
  const others: { oid: number }[] = (await other.get("/api/articles")).body;
  const ids = { own: [11, 12, 13, 14, 15], other: others.slice(0, 4).map(({ oid }) => oid) };
  expect(ids.other).toHaveLength(4);
  const slices = holdSlices(server);
  const changes = { stateId: 3 };
  const path = await startJob(manager, BULK_EDIT, { ids: ids.own, changes });
  const otherPath = await startJob(other, BULK_EDIT, { ids: ids.other, changes });
  // The first job had begun before the second one.
  await slices.run(4);
  expect(await jobAt(manager, path)).toMatchObject({ state: "running", done: 3 });
  expect(await jobAt(other, otherPath)).toMatchObject({ state: "running", done: 1 });
  slices.release();
  const [job, otherJob] = [await endOf(manager, path), await endOf(other, otherPath)];
  expect(await audited(admin, `bulk edit ${job.id}`)).toEqual({
    users: [await idOf(manager)],
    articles: ids.own,
  });
  expect(await audited(other, `bulk edit ${otherJob.id}`)).toEqual({
    users: [await idOf(other)],
    articles: ids.other,
  });
  expect((await admin.put(`${path}/undo`)).status).toBe(200);
  expect((await other.put(`${otherPath}/undo`)).status).toBe(200);
  await Promise.all([endOf(manager, path), endOf(other, otherPath)]);
  expect(await audited(admin, `undo ${job.id}`)).toEqual({ users: [await idOf(admin)], articles: ids.own });
  expect(await audited(other, `undo ${otherJob.id}`)).toEqual({
    users: [await idOf(other)],
    articles: ids.other,
  });
});
