import { expect, test } from "vitest";
import { LOST_KINDS, type LostKind } from "../../src/ops/backup/console/lost-tables.ts";
import type { RestorePlan } from "../../src/ops/backup/console/shapes.ts";
import { addProgram } from "../access/api-keys/accounts.ts";
import { added } from "../articles/samples.ts";
import type { ApiResponse, Client } from "../harness/client.ts";
import { createOperation, send } from "../inventories/count-requests.ts";
import { pairDevice } from "../security/terminal.ts";
import { add, tenant } from "../tenant/command.ts";
import { beginAndRead, startRestorable } from "./console-restores.ts";
import { addPhotos, copyOf, sharedFilledFolder } from "./copies.ts";
import { addTarget, folderDestination, needsRestic } from "./targets/targets.ts";

// What would be lost: the records that were written after the copy.

needsRestic();

const filled = await sharedFilledFolder();

const countsOf = ({ lostSince }: RestorePlan) =>
  Object.fromEntries(Object.keys(LOST_KINDS).map((kind) => [kind, lostSince?.[kind as LostKind] ?? null]));
const nothing = Object.fromEntries(Object.keys(LOST_KINDS).map((kind) => [kind, 0]));

const ok = ({ status, text }: ApiResponse) => {
  if (status >= 300) throw new Error(`${status}: ${text}`);
};

/** Writes one record of each kind. */
async function writeEach(server: Awaited<ReturnType<typeof startRestorable>>, admin: Client) {
  await added(admin, "LATER-1");
  ok(await admin.post("/api/locations", { name: "Later" }));
  await send(admin, 3, [createOperation({ itemId: 111, quantity: 1 })]);
  await addPhotos(server, 1);
  ok(await admin.post("/api/articledisposals", { articleId: 12 }));
  ok(
    await admin.post("/api/pda/printing/print", { articleId: 3, printerId: 1, labelFormatId: 1, copies: 1 }),
  );
  await pairDevice(server, "user");
  ok(await admin.post("/api/custodies", { articleId: 20, userId: 3 }));
  ok(await admin.post("/api/articlecategories", { name: "Later" }));
  ok(await admin.put("/api/settings", { terminalLockMinutes: 3 }));
  ok(await admin.put("/api/me/notices", { digestHour: 9 }));
  await addProgram(server, ["articles:read"]);
  ok(await admin.post("/api/webhooks", { name: "ERP", url: "https://erp.example/" }));
  await addTarget(admin, folderDestination());
  const schedule = { every: "day" };
  const plan = {
    name: "Later",
    selection: { kind: "notCounted" },
    schedule,
    fromDate: "2026-11-01",
    isPaused: true,
  };
  ok(await admin.post("/api/count-plans", plan));
  ok(await admin.post("/api/refill-rules", { articleId: 1, locationId: null, minimum: 1 }));
  ok(await admin.post("/api/saved-views", { screen: "/articles", name: "Later", query: "", isShared: true }));
  const printer = { name: "Later", ipAddress: "127.0.0.1", port: 9100, printerTypeId: 1, isActive: false };
  ok(await admin.post("/api/printingprinters", printer));
}

test("nothing is lost by a copy of the present data", async () => {
  const server = await startRestorable(filled);
  expect(countsOf(await beginAndRead(server.admin, copyOf(filled)))).toEqual(nothing);
});

test("what was written after the copy is counted by kind", async () => {
  const server = await startRestorable(filled);
  await writeEach(server, server.admin);
  await server.halt();
  await tenant(server.folder, add("Third", "grace"), "a good password\n");
  await server.restart();
  const { lostSince, ...plan } = await beginAndRead(server.admin, copyOf(filled));
  expect(lostSince).toMatchObject({ fromDT: plan.upToDT });
  expect(countsOf({ lostSince, ...plan })).toEqual({
    ...Object.fromEntries(Object.keys(nothing).map((kind) => [kind, 1])),
    // The lists of the company too.
    lists: 37,
    // The service account, and the Admin of the company.
    users: 2,
  });
});

test("what was removed is counted too", async () => {
  const server = await startRestorable(filled);
  const { oid, keyId } = await addProgram(server, ["articles:read"]);
  const webhook = await server.admin.post("/api/webhooks", { name: "ERP", url: "https://erp.example/" });
  const category = await server.admin.post("/api/articlecategories", { name: "Sooner" });
  const { path } = await addTarget(server.admin, folderDestination());
  await server.halt();
  const copy = copyOf(server.folder);
  await server.restart();
  const later = server.admin;
  ok(await later.delete(`/api/service-accounts/${oid}/keys/${keyId}`));
  ok(await later.delete(`/api/webhooks/${webhook.body.webhook.oid}`));
  ok(await later.delete(`/api/articlecategories/${category.body.oid}`));
  ok(await later.delete(path));
  const plan = await beginAndRead(later, copy);
  expect(countsOf(plan)).toEqual({ ...nothing, apiKeys: 1, webhooks: 1, lists: 1, targets: 1 });
});
