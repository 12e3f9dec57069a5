import { expect, test } from "vitest";
import type { Faults } from "../../../src/demo/virtual-printer/printer.ts";
import type { PrinterType } from "../../../src/printing/languages/printer-types.ts";
import { atLeast, codesOn, createShop, Done, Failed, Waiting } from "./printers.ts";

// The state that a user sees after each printer fault, over real sockets.

const LANGUAGES: readonly PrinterType[] = ["zpl", "tspl", "escpos", "epl"];

test.each(LANGUAGES)("a %s printer without faults: Done, confirmed, one label", async (language) => {
  const shop = await createShop({ language });
  const oid = await shop.print();
  await shop.becomes(oid, {
    stateId: Done,
    isConfirmed: true,
    isInterrupted: false,
    lastError: null,
    attempts: 1,
  });
  expect(codesOn(shop.printer)).toEqual(["A000001"]);
  expect(await shop.request(oid)).toMatchObject({
    state: "Done",
    startedDT: expect.any(String),
    finishedDT: expect.any(String),
    nextTryDT: null,
  });
});

const CONFIRMED = { stateId: Done, isConfirmed: true };
const UNCONFIRMED = { stateId: Done, isConfirmed: false };
const INTERRUPTED = { stateId: Failed, isInterrupted: true };
const GARBAGE = Buffer.from("\u0002garbage\r\n");
const BIG = { isBig: true };

/** Language, faults, what becomes of the label, how many labels may have been printed, and what kind of label it is. */
type Sent = readonly [
  what: string,
  language: PrinterType,
  faults: Partial<Faults>,
  expected: object,
  out: readonly number[],
  label?: { readonly isBig: boolean; readonly copies?: number },
];
const SENT: readonly Sent[] = [
  ["sends no reply but closes in order: Done, confirmed", "zpl", { silent: true }, CONFIRMED, [1]],
  ["neither replies nor closes: Done, not confirmed", "zpl", { neverClose: true }, UNCONFIRMED, [1]],
  ["neither asks to be asked nor closes: Done, not confirmed", "epl", { neverClose: true }, UNCONFIRMED, [1]],
  ["replies too late to be waited for: Done", "zpl", { lateStatus: 2000 }, { stateId: Done }, [1]],
  ["sends bytes that nobody asked for: Done", "zpl", { garbage: GARBAGE }, { stateId: Done }, [1]],
  ["sends half a reply: Done, after it was not waited for", "zpl", { cutStatus: 20 }, { stateId: Done }, [1]],
  ["reads slowly: Done", "zpl", { slow: 2_000_000 }, CONFIRMED, [1], BIG],
  [
    "accepts and never reads a small label: Done, not confirmed",
    "epl",
    { blackHole: true },
    UNCONFIRMED,
    [0],
  ],
  ["accepts and never reads a large label: interrupted", "epl", { blackHole: true }, INTERRUPTED, [0], BIG],
  ["stops taking bytes for good: interrupted", "zpl", { silent: true, stall: true }, INTERRUPTED, [0], BIG],
  ["resets in the middle: interrupted", "epl", { resetAfter: 20 }, INTERRUPTED, [0]],
  ["resets after the last byte: interrupted, not Done", "epl", { resetAfterLast: true }, INTERRUPTED, [0, 1]],
  [
    "closes in the middle of a large job: interrupted",
    "escpos",
    { silent: true, closeEarly: 1000 },
    INTERRUPTED,
    [0, 1],
    { ...BIG, copies: 1000 },
  ],
  ["replies before the job and never again: interrupted", "zpl", { silentAfterJob: true }, INTERRUPTED, [1]],
];

test.for(SENT)(
  "a printer that %s",
  async ([, language, faults, expected, out, { isBig, copies = 1 } = { isBig: false }]) => {
    const shop = await createShop({ language, isBig });
    shop.printer.setFaults(faults);
    const oid = await shop.print({ copies });
    await shop.becomes(oid, expected);
    const request = await shop.request(oid);
    expect(out).toContain(shop.printer.labels.length);
    if (request["isInterrupted"])
      expect(request["lastError"]).toMatch(/^interrupted: up to [\d,]+ labels? may have been printed/);
    // It is never sent again automatically: a later label is printed, the first is not.
    shop.printer.clearFaults();
    const before = shop.printer.labels.length;
    const next = await shop.print({ articleId: 2 });
    await shop.becomes(next, { stateId: Done });
    expect(codesOn(shop.printer).slice(before)).toEqual(["A000002"]);
  },
);

const NOT_SENT: readonly [string, PrinterType, Partial<Faults>, RegExp][] = [
  ["is out of paper", "zpl", { paperOut: true }, /Test printer is out of paper/],
  ["is open", "zpl", { headOpen: true }, /the cover of Test printer is open/],
  ["is paused", "zpl", { paused: true }, /Test printer is paused/],
  ["has no receipt paper", "escpos", { paperOut: true }, /out of paper/],
  ["has no TSPL paper", "tspl", { paperOut: true }, /out of paper/],
  ["resets at once", "zpl", { resetAfter: 0 }, /is not responding at 127.0.0.1:\d+/],
];

test.each(NOT_SENT)(
  "a printer that %s gets nothing; the label waits with the reason, and is printed once the printer is ready",
  async (_, language, faults, reason) => {
    const shop = await createShop({ language });
    shop.printer.setFaults(faults);
    const oid = await shop.print();
    await shop.becomes(oid, {
      stateId: Waiting,
      lastError: expect.stringMatching(reason),
      nextTryDT: expect.any(String),
    });
    await shop.becomes(oid, { attempts: atLeast(3) });
    expect(shop.printer.labels).toEqual([]);
    shop.printer.clearFaults();
    await shop.becomes(oid, { stateId: Done, lastError: null, isInterrupted: false });
    expect(codesOn(shop.printer)).toEqual(["A000001"]);
  },
);
