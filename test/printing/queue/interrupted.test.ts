import { expect, test } from "vitest";
import { rasterOf } from "../../../src/demo/virtual-printer/raster-labels.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import type { Bitmap } from "../../../src/printing/raster/bitmap.ts";
import { codeAt, layoutOf, textAt } from "../layouts/samples.ts";
import { createShop, Done, Failed, type Shop } from "./printers.ts";

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

test("the first label after a start ends one that was interrupted before; the next one needs no ending", async () => {
  const shop = await createShop({ language: "zpl" });
  for (const articleId of [1, 2]) await shop.becomes(await shop.print({ articleId }), { stateId: Done });
  const sent = shop.printer.connections.map(({ received }) => received.toString("latin1").includes("~JX"));
  expect(sent).toEqual([true, false]);
});
