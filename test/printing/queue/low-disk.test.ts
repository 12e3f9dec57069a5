import { expect, test } from "vitest";
import { sqlite, statement } from "../../../src/storage/database/statement.ts";
import { diskFullError } from "../../../src/storage/files/disk-errors.ts";
import { startServer, type TestServer } from "../../harness/server.ts";
import { createShop, Failed, Waiting } from "./printers.ts";

const leaveInPrinting = statement((p: { change: number }) =>
  sqlite.updateTable("printRequest").set({ stateId: 2, change: p.change }).where("stateId", "=", 1),
);

test("a server that stopped in the middle of a label starts on a nearly full disk too, and marks the label", async () => {
  const server = await startServer();
  const label = { articleId: 1, printerId: 1, labelFormatId: 1 };
  const { body } = await server.user.post("/api/pda/printing/print", label);
  // No attempt of the lane may be running, as it would put the label back into the queue.
  const path = `/api/printrequests/${body.oid}`;
  await expect.poll(async () => (await server.user.get(path)).body.lastError).not.toBe(null);
  await server.admin.put("/api/printingprinters/1", { isActive: false });
  const { storage } = server.appliance.dependencies;
  await storage.write(1, (tx) => leaveInPrinting.run(tx, { change: tx.change }));
  await storage.durable();
  await server.restart({ STORAGE_RESERVE_MEGABYTES: "90000000" });
  const seen = await server.user.get(path);
  expect(seen.body).toMatchObject({ stateId: Failed, isInterrupted: true });
  const ready = await server.anonymous.get("/health/ready");
  expect(ready).toMatchObject({ status: 200, body: { status: "degraded", checks: { disk: "low" } } });
});

test("on a nearly full disk a label waits with the reason, and the lane goes on", async () => {
  const { server, printer, print, becomes } = await createShop({ language: "zpl" });
  printer.setFaults({ paused: true });
  const oid = await print();
  await becomes(oid, { stateId: Waiting, lastError: expect.stringContaining("is paused") });
  await server.halt();
  printer.clearFaults();
  await server.restart({ STORAGE_RESERVE_MEGABYTES: "90000000" });
  const reason = expect.stringContaining("disk is full");
  await becomes(oid, { stateId: Waiting, lastError: reason, nextTryDT: expect.any(String) });
  const { body } = await server.anonymous.get("/health/ready");
  expect(body.checks).toMatchObject({ disk: "low", printing: "ok" });
  expect(printer.labels).toEqual([]);
});

/** Refuses what a nearly full disk refuses, until `free`. */
function fillDisk({ appliance }: TestServer) {
  const { storage } = appliance.dependencies;
  const { write } = storage;
  Object.assign(storage, {
    write: ((tenantId, work, options) =>
      options?.evenWhenLow
        ? write(tenantId, work, options)
        : Promise.reject(diskFullError())) satisfies typeof write,
  });
  return { free: () => Object.assign(storage, { write }) };
}

test("on a nearly full disk a printer without status replies that takes the connection is not away", async () => {
  const { server, printer, printerId, print, becomes } = await createShop({ language: "epl" });
  const status = async () => (await server.user.get(`/api/printingprinters/${printerId}/status`)).body.status;
  printer.turnOff();
  const oid = await print();
  await becomes(oid, { lastError: expect.stringContaining("refused the connection") });
  expect(await status()).toBe("away");
  fillDisk(server);
  await printer.turnOn();
  await becomes(oid, { stateId: Waiting, lastError: expect.stringContaining("disk is full") });
  expect(await status()).toBe("unknown");
});
