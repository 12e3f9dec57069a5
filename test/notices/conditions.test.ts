import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { saveAppState } from "../../src/storage/app-state.ts";
import { eventually } from "../harness/eventually.ts";
import { type ServerOptions, startServerWithClock, type TestServer } from "../harness/server.ts";
import { closeStocktake, removeSeal } from "../inventories/seal/closed.ts";
import { createPrinter } from "../sample/sample-server.ts";
import { collected, mailsAt, startNoticeServer, subscribe, textOf } from "./notice-server.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const eventsOf = (server: TestServer, tenantId = 1) =>
  outgoingEventsAfter(server.appliance.dependencies.storage.db, tenantId, 0, 1000)
    .filter(({ type }) => !["article.changed", "approval.waiting"].includes(type))
    .map(({ type, data }) => ({ type, data: JSON.parse(data) }));

/** A server, and steps of time with a check after each. */
async function start(printLimits: ServerOptions["printLimits"] = {}) {
  const { clock, server } = await startServerWithClock({ printLimits });
  // Each check reads the times of the last backup and the last self-check.
  let reads = 0;
  const count = () =>
    server.appliance.dependencies.storage.onRead(({ tables }) => {
      if (tables.join() === "appState") reads++;
    });
  count();
  return {
    ...{ server, clock },
    /** Lets these minutes pass in steps. */
    async pass(...minutes: number[]) {
      for (const step of minutes) {
        const before = reads;
        clock.advance(step * MINUTE_MS + 1000);
        await eventually(() => expect(reads).toBeGreaterThan(before));
        // The write of the check, and its end: while a check runs, no other begins.
        await server.appliance.dependencies.storage.write(null, () => {});
        await setImmediate();
      }
    },
    async restart() {
      await server.restart();
      count();
    },
  };
}

/** Waits until exactly these events are recorded. */
const expectTypes = (server: TestServer, ...types: string[]) =>
  eventually(() => expect(eventsOf(server).map(({ type }) => type)).toEqual(types));

const setBackup = (server: TestServer, at: string) =>
  server.appliance.dependencies.storage.write(null, (tx) =>
    saveAppState(tx, "backup", { at, bytes: 1, kind: "download" }),
  );

test("an overdue backup is reported when it begins, again after a day, and not at a restart", async () => {
  const { server, clock, pass, restart } = await start();
  const overdue = () => setBackup(server, new Date(clock.now() - 8 * DAY_MS).toISOString());
  await overdue();
  await pass(1, 1);
  await expectTypes(server, "backup.failed");
  await restart();
  await pass(1, 1);
  await expectTypes(server, "backup.failed");
  await pass(24 * 60);
  await expectTypes(server, "backup.failed", "backup.failed");
  // It is over, then begins anew.
  await setBackup(server, clock.iso());
  await pass(1, 5);
  await overdue();
  await pass(1);
  await expectTypes(server, "backup.failed", "backup.failed", "backup.failed");
});

test("that no backup is set up is reported after the first day, not in it", async () => {
  const { server, pass } = await start();
  await pass(1, 1, 60);
  await expectTypes(server);
  await pass(24 * 60);
  await expectTypes(server, "backup.failed");
  expect(eventsOf(server)).toMatchObject([
    { data: { reason: "No automatic backup is active.", lastBackupAt: null } },
  ]);
});

test("a condition that comes and goes within minutes is reported once", async () => {
  const { server, clock, pass } = await start();
  for (let i = 0; i < 3; i++) {
    await setBackup(server, new Date(clock.now() - 8 * DAY_MS).toISOString());
    await pass(1);
    await setBackup(server, clock.iso());
    await pass(1, 1);
  }
  await expectTypes(server, "backup.failed");
});

test("a closed stocktake without a sealed record is reported after an hour", async () => {
  const { server, pass } = await start();
  const id = await closeStocktake(server);
  await pass(61);
  await expectTypes(server, "inventory.closed");
  const later = await closeStocktake(server, "Later");
  for (const closed of [id, later]) await removeSeal(server, closed, "pdf");
  await pass(1);
  await expectTypes(server, "inventory.closed", "inventory.closed", "sealing.failing");
  expect(eventsOf(server).at(-1)).toEqual({ type: "sealing.failing", data: { stocktakes: 1 } });
  expect((await server.admin.get("/api/box")).body.unsealedRecords).toBe(1);
});

test("damaged data, found by the self-check, make backups unproven", async () => {
  const { server, clock, pass } = await start();
  const check = { at: clock.iso(), ok: false, problems: ["a photo is gone"], total: 1, ms: 5 };
  await server.appliance.dependencies.storage.write(null, (tx) => saveAppState(tx, "selfCheck", check));
  await pass(1);
  await expectTypes(server, "backup.unproven");
  expect(eventsOf(server)).toMatchObject([{ data: { isDamaged: true } }]);
  const { body } = await server.admin.get("/api/box");
  expect(body.dataCheck).toBe("damaged");
});

