import { expect, onTestFinished, test } from "vitest";
import { startVirtualPrinter } from "../../../src/demo/virtual-printer/printer.ts";
import { rasterOf } from "../../../src/demo/virtual-printer/raster-labels.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import type { Bitmap } from "../../../src/printing/raster/bitmap.ts";
import { startServerProcess } from "../../harness/server-process.ts";
import { codeAt, layoutOf, textAt } from "../layouts/samples.ts";
import { createShop, Done, Failed, Printing, type Shop } from "./printers.ts";

// The connection is cut in the middle of a drawn label. The printer takes what comes next as the rest of it, over the next connection
// too. The label after it must be whole.

const LANGUAGES = ["zpl", "tspl", "epl", "escpos", "star"] as const;
/** A label of many bitmap commands, and black enough for rows of whole length. */
const LAYOUT = layoutOf(
  [
    textAt({ text: "{{name}}" }),
    codeAt({ widthMm: 66, heightMm: 40, showText: false }),
    {
      id: "box",
      kind: "box",
      x: 0,
      y: 0,
      rotation: 0,
      widthMm: 72,
      heightMm: 60,
      strokeMm: 1,
      isFilled: false,
    },
  ],
  { widthMm: 72, heightMm: 60 },
);
/** The reset before a receipt: what comes before it is the rest of the interrupted one, on its paper. */
const RESET = "\x1b@";

function dotsOf(language: PrinterType, bytes: Buffer | undefined): Bitmap | null {
  if (bytes === undefined) return null;
  const isReceipt = language === "escpos" || language === "star";
  return rasterOf(language, isReceipt ? bytes.subarray(bytes.lastIndexOf(Buffer.from(RESET)) + 1) : bytes);
}

/** Prints a whole label, then cuts the connection after `share` of the bytes of the next one. */
async function interrupt(shop: Shop, formatId: number, share: number): Promise<Bitmap | null> {
  const { printer } = shop;
  await shop.becomes(await shop.print({ formatId }), { stateId: Done });
  await shop.becomes(await shop.print({ formatId }), { stateId: Done });
  const whole = printer.connections.at(-1)?.receivedBytes ?? 0;
  expect(whole).toBeGreaterThan(1000);
  printer.setFaults({ resetAfter: Math.round(whole * share) });
  await shop.becomes(await shop.print({ formatId }), { stateId: Failed, isInterrupted: true });
  printer.clearFaults();
  return dotsOf(shop.printer.language, printer.labels.at(-1)?.bytes);
}

for (const language of LANGUAGES) {
  test.each([0.3, 0.52, 0.8])(
    `${language}: a drawn label after one that was cut at %d of its bytes has all dots`,
    async (share) => {
      const shop = await createShop({ language, keepsUnfinished: true });
      const { body } = await shop.admin.post("/api/printingformats", { name: "Drawn", layout: LAYOUT });
      const before = await interrupt(shop, body.oid, share);
      expect(before?.height).toBe(480);
      await shop.becomes(await shop.print({ formatId: body.oid }), { stateId: Done });
      const { labels } = shop.printer;
      expect(labels).toHaveLength(3);
      if (language === "zpl") expect(labels[2]?.bytes).toEqual(labels[1]?.bytes);
      expect(dotsOf(language, labels[2]?.bytes)?.bits).toEqual(before?.bits);
    },
  );

  test(`${language}: a template after an interrupted drawn label prints its code`, async () => {
    const shop = await createShop({ language, keepsUnfinished: true });
    const { body } = await shop.admin.post("/api/printingformats", { name: "Drawn", layout: LAYOUT });
    await interrupt(shop, body.oid, 0.52);
    await shop.becomes(await shop.print(), { stateId: Done });
    const { code } = (await shop.user.get("/api/articles/1")).body;
    expect(shop.printer.labels).toHaveLength(3);
    expect(shop.printer.labels[2]?.bytes.toString("latin1")).toContain(code);
  });
}

test("a template is sent as it is: first, and after an interrupted template", async () => {
  const shop = await createShop({ language: "tspl" });
  const { printer } = shop;
  await shop.becomes(await shop.print(), { stateId: Done });
  const first = printer.connections[0]?.received;
  printer.setFaults({ resetAfter: 60 });
  await shop.becomes(await shop.print(), { stateId: Failed, isInterrupted: true });
  printer.clearFaults();
  await shop.becomes(await shop.print(), { stateId: Done });
  expect(printer.connections.at(-1)?.received).toEqual(first);
  expect(first?.length).toBeGreaterThan(60);
});

test.each([1, 2])(
  "the first label after a crash in the middle of a drawn one ends that one, after %d starts",
  async (starts) => {
    const server = await startServerProcess();
    const printer = await startVirtualPrinter({ language: "zpl" });
    onTestFinished(() => printer.close());
    const admin = await server.as("admin");
    const record = { name: "Shelf", ipAddress: printer.address, port: printer.port, printerTypeId: 3 };
    const printerId = (await admin.post("/api/printingprinters", record)).body.oid;
    const { body: drawn } = await admin.post("/api/printingformats", { name: "Drawn", layout: LAYOUT });
    const print = async (labelFormatId: number) =>
      (await admin.post("/api/pda/printing/print", { articleId: 1, copies: 1, printerId, labelFormatId }))
        .body.oid;
    const stateOf = async (oid: number) => (await admin.get(`/api/printrequests/${oid}`)).body.stateId;
    printer.setFaults({ slow: 500 });
    const interrupted = await print(drawn.oid);
    await expect.poll(() => stateOf(interrupted)).toBe(Printing);
    for (let i = 0; i < starts; i++) {
      await server.kill();
      await server.start();
    }
    await expect.poll(() => stateOf(interrupted)).toBe(Failed);
    printer.clearFaults();
    for (const end of ["~JX", ""]) {
      const oid = await print(1);
      await expect.poll(() => stateOf(oid)).toBe(Done);
      expect(printer.connections.at(-1)?.received.toString("latin1")).toMatch(
        new RegExp(`^(~HS\\r\\n)*${end}\\^XA`),
      );
    }
  },
);

test("the first label after a stop in the middle of a drawn one ends that one, and no later one does", async () => {
  const shop = await createShop({ language: "zpl", limits: { stallMs: 60_000, stopMs: 0 } });
  const { server, printer } = shop;
  const { body: drawn } = await shop.admin.post("/api/printingformats", { name: "Drawn", layout: LAYOUT });
  printer.setFaults({ slow: 500 });
  const interrupted = await shop.print({ formatId: drawn.oid });
  await shop.becomes(interrupted, { stateId: Printing });
  await server.restart();
  await shop.becomes(interrupted, { stateId: Failed, isInterrupted: true });
  printer.clearFaults();
  for (const end of ["~JX", ""]) {
    await shop.becomes(await shop.print(), { stateId: Done });
    expect(printer.connections.at(-1)?.received.toString("latin1")).toMatch(
      new RegExp(`^(~HS\\r\\n)*${end}\\^XA`),
    );
    await server.restart();
  }
});
