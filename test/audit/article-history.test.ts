import { expect, test } from "vitest";
import { startServer } from "../harness/server.ts";
import { pairDevice } from "../security/terminal.ts";

const HISTORY = "/api/articles/1/history";

test("an article's history lists its changes and those of its stock, newest first, to every role", async () => {
  const server = await startServer();
  await server.manager.put("/api/articles/1", { name: "Renamed", price: 7 });
  const stock = { locations: [{ locationId: 5, quantity: 3 }] };
  expect((await server.manager.put("/api/articles/1/locations", stock)).status).toBe(200);
  await server.manager.put("/api/articles/2", { name: "Another" });
  for (const who of ["user", "manager", "admin"]) {
    const { body } = await (await server.as(who)).get(HISTORY);
    const changes = body.flatMap((entry: { changes: object[] }) => entry.changes);
    expect(body.every((entry: { entityId: number }) => entry.entityId === 1)).toBe(true);
    expect(changes).toContainEqual({ field: "place", before: null, after: { locationId: 5, quantity: 3 } });
    expect(body.at(-1)).toMatchObject({
      user: { id: 2, fullName: "Max Dvorak" },
      action: "update",
      changes: [
        { field: "name", after: "Renamed" },
        { field: "price", after: 7 },
      ],
    });
  }
});

test("role User sees no approvals and no devices in it", async () => {
  const server = await startServer();
  const { device, deviceTokenId } = await pairDevice(server, "user");
  const proposal = { name: "Desk", articleCategoryID: 1, articleTypeID: 1 };
  const approval = { note: "Urgent", invoiceNo: "INV-1", dtBuy: "2026-01-02", currencyTypeID: 1 };
  const asked = { ...proposal, ...approval };
  const { oid } = (await device.post("/api/articles/pwa-request", asked)).body;
  const path = `/api/articles/${oid}/history`;
  const whole = await server.manager.get(path);
  expect(whole.body[0].device).toEqual({ id: deviceTokenId, name: expect.any(String) });
  expect(whole.text).toContain("Urgent");
  const shown = await server.user.get(path);
  expect(shown.body).toHaveLength(1);
  expect(shown.body[0]).toMatchObject({ action: "create", device: null });
  expect(shown.text).toContain("Desk");
  for (const hidden of ["note", "invoiceNo", "dtBuy", "currencyTypeId", "Urgent", "INV-1"])
    expect(shown.text).not.toContain(hidden);
  expect(shown.headers.get("etag")).not.toBe(whole.headers.get("etag"));
  await server.appliance.dependencies.storage.write(1, (tx) => {
    tx.query({ sql: "UPDATE article SET note = 'Other' WHERE oid = ?", reads: [] }, []).run(oid);
    tx.recordWrite("article");
  });
  expect((await server.manager.get(path)).body).toHaveLength(2);
  expect((await server.user.get(path)).body).toHaveLength(1);
});

test("the history of a deleted article, and of another tenant's, is 404", async () => {
  const server = await startServer();
  expect((await (await server.as("user2")).get(HISTORY)).status).toBe(404);
  await server.manager.delete("/api/articles/1");
  expect((await server.user.get(HISTORY)).status).toBe(404);
});

test("the history goes on with `before`, a hundred entries at a time", async () => {
  const { manager } = await startServer();
  for (let i = 0; i < 105; i++) await manager.put("/api/articles/1", { name: `N${i}` });
  const first = (await manager.get(HISTORY)).body;
  const second = (await manager.get(`${HISTORY}?before=${first.at(-1).oid}`)).body;
  const names = [...first, ...second].map(({ changes }) => changes[0].after);
  expect(first).toHaveLength(100);
  expect(names).toEqual(Array.from({ length: 105 }, (_, i) => `N${104 - i}`));
});
