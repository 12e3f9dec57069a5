import { expect, test } from "vitest";
import { changePrinter, getPrinter, type PrinterFields } from "../../../src/printing/printers/printer.ts";
import type { Tx } from "../../../src/storage/database/statement.ts";
import { holdSlices } from "../../jobs/slices.ts";
import { endOf, postJob } from "../../jobs/waiting.ts";
import { createShop, Done, Failed, type Shop } from "../queue/printers.ts";
import { layoutOf, textAt } from "./samples.ts";

// A printer changes after the label was drawn for it: the label is never printed cut or in another size.

const FINER = "The label was drawn for 203 dpi, but the printer has 300 dpi. Request the label again.";
const NARROW = "The label is 50 mm wide, but the printer prints 40 mm.";
const RECEIPT = "The label is 90 mm wide, but the printer prints 72 mm.";
const [ESCPOS, EPL] = [1, 5];

async function drawnFormat({ admin }: Shop, widthMm = 50): Promise<number> {
  const layout = layoutOf([textAt()], { widthMm });
  return (await admin.post("/api/printingformats", { name: "Drawn", layout })).body.oid;
}

test.each<[PrinterFields, number, string]>([
  [{ dpi: 300 }, 50, FINER],
  [{ printWidthMm: 40 }, 50, NARROW],
  [{ printerTypeId: ESCPOS }, 90, RECEIPT],
])(
  "a waiting label of a printer that gets %j ends in Error with the reason, and returns to no queue",
  async (fields, widthMm, reason) => {
    const shop = await createShop({ language: "zpl" });
    const formatId = await drawnFormat(shop, widthMm);
    shop.printer.setFaults({ paused: true });
    const oid = await shop.print({ formatId });
    expect((await shop.admin.put(`/api/printingprinters/${shop.printerId}`, fields)).status).toBe(200);
    shop.printer.clearFaults();
    await shop.becomes(oid, { stateId: Failed, isInterrupted: false, lastError: reason });
    const retried = await shop.user.post(`/api/printrequests/${oid}/retry`);
    expect([retried.status, retried.body.message]).toEqual([400, reason]);
    expect(shop.printer.labels).toEqual([]);
  },
);

test.each<[PrinterFields, object]>([
  [{ dpi: 300 }, { stateId: Failed, isInterrupted: false, lastError: FINER }],
  [{ printerTypeId: EPL }, { stateId: Done }],
])("a printer that gets %j while it is asked for its status", async (fields, expected) => {
  const shop = await createShop({ language: "zpl", limits: { replyMs: 60_000 } });
  const formatId = await drawnFormat(shop);
  // It reads the status query when the fault ends.
  shop.printer.setFaults({ stall: true });
  const oid = await shop.print({ formatId });
  await shop.printer.waitUntil(({ connections }) => connections.length === 1);
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, fields);
  shop.printer.clearFaults();
  await shop.becomes(oid, expected);
  const received = shop.printer.connections.map((connection) => connection.received.toString("latin1"));
  expect(received.join("")).not.toContain("^GFA");
});

/** Changes something after the next request has read its printer, and before its own transaction. */
function changeMeanwhile({ server }: Shop, change: (tx: Tx) => void): void {
  const { storage } = server.appliance.dependencies;
  let isDone = false;
  storage.onRead(({ tables }) => {
    if (isDone || !tables.includes("printFormat")) return;
    isDone = true;
    // Writes run in their order.
    void storage.write(1, change);
  });
}

test.each<[PrinterFields, string, string]>([
  [{ dpi: 300 }, "printerId", FINER],
  [{ printWidthMm: 40 }, "labelFormatId", NARROW],
])("a label that is drawn while its printer gets %j is 400", async (fields, path, text) => {
  const shop = await createShop({ language: "zpl" });
  const wanted = { articleId: 1, printerId: shop.printerId, labelFormatId: await drawnFormat(shop) };
  changeMeanwhile(shop, (tx) => changePrinter(tx, getPrinter(tx, 1, shop.printerId), fields));
  const refused = await shop.user.post("/api/pda/printing/print", wanted);
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  expect(JSON.stringify(refused.body)).toContain(text);
  expect(shop.printer.labels).toEqual([]);
});

test.each<[PrinterFields, string]>([
  [{ dpi: 300 }, FINER],
  [{ printWidthMm: 40 }, NARROW],
])("a job of labels ends with the reason when its printer gets %j", async (fields, reason) => {
  const shop = await createShop({ language: "zpl", sliceMs: 0 });
  const slices = holdSlices(shop.server);
  const wanted = { printerId: shop.printerId, labelFormatId: await drawnFormat(shop), ids: [1, 2] };
  const path = await postJob(shop.user, "/api/articles/bulk-labels", wanted);
  await slices.run(1);
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, fields);
  slices.release();
  const end = await endOf(shop.user, path);
  expect(end.state).toBe("failed");
  expect(JSON.stringify(end)).toContain(reason);
  expect(shop.printer.labels).toEqual([]);
});
