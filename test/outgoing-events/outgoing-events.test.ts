import { expect, test } from "vitest";
import {
  newestOutgoingEvent,
  outgoingEventsAfter,
  recordOutgoingEvent,
  recordServerEvent,
  removeOldOutgoingEvents,
  removeSurplusOutgoingEvents,
} from "../../src/outgoing-events/outgoing-events.ts";
import type { Tx } from "../../src/storage/database/statement.ts";
import { createClock } from "../harness/clock.ts";
import { startServer, type TestServer } from "../harness/server.ts";

const storageOf = (server: TestServer) => server.appliance.dependencies.storage;
const eventsOf = (server: TestServer, tenantId = 1, cursor = 0) =>
  outgoingEventsAfter(storageOf(server).db, tenantId, cursor, 100);

/** Records that a printer works again; `oid` makes the cause another one. */
const record = (tx: Tx, oid: number, tenantId = 1) =>
  recordOutgoingEvent(tx, {
    ...{ tenantId, type: "printer.recovered", data: { oid, name: "Zebra" }, dedupeKey: `${oid}` },
  });

test("an event exists exactly when its cause was committed", async () => {
  const server = await startServer();
  const storage = storageOf(server);
  const failing = storage.write(1, (tx) => {
    record(tx, 1);
    throw new Error("the cause fails");
  });
  await expect(failing).rejects.toThrow("the cause fails");
  expect(eventsOf(server)).toEqual([]);
  expect(await storage.write(1, (tx) => record(tx, 1))).toBe(true);
  await server.restart();
  expect(eventsOf(server)).toMatchObject([
    { type: "printer.recovered", tenantId: 1, data: '{"oid":1,"name":"Zebra"}' },
  ]);
});

test("a second event of the same cause is not added, but one of another tenant or type is", async () => {
  const server = await startServer();
  const storage = storageOf(server);
  const cursor = newestOutgoingEvent(storage.db);
  await storage.write(1, (tx) => record(tx, 1));
  expect(await storage.write(1, (tx) => record(tx, 1))).toBe(false);
  expect(await storage.write(2, (tx) => record(tx, 1, 2))).toBe(true);
  const data = { freeBytes: 1, totalBytes: 2 };
  const disk = { type: "disk.low", data, dedupeKey: "1" } as const;
  expect(await storage.write(null, (tx) => recordServerEvent(tx, disk))).toBe(true);
  // About the machine: of the first tenant.
  expect(eventsOf(server, 1, cursor).map(({ type }) => type)).toEqual(["printer.recovered", "disk.low"]);
  expect(eventsOf(server, 2, cursor).map(({ type }) => type)).toEqual(["printer.recovered"]);
});

test("events are removed after 30 days, and no number is used twice", async () => {
  const server = await startServer();
  const { storage } = server.appliance.dependencies;
  await storage.write(1, (tx) => record(tx, 1));
  const cursor = newestOutgoingEvent(storage.db);
  // Not the server's clock: conditions that it finds later would add events of their own.
  const clock = createClock();
  const remove = () => storage.write(null, (tx) => removeOldOutgoingEvents(tx, clock, 100));
  clock.advance(29 * 24 * 3_600_000);
  expect(await remove()).toBe(0);
  clock.advance(2 * 24 * 3_600_000);
  expect(await remove()).toBe(1);
  await storage.write(1, (tx) => record(tx, 2));
  expect(eventsOf(server, 1, cursor)).toHaveLength(1);
});

test("above the largest number a tenant's oldest events are removed, and no other tenant's", async () => {
  const server = await startServer();
  const storage = storageOf(server);
  const remove = () => storage.write(null, (tx) => removeSurplusOutgoingEvents(tx, 1, 2));
  const cursor = newestOutgoingEvent(storage.db);
  await storage.write(2, (tx) => record(tx, 1, 2));
  await storage.write(2, (tx) => record(tx, 2, 2));
  for (const oid of [1, 2, 3, 4]) await storage.write(1, (tx) => record(tx, oid));
  const newest = newestOutgoingEvent(storage.db);
  while ((await remove()) > 0);
  expect(eventsOf(server).map(({ oid }) => oid)).toEqual([newest - 1, newest]);
  expect(eventsOf(server, 2).map(({ oid }) => oid)).toEqual([cursor + 1, cursor + 2]);
});

test("the demo's data cause no events", async () => {
  const server = await startServer();
  const write = storageOf(server).write(1, (tx) => record(tx, 1), { isSilent: true });
  expect(await write).toBe(false);
});
