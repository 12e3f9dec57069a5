import { expect, test } from "vitest";
import { startVirtualPrinter } from "../../../src/demo/virtual-printer/printer.ts";
import { codesOn, createShop, Done, type Shop, Waiting } from "./printers.ts";

test("twenty concurrent labels are printed in the order of their requests, over one connection at a time", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ refusesSecond: true });
  const oids = await Promise.all(Array.from({ length: 20 }, (_, i) => shop.print({ articleId: i + 1 })));
  for (const oid of oids) await shop.becomes(oid, { stateId: Done, attempts: 1 });
  const inOrder = await Promise.all(
    oids.toSorted((a, b) => a - b).map(async (oid) => Number((await shop.request(oid))["articleId"])),
  );
  expect(codesOn(shop.printer)).toEqual(inOrder.map((id) => `A${String(id).padStart(6, "0")}`));
});

test("two printers with one address share its lane", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.setFaults({ refusesSecond: true });
  const twin = { name: "Twin", ipAddress: "127.0.0.1", port: shop.printer.port, printerTypeId: 3 };
  const printerId = (await shop.admin.post("/api/printingprinters", twin)).body.oid;
  const oids: number[] = [];
  for (let i = 1; i <= 10; i++)
    oids.push(await shop.print({ articleId: i, ...(i % 2 === 0 && { printerId }) }));
  for (const oid of oids) await shop.becomes(oid, { stateId: Done, attempts: 1 });
  expect(codesOn(shop.printer)).toEqual(oids.map((_, i) => `A${String(i + 1).padStart(6, "0")}`));
});

test("a dead, a stalled and a silent printer delay no other printer", async () => {
  const shop = await createShop({
    language: "zpl",
    limits: { stallMs: 60_000, silenceMs: 60_000, connectMs: 60_000 },
  });
  const others = await Promise.all(
    ["stall", "neverClose", "away"].map(() => startVirtualPrinter({ language: "epl" })),
  );
  const [stalled, silent, away] = others;
  stalled?.setFaults({ stall: true });
  silent?.setFaults({ neverClose: true });
  away?.turnOff();
  for (const [i, other] of others.entries()) {
    const record = { name: `Bad ${i}`, ipAddress: "127.0.0.1", port: other.port, printerTypeId: 5 };
    const printerId = (await shop.admin.post("/api/printingprinters", record)).body.oid;
    await shop.print({ printerId, formatId: 4 });
  }
  const oid = await shop.print();
  await shop.becomes(oid, { stateId: Done });
  for (const other of others) other.close();
});

test("fifty printers print side by side", async () => {
  const shop = await createShop({ language: "epl" });
  const printers = await Promise.all(
    Array.from({ length: 50 }, () => startVirtualPrinter({ language: "epl", msPerLabel: 5 })),
  );
  const oids: number[] = [];
  for (const [i, { port }] of printers.entries()) {
    const record = { name: `Side ${i}`, ipAddress: "127.0.0.1", port, printerTypeId: 5 };
    const printerId = (await shop.admin.post("/api/printingprinters", record)).body.oid;
    oids.push(...(await Promise.all([1, 2].map((articleId) => shop.print({ printerId, articleId })))));
  }
  for (const oid of oids) await shop.becomes(oid, { stateId: Done, attempts: 1 });
  for (const printer of printers) expect(codesOn(printer).toSorted()).toEqual(["A000001", "A000002"]);
  for (const printer of printers) printer.close();
});

test("an address that now leads out of the site is refused at the connection too, not only when it is saved", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oid = await shop.print();
  await shop.server.appliance.dependencies.storage.write(1, (tx) => {
    tx.recordWrite("printer");
    tx.query({ sql: "UPDATE printer SET ipAddress = '203.0.113.9' WHERE oid = ?", reads: [] }, [
      shop.printerId,
    ]).run(shop.printerId);
  });
  await shop.becomes(oid, {
    stateId: Waiting,
    lastError: expect.stringMatching(/203\.0\.113\.9 is no longer an address in this site/),
  });
});

/**
 * Waits until a label for another printer, which is off, had so many attempts: the same time has passed for all printers.
 */
async function triesBeside(shop: Shop, tries: number): Promise<void> {
  const away = await startVirtualPrinter({ language: "zpl" });
  away.turnOff();
  const record = { name: "Away", ipAddress: "127.0.0.1", port: away.port, printerTypeId: 3 };
  const printerId = (await shop.admin.post("/api/printingprinters", record)).body.oid;
  const oid = await shop.print({ printerId });
  await expect.poll(async () => Number((await shop.request(oid))["attempts"])).toBeGreaterThanOrEqual(tries);
  away.close();
}

test("an inactive printer keeps its labels waiting until it is active again", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oid = await shop.print();
  await shop.becomes(oid, { lastError: expect.any(String) });
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { isActive: false });
  await shop.printer.turnOn();
  const { attempts } = await shop.request(oid);
  await triesBeside(shop, 3);
  expect(Number((await shop.request(oid))["attempts"]) - Number(attempts)).toBeLessThanOrEqual(1);
  expect(await shop.request(oid)).toMatchObject({ stateId: Waiting });
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { isActive: true });
  await shop.becomes(oid, { stateId: Done });
});

test("waiting labels follow their printer to its new address", async () => {
  const shop = await createShop({ language: "zpl" });
  const elsewhere = await startVirtualPrinter({ language: "zpl" });
  shop.printer.turnOff();
  const oid = await shop.print();
  await shop.becomes(oid, { lastError: expect.any(String) });
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { port: elsewhere.port });
  await shop.becomes(oid, { stateId: Done });
  expect(codesOn(elsewhere)).toEqual(["A000001"]);
  elsewhere.close();
});
