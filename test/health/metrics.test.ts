import { expect, test } from "vitest";
import { queueLengths } from "../../src/ops/health/store.ts";
import { VERSION } from "../../src/platform/version.ts";
import { saveAppState } from "../../src/storage/app-state.ts";
import { startServer, startServerWithClock } from "../harness/server.ts";
import { createJpeg, upload } from "../photos/uploads.ts";
import { fails, startReceiver } from "../webhooks/receiver.ts";
import {
  addWebhook,
  newestBecomes,
  recordRecovered,
  startWebhookServer,
} from "../webhooks/webhook-server.ts";
import { figuresOf } from "./figures.ts";

test("the metrics are in Prometheus' text format, of the process and of the server, and hold no secret", async () => {
  const server = await startServer();
  const { body } = await server.anonymous.post("/api/pwa-auth/login-password", {
    userName: "admin",
    password: "admin-demo",
  });
  await server.withToken(body.accessToken).get("/api/articles/getbycode?code=A000001");
  const { status, headers, text } = await server.anonymous.get("/metrics");
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(text).not.toMatch(/A000001|admin|eyJ/);
  const figures = await figuresOf(server);
  expect(figures.value("tallybox_build_info", { version: VERSION.version, contract: "1.0.43" })).toBe(1);
  expect(figures.value("process_resident_memory_bytes")).toBeGreaterThan(10e6);
  expect(figures.value("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  expect(figures.value("tallybox_disk_free_bytes")).toBeGreaterThan(1e6);
  expect(figures.value("tallybox_disk_low")).toBe(0);
  expect(figures.value("tallybox_log_bytes")).toBeGreaterThan(0);
});

/** A server and its metrics after requests of declared and other methods and paths. */
async function afterRequests() {
  const server = await startServer();
  const { user } = server;
  await user.get("/api/articles/1");
  await user.get("/API/Articles/2");
  await user.get("/api/articles/123456789");
  await user.put("/api/inventories/items/update", {});
  await user.get("/api/nowhere/at/all");
  await user.send("PATCH", "/api/articles/1", undefined);
  await user.send("PROPFIND", "/api/articles/1", undefined);
  const figures = await figuresOf(server);
  const requests = (method: string, route: string, status: string) =>
    figures.value("tallybox_http_requests_total", { method, route, status });
  return { server, figures, requests };
}

test("requests are counted by method, declared path and status class", async () => {
  const { figures, requests } = await afterRequests();
  expect(requests("GET", "/api/articles/{id}", "2xx")).toBe(2);
  expect(requests("GET", "/api/articles/{id}", "4xx")).toBe(1);
  expect(requests("PUT", "/api/inventories/items/update", "4xx")).toBe(1);
  const route = { method: "GET", route: "/api/articles/{id}" };
  expect(figures.value("tallybox_http_request_duration_seconds_count", route)).toBe(3);
  expect(figures.value("tallybox_http_request_duration_seconds_bucket", { ...route, le: "+Inf" })).toBe(3);
});

test("no label of a request has a value chosen by a client", async () => {
  const { server, figures, requests } = await afterRequests();
  expect(requests("GET", "none", "4xx")).toBe(1);
  expect(requests("other", "none", "4xx")).toBe(2);
  const declared = new Set(server.appliance.endpoints.map(({ path }) => path));
  for (const { labels } of figures.all("tallybox_http_requests_total"))
    expect(declared.has(labels["route"] ?? "") || labels["route"] === "none", labels["route"]).toBe(true);
});

test("commits and their flushes are counted", async () => {
  const server = await startServer();
  const { manager } = server;
  const before = await figuresOf(server);
  for (let i = 0; i < 3; i++) await manager.post("/api/locations", { name: `Bay ${i}`, parentLocationId: 1 });
  const after = await figuresOf(server);
  const more = (name: string) => (after.value(name) ?? 0) - (before.value(name) ?? 0);
  expect(more("tallybox_commits_total")).toBe(3);
  expect(more("tallybox_sync_duration_seconds_count")).toBe(3);
  expect(more("tallybox_sync_duration_seconds_sum")).toBeGreaterThan(0);
});

test("each printer, whatever its name, has its queue length and the age of its oldest label until it is deleted", async () => {
  const { clock, server } = await startServerWithClock();
  const { admin } = server;
  const name = 'Dock "7"\\north {a="b"}';
  const record = { name, ipAddress: "127.0.0.1", port: 9, printerTypeId: 3 };
  const { body: printer } = await admin.post("/api/printingprinters", record);
  const length = { printer_id: String(printer.oid), printer: name, tenant: "1" };
  expect((await figuresOf(server)).value("tallybox_print_queue_length", length)).toBe(0);
  expect((await figuresOf(server)).value("tallybox_print_queue_oldest_seconds", length)).toBe(0);
  for (const articleId of [1, 2])
    await admin.post("/api/pda/printing/print", { articleId, printerId: printer.oid, labelFormatId: 1 });
  clock.advance(90_000);
  const figures = await figuresOf(server);
  expect(figures.value("tallybox_print_queue_length", length)).toBe(2);
  expect(figures.value("tallybox_print_queue_oldest_seconds", length)).toBe(90);
  await admin.delete(`/api/printingprinters/${printer.oid}?force=true`);
  expect((await figuresOf(server)).value("tallybox_print_queue_length", length)).toBeUndefined();
});

test("each webhook has the numbers of its deliveries and the age of the oldest that waits", async () => {
  const { server, admin, clock } = await startWebhookServer();
  const { oid, path } = await addWebhook(admin, "https://erp.example/", { isActive: false });
  await recordRecovered(server);
  await admin.put(path, { url: (await startReceiver(fails)).url, isActive: true });
  const labels = { tenant: "1", webhook_id: String(oid) };
  await newestBecomes(admin, { path }, { state: "waiting", attempts: 1 });
  clock.advance(90_000);
  const figures = await figuresOf(server);
  expect(figures.value("tallybox_webhook_deliveries", { ...labels, state: "waiting" })).toBe(1);
  expect(figures.value("tallybox_webhook_deliveries", { ...labels, state: "failed" })).toBe(0);
  expect(figures.value("tallybox_webhook_oldest_seconds", labels)).toBe(90);
  await admin.delete(path);
  expect((await figuresOf(server)).value("tallybox_webhook_oldest_seconds", labels)).toBeUndefined();
});

test("the queues are read by the index of open requests alone, however many are done", async () => {
  const server = await startServer();
  const { db } = server.appliance.dependencies.storage;
  const { sql, values } = queueLengths.bound({ deleted: 0 });
  const plan = db
    .query<{ detail: string }>({ sql: `EXPLAIN QUERY PLAN ${sql}`, reads: [] }, values)
    .all(...values)
    .map(({ detail }) => detail);
  const byIndex = "SEARCH r USING INDEX printRequestOpen (printerId=?)";
  expect(plan.filter((detail) => /^(SCAN|SEARCH) r/.test(detail))).toEqual([byIndex, byIndex]);
});

test("counts of large tables do not run on the event loop", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  await figuresOf(server);
  const read = new Set<string>();
  storage.onRead(({ tables, isInReaderThread }) => {
    if (isInReaderThread) return;
    for (const table of tables) read.add(table);
  });
  await figuresOf(server);
  expect([...read]).toEqual(["appState", "backupTarget"]);
});

test("photos are counted with their bytes until they are deleted", async () => {
  const server = await startServer();
  const before = await figuresOf(server);
  const { body: photo } = await upload(server.user, 101, await createJpeg());
  const after = await figuresOf(server);
  const more = (name: string) => (after.value(name) ?? Number.NaN) - (before.value(name) ?? Number.NaN);
  expect(more("tallybox_photos")).toBe(1);
  expect(more("tallybox_photo_bytes")).toBe(photo.size);
  await server.user.delete(`/api/photos/${photo.oid}`);
  expect((await figuresOf(server)).value("tallybox_photos")).toBe(before.value("tallybox_photos"));
});

test("the last backup and self-check have their times and results from the first one on", async () => {
  const server = await startServer();
  const last = (what: string) => ["tallybox_last_done_timestamp_seconds", { what }] as const;
  const none = await figuresOf(server);
  expect(none.value(...last("backup"))).toBeUndefined();
  expect(none.value("tallybox_self_check_ok")).toBeUndefined();
  const { storage, clock } = server.appliance.dependencies;
  await storage.write(null, (tx) => saveAppState(tx, "backup", { at: tx.now, bytes: 5, kind: "download" }));
  for (const ok of [true, false]) {
    await storage.write(null, (tx) =>
      saveAppState(tx, "selfCheck", { at: tx.now, ok, problems: [], total: 0, ms: 5 }),
    );
    const figures = await figuresOf(server);
    expect(figures.value("tallybox_self_check_ok")).toBe(ok ? 1 : 0);
    expect(figures.value(...last("self_check"))).toBeCloseTo(clock.now() / 1000, -2);
    expect(figures.value(...last("backup"))).toBeCloseTo(clock.now() / 1000, -2);
  }
});

test("the certificate's expiry is a metric unless HTTPS is off", async () => {
  const name = "tallybox_certificate_ends_timestamp_seconds";
  expect((await figuresOf(await startServer())).value(name)).toBeUndefined();
  const server = await startServer({ settings: { HTTPS_PORT: "0" } });
  const { certificateExpiresAt: certificateEndsAt = Number.NaN } =
    server.appliance.certificates?.status() ?? {};
  expect((await figuresOf(server)).value(name)).toBe(certificateEndsAt / 1000);
});

test("a clock that is behind is a metric", async () => {
  const { clock, server } = await startServerWithClock();
  expect((await figuresOf(server)).value("tallybox_clock_behind")).toBe(0);
  clock.setSystemTime(0);
  expect((await figuresOf(server)).value("tallybox_clock_behind")).toBe(1);
});
