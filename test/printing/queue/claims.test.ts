import { expect, test } from "vitest";
import type { VirtualPrinter } from "../../../src/demo/virtual-printer/printer.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { together } from "../../access/concurrent-requests.ts";
import { codesOn, createShop, Done, Failed, Printing, type Shop, Waiting } from "./printers.ts";

// Labels of a fast printer that are claimed while the label before them is being sent.

const LABELS = 6;
const LONG = { fastMs: 60_000, replyMs: 60_000, silenceMs: 60_000, stallMs: 60_000 };
/** The printer gets into trouble with this label, counted from 1. */
const TROUBLED = 3;

/**
 * A fast printer with six labels, of which two are printed. `trouble` happens at the connection of the third one.
 * Returns the oids of the labels.
 */
async function printUntil(
  language: PrinterType,
  trouble: (printer: VirtualPrinter) => void,
): Promise<{ shop: Shop; oids: number[] }> {
  const shop = await createShop({ language, limits: LONG });
  const { printer } = shop;
  printer.turnOff();
  const oids: number[] = [];
  for (let articleId = 1; articleId <= LABELS; articleId++) oids.push(await shop.print({ articleId }));
  const before = printer.connections.length;
  let hasTrouble = false;
  const isTroubled = printer.waitUntil(({ connections }) => {
    // A fault is an event of the printer too: this function is called again by it.
    if (connections.length < before + TROUBLED || hasTrouble) return hasTrouble;
    hasTrouble = true;
    trouble(printer);
    return true;
  });
  await printer.turnOn();
  await isTroubled;
  return { shop, oids };
}

/** The same; the printer stalls with the third label, and the labels after it are claimed. */
async function stallAtThird() {
  const { shop, oids } = await printUntil("epl", (printer) => printer.setFaults({ stall: true }));
  for (const oid of oids.slice(TROUBLED)) await shop.becomes(oid, { stateId: Printing });
  return { shop, oids };
}

const codes = (...articleIds: number[]) => articleIds.map((id) => `A${String(id).padStart(6, "0")}`);

