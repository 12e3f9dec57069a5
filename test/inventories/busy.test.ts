import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { insert } from "../../src/storage/jobs/records.ts";
import type { ApiResponse } from "../harness/client.ts";
import { startServer } from "../harness/server.ts";
import { endOf, startJob } from "../jobs/waiting.ts";
import { createJpeg, upload, uploadOfCode } from "../photos/uploads.ts";
import { type BusyStocktake, startWork, WORK, type Work } from "./busy-stocktake.ts";

// While a job works on an inventory, everything else that would change it is 400 and names the work (decisions, Long work).
// Counts and their photos are never refused for that.

type Request = (of: BusyStocktake) => Promise<ApiResponse>;
interface Row {
  /** The kinds of work during which the request is refused. */
  readonly refusedDuring: readonly Work[];
  readonly request: Request;
}

const ALL = Object.keys(WORK) as Work[];
const refused = (request: Request, refusedDuring: readonly Work[] = ALL): Row => ({ refusedDuring, request });
const never = (request: Request): Row => ({ refusedDuring: [], request });
const transition = (name: string): Row =>
  refused(({ manager, id }) => manager.put(`/api/inventories/${id}/${name}`));
/** A repeated request waits for the work that runs. */
const joinedTransition = (name: Work): Row =>
  refused(
    ({ manager, id }) => manager.put(`/api/inventories/${id}/${name}`),
    ALL.filter((kind) => kind !== name),
  );
/** All endpoints that change something of inventories. */
const ENDPOINTS: Readonly<Record<string, Row>> = {
  "POST /api/inventories": never(({ manager }) => manager.post("/api/inventories", { name: "Another" })),
  "PUT /api/inventories/{id}": refused(({ manager, id }) =>
    manager.put(`/api/inventories/${id}`, { name: "New" }),
  ),
  "PUT /api/inventories/{id}/frame": refused(({ manager, id }) =>
    manager.put(`/api/inventories/${id}/frame`, {
      purpose: "yearEnd",
      decisiveDay: "2026-11-20",
      method: "physical",
      committee: [],
    }),
  ),
  "DELETE /api/inventories/{id}/frame": refused(({ manager, id }) =>
    manager.delete(`/api/inventories/${id}/frame`),
  ),
  "POST /api/inventories/{id}/addenda": refused(({ manager, id }) =>
    manager.post(`/api/inventories/${id}/addenda`, { kind: "correction", text: "It was 7" }),
  ),
  "PUT /api/inventories/{id}/explain": refused(({ manager, id, itemId }) =>
    manager.put(`/api/inventories/${id}/explain`, { itemIds: [itemId], settlement: "damage" }),
  ),
  "PUT /api/inventories/{id}/method": refused(({ manager, id, itemId }) =>
    manager.put(`/api/inventories/${id}/method`, { itemIds: [itemId], method: "rfid" }),
  ),
  "PUT /api/inventories/{id}/prepare": joinedTransition("prepare"),
  "PUT /api/inventories/{id}/start": transition("start"),
  "PUT /api/inventories/{id}/postpone": transition("postpone"),
  "PUT /api/inventories/{id}/finish": transition("finish"),
  "PUT /api/inventories/{id}/process": transition("process"),
  "PUT /api/inventories/{id}/reopen": transition("reopen"),
  "PUT /api/inventories/{id}/close": transition("close"),
  "PUT /api/inventories/{id}/cancel": transition("cancel"),
  "PUT /api/inventories/{id}/waive-second-counts": refused(({ manager, id }) =>
    manager.put(`/api/inventories/${id}/waive-second-counts`, { reason: "Nobody else is here" }),
  ),
  "PUT /api/inventories/{id}/approve": joinedTransition("approve"),
  "PUT /api/inventories/{id}/items/approve": refused(({ manager, id }) =>
    manager.put(`/api/inventories/${id}/items/approve?view=missing`),
  ),
  "PUT /api/inventories/{id}/decide": refused(({ manager, id }) =>
    manager.put(`/api/inventories/${id}/decide`, { decision: "recount" }),
  ),
  "PUT /api/inventories/items/{id}/approve": refused(({ manager, itemId }) =>
    manager.put(`/api/inventories/items/${itemId}/approve`),
  ),
  "PUT /api/inventories/items/{id}/decide": refused(({ manager, itemId }) =>
    manager.put(`/api/inventories/items/${itemId}/decide`, { decision: "recount" }),
  ),
  "PUT /api/inventories/operations/{operationId}/apply": refused(({ manager, operationId }) =>
    manager.put(`/api/inventories/operations/${operationId}/apply`),
  ),
  "POST /api/inventories/{id}/counts": never(({ manager, id, itemId }) =>
    manager.post(`/api/inventories/${id}/counts`, {
      operations: [
        { operationId: randomUUID(), kind: "set", itemId, quantity: 3, at: "2026-11-20T11:00:00.000Z" },
      ],
    }),
  ),
  "POST /api/inventories/{id}/items": never(({ manager, id, articleId, locationId }) =>
    manager.post(`/api/inventories/${id}/items`, {
      articleId,
      inventoryQuantity: 1,
      inventoryLocationId: locationId,
    }),
  ),
  "PUT /api/inventories/items/update": never(({ manager, itemId }) =>
    manager.put("/api/inventories/items/update", { oid: itemId, inventoryQuantity: 3 }),
  ),
  "POST /api/photoarticleinventory": refused(
    async ({ manager, itemId }) => upload(manager, itemId, await createJpeg()),
    ["prepare"],
  ),
  "POST /api/photounknowncode": never(({ manager, operationId }) => uploadOfCode(manager, operationId)),
  "DELETE /api/photos/{oid}": never(({ manager, photoId }) => manager.delete(`/api/photos/${photoId}`)),
};

