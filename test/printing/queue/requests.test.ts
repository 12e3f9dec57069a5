import { expect, test } from "vitest";
import { PRINTER_TYPES } from "../../../src/printing/languages/printer-types.ts";
import { codesOn, createShop, Done, Failed, Printing, type Shop, Waiting } from "./printers.ts";

test("cancel: a waiting request is cancelled, a printing one interrupted, any other is 400", async () => {
  const shop = await createShop({ language: "epl", isBig: true, limits: { stallMs: 60_000 } });
  shop.printer.setFaults({ stall: true });
  const printing = await shop.print();
  const waiting = await shop.print({ articleId: 2 });
  await shop.becomes(printing, { stateId: Printing });
  const cancelled = await shop.user.post(`/api/printrequests/${waiting}/cancel`);
  expect(cancelled.body).toMatchObject({ stateId: Failed, lastError: "cancelled", isInterrupted: false });
  const broken = await shop.user.post(`/api/printrequests/${printing}/cancel`);
  expect(broken.body).toMatchObject({
    stateId: Failed,
    isInterrupted: true,
    lastError: expect.stringMatching(/cancelled/),
  });
  const again = await shop.user.post(`/api/printrequests/${printing}/cancel`, undefined, {
    "Accept-Language": "cs",
  });
  expect(again.status).toBe(400);
  expect(again.body.message).toContain("Chyba");
  shop.printer.clearFaults();
  const next = await shop.print({ articleId: 3 });
  await shop.becomes(next, { stateId: Done });
  expect(codesOn(shop.printer).at(-1)).toBe("A000003");
  expect(codesOn(shop.printer)).not.toContain("A000002");
  expect(await shop.request(printing)).toMatchObject({ stateId: Failed, isInterrupted: true });
});

test("a label that is cancelled during its printer's status query is never sent", async () => {
  const shop = await createShop({ language: "zpl", limits: { replyMs: 5000 } });
  shop.printer.setFaults({ lateStatus: 1000 });
  const oid = await shop.print();
  await shop.printer.waitUntil(({ connections }) => connections.length === 1);
  const cancelled = await shop.user.post(`/api/printrequests/${oid}/cancel`);
  expect(cancelled.body).toMatchObject({ stateId: Failed, isInterrupted: false });
  shop.printer.setFaults({ lateStatus: null });
  await shop.becomes(await shop.print({ articleId: 2 }), { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(["A000002"]);
  expect(await shop.request(oid)).toMatchObject({ stateId: Failed, lastError: "cancelled" });
});

test("cancelling a printer's queue cancels its waiting requests, and no others", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oids = await Promise.all([shop.print(), shop.print(), shop.print()]);
  const { body } = await shop.user.post(`/api/printingprinters/${shop.printerId}/cancel-waiting`);
  expect(body).toEqual({ cancelled: 3 });
  for (const oid of oids)
    expect(await shop.request(oid)).toMatchObject({ stateId: Failed, lastError: "cancelled" });
  expect((await shop.user.post(`/api/printingprinters/${shop.printerId}/cancel-waiting`)).body).toEqual({
    cancelled: 0,
  });
  expect((await shop.user.post("/api/printingprinters/99999/cancel-waiting")).status).toBe(404);
});

test("the type of a printer is not changed while labels wait in its language", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ paused: true });
  const oid = await shop.print();
  const path = `/api/printingprinters/${shop.printerId}`;
  const printerTypeId = PRINTER_TYPES.find(({ name }) => name === "tspl")?.oid;
  const refused = await shop.admin.put(path, { printerTypeId });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining("Labels are waiting"),
  ]);
  const { body: unchanged } = await shop.admin.get(path);
  expect((await shop.admin.put(path, { ...unchanged, name: "Renamed" })).status).toBe(200);
  await shop.user.post(`/api/printrequests/${oid}/cancel`);
  expect((await shop.admin.put(path, { printerTypeId })).status).toBe(200);
  const retried = await shop.user.post(`/api/printrequests/${oid}/retry`);
  expect([retried.status, retried.body.message]).toEqual([400, "The printer has another type now."]);
  expect(await shop.request(oid)).toMatchObject({ stateId: Failed });
});

/** A printer that is turned off, and a label in its language that was cancelled there. */
async function cancelledInZpl(request: (shop: Shop) => Promise<number>) {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oid = await request(shop);
  await shop.user.post(`/api/printrequests/${oid}/cancel`);
  const retry = () => shop.user.post(`/api/printrequests/${oid}/retry`);
  const preview = async () =>
    (await shop.user.get(`/api/printrequests/${oid}/preview`)).headers.get("content-type");
  return { ...shop, oid, retry, preview };
}

