import { expect, test } from "vitest";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { codesOn, createShop, Done, Failed, type Shop } from "./printers.ts";

// Printers that reply to only some status queries. None of them may block the labels behind.

/** Prints a label, waits for its end, then shows that the lane continues. */
async function prints(shop: Shop, expected: object) {
  const oid = await shop.print();
  await shop.becomes(oid, expected);
  expect(codesOn(shop.printer)).toEqual(["A000001"]);
  shop.printer.clearFaults();
  const next = await shop.print({ articleId: 2 });
  await shop.becomes(next, { stateId: Done, isConfirmed: true });
  expect(codesOn(shop.printer)).toEqual(["A000001", "A000002"]);
}

const IN_ORDER = ["escpos", "star"] as const;

test.each(IN_ORDER)(
  "a %s printer that reports its state but not the end of a job, and closes in order: Done, confirmed by its close",
  async (language) => {
    const shop = await createShop({ language, limits: { stallMs: 600_000 } });
    shop.printer.setFaults({ omitsJobEnd: true });
    await prints(shop, { stateId: Done, isConfirmed: true, isInterrupted: false, lastError: null });
  },
);

test.each(IN_ORDER)(
  "a %s printer that reports its state but not the end of a job, and never closes: Done, not confirmed",
  async (language) => {
    const shop = await createShop({ language, limits: { stallMs: 600_000 } });
    shop.printer.setFaults({ omitsJobEnd: true, staysOpen: true });
    await prints(shop, { stateId: Done, isConfirmed: false, isInterrupted: false, lastError: null });
  },
);

test.each(IN_ORDER)(
  "a %s printer that reports its state but not the end of a job, and resets at the server's close: interrupted",
  async (language) => {
    const shop = await createShop({ language, limits: { stallMs: 600_000 } });
    shop.printer.setFaults({ omitsJobEnd: true, resetAfterLast: true });
    await prints(shop, { stateId: Failed, isInterrupted: true });
  },
);

test.each<PrinterType>(["escpos", "star", "zpl", "tspl"])(
  "a %s printer that replies before the job and to nothing after it: interrupted",
  async (language) => {
    const shop = await createShop({ language });
    shop.printer.setFaults({ silentAfterJob: true });
    await prints(shop, {
      stateId: Failed,
      isInterrupted: true,
      lastError: expect.stringMatching(/stopped responding/),
    });
  },
);

test.each<PrinterType>(["zpl", "tspl"])(
  "a %s printer that always reports printing: Done, not confirmed, though it closes in order",
  async (language) => {
    const shop = await createShop({ language });
    shop.printer.setFaults({ alwaysPrinting: true });
    await prints(shop, { stateId: Done, isConfirmed: false, isInterrupted: false, lastError: null });
  },
);

test("a zpl printer that prints its labels one by one is waited for, however long all of them take", async () => {
  const shop = await createShop({ language: "zpl", msPerLabel: 100, limits: { stallMs: 2000 } });
  const oid = await shop.print({ copies: 30 });
  await shop.becomes(oid, { stateId: Done, isConfirmed: true });
  expect(shop.printer.labels).toHaveLength(30);
});

test("a printer without paper after the job, which does not report its end, is waited for until it has paper", async () => {
  const shop = await createShop({ language: "escpos", msPerLabel: 20, limits: { stallMs: 600_000 } });
  shop.printer.setFaults({ omitsJobEnd: true });
  const oid = await shop.print({ copies: 20 });
  await shop.printer.waitUntil(({ labelsOut }) => labelsOut >= 2);
  shop.printer.setFaults({ paperOut: true });
  await shop.becomes(oid, { lastError: expect.stringMatching(/out of paper/) });
  shop.printer.setFaults({ paperOut: false });
  await shop.becomes(oid, { stateId: Done, isConfirmed: true, lastError: null });
  // This printer reports no end of a job, so the last label may come later.
  await shop.printer.waitUntil(({ labelsOut }) => labelsOut === 20);
});