test("damage that is found within a day of an overdue self-check is reported at once", async () => {
  const { server, clock, pass } = await start();
  const save = (ok: boolean, at: string) =>
    server.appliance.dependencies.storage.write(null, (tx) =>
      saveAppState(tx, "selfCheck", { at, ok, problems: [], total: ok ? 0 : 1, ms: 5 }),
    );
  await save(true, new Date(clock.now() - 15 * DAY_MS).toISOString());
  await pass(1);
  await expectTypes(server, "backup.unproven");
  await save(false, clock.iso());
  await pass(1);
  await expectTypes(server, "backup.unproven", "backup.unproven");
  expect(eventsOf(server)).toMatchObject([{ data: { isDamaged: false } }, { data: { isDamaged: true } }]);
});

/** A printer that is off, with a label that waits for it. */
async function startWithLabel() {
  const started = await start({ retryDelaysMs: [20] });
  const { admin } = started.server;
  const { oid, printer } = await createPrinter(admin);
  printer.turnOff();
  const request = (await admin.post(`/api/printingprinters/${oid}/test`)).body.oid as number;
  const becomes = (state: object) =>
    eventually(async () => {
      // The pause before the next attempt.
      started.clock.advance(20);
      expect((await admin.get(`/api/printrequests/${request}`)).body).toMatchObject(state);
    });
  await becomes({ lastError: expect.stringContaining("refused") });
  return { ...started, admin, printer, oid, request, becomes };
}

test("a printer that does not print for five minutes is stuck, and recovered once it has printed", async () => {
  const { server, pass, printer, oid, becomes } = await startWithLabel();
  await pass(1, 3);
  await expectTypes(server);
  await pass(2);
  await expectTypes(server, "printer.stuck");
  const reason = expect.stringContaining("refused the connection");
  const data = { oid, name: "Dock", waiting: 1, reason, reasons: { cs: expect.any(String) } };
  expect(eventsOf(server)).toMatchObject([{ data }]);
  await printer.turnOn();
  await becomes({ stateId: 3 });
  await pass(1, 5);
  await expectTypes(server, "printer.stuck", "printer.recovered");
});

test("a printer whose labels were cancelled has not recovered", async () => {
  const { server, pass, admin, request } = await startWithLabel();
  await pass(1, 5);
  await expectTypes(server, "printer.stuck");
  await eventually(async () =>
    expect((await admin.post(`/api/printrequests/${request}/cancel`)).status).toBe(200),
  );
  await pass(1, 5, 1);
  await expectTypes(server, "printer.stuck");
});

test("what needs attention reaches those who may see it: the machine's conditions the first tenant's Admins", async () => {
  const { server, smtp, clock } = await startNoticeServer();
  for (const name of ["admin", "manager", "admin2"]) await subscribe(server, name);
  await setBackup(server, new Date(clock.now() - 8 * DAY_MS).toISOString());
  clock.advance(MINUTE_MS + 1000);
  const [mail] = await mailsAt(smtp, 1);
  await collected(server);
  expect(mail?.to).toBe("admin@warehouse.example");
  expect(mail && textOf(mail)).toContain("/console#/system/backup");
  expect(smtp.mails.length).toBe(1);
});

test("a full disk is reported although it accepts no other writes", async () => {
  const { server, smtp, clock } = await startNoticeServer();
  await subscribe(server, "admin");
  await server.restart({ STORAGE_RESERVE_MEGABYTES: "9999999999" });
  expect((await server.admin.post("/api/locations", { name: "More" })).status).toBe(503);
  clock.advance(MINUTE_MS + 1000);
  const [mail] = await mailsAt(smtp, 1);
  expect(mail?.headers["subject"]).toContain("disk is nearly full");
});

test("a hundred wrong passwords of a user within a day are reported to the Admins of the user's company", async () => {
  const { server, clock, pass } = await start();
  const guess = () =>
    server.anonymous.post("/api/pwa-auth/login-password", { userName: "user", password: "wrong" });
  for (let checked = 0; checked < 100; ) {
    const { status, headers } = await guess();
    if (status === 401) checked += 1;
    else clock.advance(Number(headers.get("retry-after")) * 1000);
  }
  await pass(1);
  await expectTypes(server, "login.alarm");
  const data = { userId: 3, person: "Uma Svoboda", count: 100, at: expect.any(String), address: "127.0.0.1" };
  expect(eventsOf(server)).toEqual([{ type: "login.alarm", data }]);
  expect(eventsOf(server, 2)).toEqual([]);
});