const CONCERNED = /^\/api\/(inventories|photoarticleinventory|photounknowncode|photos)\b/;

test("the table below has all endpoints that change something of inventories", async () => {
  const server = await startServer();
  const { body } = await server.anonymous.get("/api/openapi.json");
  const paths = Object.entries(body.paths as Record<string, object>);
  const found = paths.flatMap(([path, methods]) =>
    Object.keys(methods)
      .filter((method) => method !== "get" && CONCERNED.test(path))
      .map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(ENDPOINTS).toSorted()).toEqual(found.toSorted());
});

test.each(ALL)(
  "during %s, what would change the inventory is 400 and names the work; counts are not",
  async (kind) => {
    const server = await startServer({ sliceMs: 0 });
    const busy = await startWork(server, kind);
    for (const [name, { refusedDuring, request }] of Object.entries(ENDPOINTS)) {
      // A joined request has no response before the end of the work.
      if (name.endsWith(`/{id}/${kind}`) && !refusedDuring.includes(kind)) continue;
      const { status, text } = await request(busy);
      expect(WORK[kind].text.test(text), `${name}: ${status} ${text}`).toBe(refusedDuring.includes(kind));
      if (refusedDuring.includes(kind)) expect(status, name).toBe(400);
    }
    const { body } = await busy.manager.put(`/api/inventories/${busy.id}/start`, undefined, {
      "Accept-Language": "cs",
    });
    expect(body.message).toMatch(WORK[kind].inCzech);
    busy.slices.release();
    expect(await endOf(busy.manager, busy.job)).toMatchObject({ state: "done" });
  },
);

test.each(["prepare", "approve"] as const)(
  "a second request to %s waits for the work that runs",
  async (kind) => {
    const server = await startServer({ sliceMs: 0 });
    const { manager, id, job, slices } = await startWork(server, kind);
    expect(await startJob(manager, `/api/inventories/${id}/${kind}`)).toBe(job);
    slices.release();
    await endOf(manager, job);
  },
);

test("work on an inventory is found beside a waiting merge of records with the same id", async () => {
  const server = await startServer({ sliceMs: 0 });
  const { manager, id, slices, job } = await startWork(server, "close");
  await server.appliance.dependencies.storage.write(1, (tx) =>
    insert.run(tx, {
      ...{ tenantId: 1, kind: "merge", subjectId: id, total: null },
      ...{ userId: 1, deviceTokenId: null, address: null, createdDT: tx.now, change: tx.change },
    }),
  );
  expect((await manager.put(`/api/inventories/${id}/start`)).body.message).toMatch(WORK.close.text);
  slices.release();
  expect(await endOf(manager, job)).toMatchObject({ state: "done" });
});