const TSPL = PRINTER_TYPES.find(({ name }) => name === "tspl")?.oid;
const testLabel = async ({ user, printerId }: Shop): Promise<number> =>
  (await user.post(`/api/printingprinters/${printerId}/test`)).body.oid;

test("a test label is not sent to its printer in another language", async () => {
  const { admin, printerId, retry, preview } = await cancelledInZpl(testLabel);
  const path = `/api/printingprinters/${printerId}`;
  expect((await admin.put(path, { printerTypeId: TSPL })).status).toBe(200);
  const refused = await retry();
  expect([refused.status, refused.body.message]).toEqual([400, "The printer has another type now."]);
  expect(await preview()).toBe("image/png");
  expect((await admin.put(path, { printerTypeId: 3 })).status).toBe(200);
  expect((await retry()).status).toBe(200);
});

test("a label keeps its language when its format gets another one", async () => {
  const { admin, printerId, formatId, retry, oid, request } = await cancelledInZpl((shop) => shop.print());
  const template = 'SIZE 50 mm,25 mm\nCLS\nTEXT 20,15,"0",0,12,12,"{{code}}"\nPRINT 1\n';
  const changed = await admin.put(`/api/printingformats/${formatId}`, { template, printerTypeId: TSPL });
  expect(changed.status).toBe(200);
  expect((await retry()).status).toBe(200);
  await admin.post(`/api/printrequests/${oid}/cancel`);
  await admin.put(`/api/printingprinters/${printerId}`, { printerTypeId: TSPL });
  expect((await retry()).status).toBe(400);
  expect(await request(oid)).toMatchObject({ stateId: Failed });
});

test("retry: only from Error, and only while the bytes are stored", async () => {
  const shop = await createShop({ language: "epl" });
  shop.printer.setFaults({ resetAfter: 20 });
  const oid = await shop.print();
  await shop.becomes(oid, { stateId: Failed, isInterrupted: true });
  shop.printer.clearFaults();
  expect((await shop.user.post(`/api/printrequests/${oid}/retry`)).body).toMatchObject({
    stateId: Waiting,
    isInterrupted: false,
  });
  await shop.becomes(oid, { stateId: Done });
  expect((await shop.user.post(`/api/printrequests/${oid}/retry`)).status).toBe(400);
  shop.printer.setFaults({ resetAfter: 20 });
  const begun = Date.now();
  const old = await shop.print();
  await shop.becomes(old, { stateId: Failed });
  const { storage } = shop.server.appliance.dependencies;
  const { removeOldData } = await import("../../../src/printing/queue/request.ts");
  await storage.write(null, (tx) => removeOldData(tx, begun, 100));
  expect((await shop.user.post(`/api/printrequests/${old}/retry`)).status).toBe(200);
  await shop.becomes(old, { stateId: Failed });
  await storage.write(null, (tx) => removeOldData(tx, Date.now() + 60_000, 100));
  const gone = await shop.user.post(`/api/printrequests/${old}/retry`);
  expect(gone.status).toBe(400);
  expect(gone.body.message).toMatch(/have been removed/);
});

test("the list is newest first, by state, printer, article and time, a hundred per page", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oids: number[] = [];
  for (let i = 0; i < 105; i++) oids.push(await shop.print({ articleId: 1 + (i % 3) }));
  const list = async (query: string) =>
    (await shop.user.get(`/api/printrequests${query}`)).body.map((r: { oid: number }) => r.oid);
  const newestFirst = oids.toReversed();
  expect(await list("")).toEqual(newestFirst.slice(0, 100));
  expect(await list(`?before=${newestFirst[99]}`)).toEqual(newestFirst.slice(100));
  expect(await list("?limit=2")).toEqual(newestFirst.slice(0, 2));
  expect(await list(`?articleId=2&printerId=${shop.printerId}&stateId=1`)).toEqual(
    newestFirst.filter((oid) => oids.indexOf(oid) % 3 === 1),
  );
  expect(await list("?stateId=3")).toEqual([]);
  expect(await list("?printerId=1")).toEqual([]);
  const { createdDT } = await shop.request(oids[50] ?? 0);
  expect(await list(`?since=${createdDT}`)).toEqual(
    newestFirst.filter((oid) => oid >= (oids[50] ?? 0)).slice(0, 100),
  );
  expect(await list(`?until=${createdDT}`)).toEqual(newestFirst.filter((oid) => oid < (oids[50] ?? 0)));
  expect((await shop.user.get("/api/printrequests?since=yesterday")).status).toBe(400);
});

test("in Czech the states and the reasons are Czech", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ paperOut: true });
  const oid = await shop.print();
  await shop.becomes(oid, { lastError: expect.stringContaining("out of paper") });
  const { body } = await shop.user.get(`/api/printrequests/${oid}`, { "Accept-Language": "cs" });
  expect(body).toMatchObject({ state: "Čeká", lastError: "Test printer: došel papír" });
});

