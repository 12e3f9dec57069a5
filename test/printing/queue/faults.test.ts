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

interface Scenario {
  readonly language: PrinterType;
  readonly faults: Partial<Faults>;
  readonly isBig?: boolean;
  readonly copies?: number;
  readonly expected: object;
  /** How many labels may have been printed. */
  readonly out: readonly number[];
}

const SENT: readonly [string, Scenario][] = [
  [
    "sends no reply but closes in order: Done, confirmed",
    { language: "zpl", faults: { silent: true }, expected: { stateId: Done, isConfirmed: true }, out: [1] },
  ],
  [
    "neither replies nor closes: Done, not confirmed",
    {
      language: "zpl",
      faults: { neverClose: true },
      expected: { stateId: Done, isConfirmed: false },
      out: [1],
    },
  ],
  [
    "neither asks to be asked nor closes: Done, not confirmed",
    {
      language: "epl",
      faults: { neverClose: true },
      expected: { stateId: Done, isConfirmed: false },
      out: [1],
    },
  ],
  [
    "replies too late to be waited for: Done",
    { language: "zpl", faults: { lateStatus: 2000 }, expected: { stateId: Done }, out: [1] },
  ],
  [
    "sends bytes that nobody asked for: Done",
    {
      language: "zpl",
      faults: { garbage: Buffer.from("\u0002garbage\r\n") },
      expected: { stateId: Done },
      out: [1],
    },
  ],
  [
    "sends half a reply: Done, after it was not waited for",
    { language: "zpl", faults: { cutStatus: 20 }, expected: { stateId: Done }, out: [1] },
  ],
  [
    "reads slowly: Done",
    {
      language: "zpl",
      faults: { slow: 2_000_000 },
      isBig: true,
      expected: { stateId: Done, isConfirmed: true },
      out: [1],
    },
  ],
  [
    "accepts and never reads a small label: Done, not confirmed",
    {
      language: "epl",
      faults: { blackHole: true },
      expected: { stateId: Done, isConfirmed: false },
      out: [0],
    },
  ],
  [
    "accepts and never reads a large label: interrupted",
    {
      language: "epl",
      faults: { blackHole: true },
      isBig: true,
      expected: { stateId: Failed, isInterrupted: true },
      out: [0],
    },
  ],
  [
    "stops taking bytes for good: interrupted",
    {
      language: "zpl",
      faults: { silent: true, stall: true },
      isBig: true,
      expected: { stateId: Failed, isInterrupted: true },
      out: [0],
    },
  ],
  [
    "resets in the middle: interrupted",
    {
      language: "epl",
      faults: { resetAfter: 20 },
      expected: { stateId: Failed, isInterrupted: true },
      out: [0],
    },
  ],
  [
    "resets after the last byte: interrupted, not Done",
    {
      language: "epl",
      faults: { resetAfterLast: true },
      expected: { stateId: Failed, isInterrupted: true },
      out: [0, 1],
    },
  ],
  [
    "closes in the middle of a large job: interrupted",
    {
      language: "escpos",
      faults: { silent: true, closeEarly: 1000 },
      isBig: true,
      copies: 1000,
      expected: { stateId: Failed, isInterrupted: true },
      out: [0, 1],
    },
  ],
  [
    "replies before the job and never again: interrupted",
    {
      language: "zpl",
      faults: { silentAfterJob: true },
      expected: { stateId: Failed, isInterrupted: true },
      out: [1],
    },
  ],
];

test.each(SENT)(
  "a printer that %s",
  async (_, { language, faults, isBig = false, copies = 1, expected, out }) => {
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

const NOT_SENT: readonly [string, Scenario & { readonly reason: RegExp }][] = [
  [
    "is out of paper",
    {
      language: "zpl",
      faults: { paperOut: true },
      reason: /Test printer is out of paper/,
      expected: {},
      out: [0],
    },
  ],
  [
    "is open",
    {
      language: "zpl",
      faults: { headOpen: true },
      reason: /the cover of Test printer is open/,
      expected: {},
      out: [0],
    },
  ],
  [
    "is paused",
    { language: "zpl", faults: { paused: true }, reason: /Test printer is paused/, expected: {}, out: [0] },
  ],
  [
    "has no receipt paper",
    { language: "escpos", faults: { paperOut: true }, reason: /out of paper/, expected: {}, out: [0] },
  ],
  [
    "has no TSPL paper",
    { language: "tspl", faults: { paperOut: true }, reason: /out of paper/, expected: {}, out: [0] },
  ],
  [
    "resets at once",
    {
      language: "zpl",
      faults: { resetAfter: 0 },
      reason: /is not responding at 127.0.0.1:\d+/,
      expected: {},
      out: [0],
    },
  ],
];

test.each(NOT_SENT)(
  "a printer that %s gets nothing; the label waits with the reason, and is printed once the printer is ready",
  async (_, scenario) => {
    const shop = await createShop({ language: scenario.language });
    shop.printer.setFaults(scenario.faults);
    const oid = await shop.print();
    await shop.becomes(oid, {
      stateId: Waiting,
      lastError: expect.stringMatching(scenario.reason),
      nextTryDT: expect.any(String),
    });
    await shop.becomes(oid, { attempts: atLeast(3) });
    expect(shop.printer.labels).toEqual([]);
    shop.printer.clearFaults();
    await shop.becomes(oid, { stateId: Done, lastError: null, isInterrupted: false });
    expect(codesOn(shop.printer)).toEqual(["A000001"]);
  },
);