test("claimed labels return to the queue when the connection of the one before them breaks, and are printed once, in order", async () => {
  const { shop, oids } = await stallAtThird();
  shop.printer.turnOff();
  await shop.becomes(oids[2] ?? 0, { stateId: Failed, isInterrupted: true });
  for (const oid of oids.slice(TROUBLED)) await shop.becomes(oid, { stateId: Waiting, isInterrupted: false });
  shop.printer.clearFaults();
  await shop.printer.turnOn();
  for (const oid of oids.slice(TROUBLED)) await shop.becomes(oid, { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(codes(1, 2, 4, 5, 6));
});

test("claimed labels of a printer that is deleted are cancelled when it fails", async () => {
  const { shop, oids } = await stallAtThird();
  expect((await shop.admin.delete(`/api/printingprinters/${shop.printerId}?force=true`)).status).toBe(204);
  shop.printer.turnOff();
  const cancelled = { stateId: Failed, isInterrupted: false, lastError: "cancelled" };
  for (const oid of oids.slice(TROUBLED)) await shop.becomes(oid, cancelled);
});

test("a claimed label that is not sent when its printer is deleted is cancelled", async () => {
  const { shop, oids } = await printUntil("zpl", (printer) => printer.setFaults({ silent: true }));
  const path = `/api/printingprinters/${shop.printerId}?force=true`;
  for (const oid of oids.slice(TROUBLED - 1)) await shop.becomes(oid, { stateId: Printing });
  expect((await shop.admin.delete(path)).status).toBe(204);
  shop.printer.turnOff();
  const cancelled = { stateId: Failed, isInterrupted: false, lastError: "cancelled" };
  for (const oid of oids.slice(TROUBLED - 1)) await shop.becomes(oid, cancelled);
});

test("without paper in the middle of claimed labels, all of them wait, and are printed once, in order", async () => {
  const { shop, oids } = await printUntil("zpl", (printer) => printer.setFaults({ paperOut: true }));
  await shop.becomes(oids[2] ?? 0, {
    stateId: Waiting,
    lastError: expect.stringMatching(/is out of paper/),
  });
  for (const oid of oids.slice(TROUBLED)) {
    await shop.becomes(oid, { stateId: Waiting, attempts: 0, startedDT: null, lastError: null });
  }
  shop.printer.clearFaults();
  for (const oid of oids) await shop.becomes(oid, { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(codes(1, 2, 3, 4, 5, 6));
});

test("a claimed label that is cancelled is not printed, and is not doubtful", async () => {
  const { shop, oids } = await stallAtThird();
  const cancelled = oids[3] ?? 0;
  expect((await shop.user.post(`/api/printrequests/${cancelled}/cancel`)).status).toBeLessThan(300);
  shop.printer.clearFaults();
  for (const oid of oids.filter((each) => each !== cancelled)) await shop.becomes(oid, { stateId: Done });
  await shop.becomes(cancelled, { stateId: Failed, isInterrupted: false, lastError: "cancelled" });
  expect(codesOn(shop.printer)).toEqual(codes(1, 2, 3, 5, 6));
});

test("a claimed label that is cancelled during its printer's status query is not doubtful", async () => {
  const { shop, oids } = await printUntil("zpl", (printer) => printer.setFaults({ silent: true }));
  const cancelled = oids[TROUBLED - 1] ?? 0;
  await shop.becomes(cancelled, { stateId: Printing });
  expect((await shop.user.post(`/api/printrequests/${cancelled}/cancel`)).status).toBe(200);
  await shop.becomes(cancelled, { stateId: Failed, isInterrupted: false, lastError: "cancelled" });
});

test("a claimed label that is cancelled and retried is printed once", async () => {
  const { shop, oids } = await stallAtThird();
  const retried = oids[3] ?? 0;
  expect((await shop.user.post(`/api/printrequests/${retried}/cancel`)).status).toBeLessThan(300);
  expect((await shop.user.post(`/api/printrequests/${retried}/retry`)).status).toBeLessThan(300);
  shop.printer.clearFaults();
  for (const oid of oids) await shop.becomes(oid, { stateId: Done });
  expect(codesOn(shop.printer).toSorted()).toEqual(codes(1, 2, 3, 4, 5, 6));
});

test("a label that is cancelled and retried in one transaction while it is being sent is printed once", async () => {
  const shop = await createShop({ language: "epl", limits: { ...LONG, fastMs: 0 }, isBig: true });
  shop.printer.setFaults({ stall: true });
  const oid = await shop.print();
  await shop.becomes(oid, { stateId: Printing });
  together(shop.server, 2);
  const decisions = ["cancel", "retry"].map((what) => shop.user.post(`/api/printrequests/${oid}/${what}`));
  expect((await Promise.all(decisions)).map(({ status }) => status)).toEqual([200, 200]);
  shop.printer.clearFaults();
  await shop.becomes(oid, { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(codes(1));
});

test("a stop returns claimed labels to the queue, and the next start prints them once", async () => {
  const { shop, oids } = await stallAtThird();
  await shop.server.halt();
  shop.printer.clearFaults();
  await shop.server.restart();
  const [, , troubled = 0, ...claimed] = oids;
  const request = async (oid: number) => (await shop.server.user.get(`/api/printrequests/${oid}`)).body;
  expect(await request(troubled)).toMatchObject({ stateId: Failed, isInterrupted: true });
  for (const oid of claimed) {
    await expect.poll(() => request(oid)).toMatchObject({ stateId: Done, attempts: 1 });
  }
  expect(codesOn(shop.printer).filter((code) => code !== codes(3)[0])).toEqual(codes(1, 2, 4, 5, 6));
});

test("a slow printer's labels are claimed one at a time", async () => {
  const shop = await createShop({ language: "epl", limits: { fastMs: 0, silenceMs: 60_000 } });
  await shop.becomes(await shop.print(), { stateId: Done });
  shop.printer.setFaults({ stall: true });
  const oids = [await shop.print({ articleId: 2 }), await shop.print({ articleId: 3 })];
  await shop.becomes(oids[0] ?? 0, { stateId: Printing });
  await shop.becomes(oids[1] ?? 0, { stateId: Waiting });
  shop.printer.clearFaults();
  for (const oid of oids) await shop.becomes(oid, { stateId: Done });
});