test("the status of a printer: ready, out of paper, open, paused, away, unknown, busy", async () => {
  const shop = await createShop({ language: "zpl", limits: { stallMs: 60_000 } });
  const path = `/api/printingprinters/${shop.printerId}/status`;
  const status = () => shop.user.get(path).then(({ body }) => body.status);
  await expect.poll(status).toBe("ready");
  for (const [fault, expected] of [
    ["paperOut", "paperOut"],
    ["headOpen", "headOpen"],
    ["paused", "paused"],
    ["silent", "unknown"],
  ] as const) {
    shop.printer.clearFaults();
    shop.printer.setFaults({ [fault]: true });
    await expect.poll(status).toBe(expected);
  }
  shop.printer.clearFaults();
  shop.printer.turnOff();
  await expect.poll(status).toBe("away");
  await shop.printer.turnOn();
  shop.printer.setFaults({ stall: true });
});

test("a printer that failed to reply once is not queried before the next label", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ silent: true });
  for (const articleId of [1, 2]) await shop.becomes(await shop.print({ articleId }), { stateId: Done });
  const asked = shop.printer.connections.map(({ received }) => received.includes("~HS"));
  expect(asked).toEqual([true, false]);
});

test("the queue reads only open requests, however many are done", async () => {
  const shop = await createShop({ language: "zpl" });
  const { storage } = shop.server.appliance.dependencies;
  const store = await import("../../../src/printing/queue/store.ts");
  const open = [
    store.firstWaiting.bound({ ipAddress: "127.0.0.1", port: 1, limit: 1 }),
    store.addressesWithWaiting.bound({ active: 1 }),
    store.printingRequests.bound({ limit: 1 }),
  ];
  for (const { sql, values } of open) {
    const plan = storage.db
      .query<{ detail: string }>({ sql: `EXPLAIN QUERY PLAN ${sql}`, reads: [] }, values)
      .all(...values);
    const steps = plan.map(({ detail }) => detail);
    expect(steps.join()).toMatch(/printRequestOpen/);
    // A request is found by that index, or by its id.
    expect(steps.filter((step) => /SCAN (r|w|printRequest)\b(?!.*printRequestOpen)/.test(step))).toEqual([]);
  }
});

test("a test label goes through the queue, with the printer's name and the Czech letters on it", async () => {
  const shop = await createShop({ language: "zpl" });
  const response = await shop.user.post(`/api/printingprinters/${shop.printerId}/test`);
  expect(response.status).toBe(201);
  expect(response.headers.get("location")).toBe(`/api/printrequests/${response.body.oid}`);
  await shop.becomes(response.body.oid, { stateId: Done, articleId: null, labelFormatId: null });
  const label = shop.printer.labels[0]?.bytes.toString() ?? "";
  expect(label).toContain("Test printer");
  expect(label).toContain("Příliš žluťoučký kůň");
});

test("a stop lets the label that is being printed finish", async () => {
  const shop = await createShop({
    language: "zpl",
    msPerLabel: 20,
    limits: { stallMs: 60_000, stopMs: 60_000 },
  });
  const oid = await shop.print({ copies: 40 });
  await shop.printer.waitUntil(({ labelsOut }) => labelsOut >= 2);
  await shop.server.restart();
  const { body } = await shop.server.user.get(`/api/printrequests/${oid}`);
  expect(body).toMatchObject({ stateId: Done, isConfirmed: true });
  expect(shop.printer.labels).toHaveLength(40);
});

/** A server that is stopped while one label stalls in the middle and another waits, and then started. */
async function stoppedInTheMiddle() {
  const shop = await createShop({ language: "epl", isBig: true, limits: { stallMs: 60_000, stopMs: 300 } });
  shop.printer.setFaults({ stall: true });
  const [sending, waiting] = [await shop.print(), await shop.print({ articleId: 2 })];
  await shop.becomes(sending, { stateId: Printing });
  await shop.server.restart();
  shop.printer.clearFaults();
  const request = async (oid: number) => (await shop.server.user.get(`/api/printrequests/${oid}`)).body;
  return { sending, waiting, request };
}

test("a stop interrupts a label that does not finish", async () => {
  const { sending, request } = await stoppedInTheMiddle();
  expect(await request(sending)).toMatchObject({
    stateId: Failed,
    isInterrupted: true,
    lastError: expect.stringMatching(/server was stopped/),
  });
});

test("waiting labels are printed after a stop and the next start", async () => {
  const { waiting, request } = await stoppedInTheMiddle();
  await expect.poll(() => request(waiting)).toMatchObject({ stateId: Done });
});
