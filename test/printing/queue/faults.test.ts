import { expect, test } from "vitest";
import type { Faults } from "../../../src/demo/virtual-printer/printer.ts";
import type { PrinterType } from "../../../src/printing/languages/language.ts";
import { aShop, codesOn, Done, Failed, Printing, Waiting } from "./printers.ts";

// What a person sees after each fault of a printer, over real sockets.

const LANGUAGES: readonly PrinterType[] = ["zpl", "tspl", "escpos", "epl"];

test.each(LANGUAGES)(
  "a %s printer that does what it should: Done, confirmed, one label",
  async (language) => {
    const shop = await aShop({ language });
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
  },
);

interface Scenario {
  readonly language: PrinterType;
  readonly faults: Partial<Faults>;
  readonly isBig?: boolean;
  readonly copies?: number;
  readonly expected: object;
  /** How many labels may have come out. */
  readonly out: readonly number[];
}

const SENT: readonly [string, Scenario][] = [
  [
    "answers no question but closes in order: Done, confirmed",
    { language: "zpl", faults: { silent: true }, expected: { stateId: Done, isConfirmed: true }, out: [1] },
  ],
  [
    "neither answers nor closes: Done, not confirmed",
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
    "answers too late to be waited for: Done",
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
    "sends half an answer: Done, after it was not waited for",
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
    "answers before the job and never again: interrupted",
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
    const shop = await aShop({ language, isBig });
    shop.printer.misbehave(faults);
    const oid = await shop.print({ copies });
    await shop.becomes(oid, expected);
    const request = await shop.request(oid);
    expect(out).toContain(shop.printer.labels.length);
    if (request["isInterrupted"])
      expect(request["lastError"]).toMatch(/^interrupted: up to \d+ labels? may have been printed/);
    // Never sent again by itself: a later label comes, the first does not.
    shop.printer.behave();
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
    { language: "zpl", faults: { headOpen: true }, reason: /Test printer is open/, expected: {}, out: [0] },
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
      reason: /does not answer at 127.0.0.1:\d+/,
      expected: {},
      out: [0],
    },
  ],
];

test.each(NOT_SENT)(
  "a printer that %s gets nothing; the label waits with the reason, and comes once all is well",
  async (_, scenario) => {
    const shop = await aShop({ language: scenario.language });
    shop.printer.misbehave(scenario.faults);
    const oid = await shop.print();
    await shop.becomes(oid, {
      stateId: Waiting,
      lastError: expect.stringMatching(scenario.reason),
      nextTryDT: expect.any(String),
    });
    await shop.becomes(oid, { attempts: 3 });
    expect(shop.printer.labels).toEqual([]);
    shop.printer.behave();
    await shop.becomes(oid, { stateId: Done, lastError: null, isInterrupted: false });
    expect(codesOn(shop.printer)).toEqual(["A000001"]);
  },
);

test("a printer that is away is tried one label at a time, and all come in order when it is back", async () => {
  const shop = await aShop({ language: "zpl" });
  shop.printer.goAway();
  const oids: number[] = [];
  for (let articleId = 1; articleId <= 5; articleId++) oids.push(await shop.print({ articleId }));
  const [first = 0, ...others] = oids;
  await shop.becomes(first, {
    stateId: Waiting,
    attempts: 3,
    lastError: expect.stringMatching(/refuses the connection at 127/),
  });
  for (const oid of others)
    expect(await shop.request(oid)).toMatchObject({ stateId: Waiting, attempts: 0, lastError: null });
  await shop.printer.comeBack();
  for (const oid of oids) await shop.becomes(oid, { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(["A000001", "A000002", "A000003", "A000004", "A000005"]);
});

test("a label that could not begin for too long ends in Error, not interrupted; retry begins anew", async () => {
  const shop = await aShop({ language: "zpl", limits: { giveUpMs: 200 } });
  shop.printer.goAway();
  const oid = await shop.print();
  await shop.becomes(oid, {
    stateId: Failed,
    isInterrupted: false,
    lastError: expect.stringMatching(/refuses/),
    nextTryDT: null,
  });
  await shop.printer.comeBack();
  const retried = await shop.user.post(`/api/printrequests/${oid}/retry`);
  expect(retried.body).toMatchObject({ stateId: Waiting, lastError: null, attempts: 0 });
  await shop.becomes(oid, { stateId: Done, attempts: 1 });
});

test("while a roll is changed the job stays Printing with the reason, and goes on", async () => {
  const shop = await aShop({ language: "epl", isBig: true, limits: { stallMs: 60_000 } });
  shop.printer.misbehave({ stall: true });
  const oid = await shop.print();
  await shop.becomes(oid, {
    stateId: Printing,
    state: "Printing",
    lastError: expect.stringMatching(/takes no more data/),
  });
  shop.printer.behave();
  await shop.becomes(oid, { stateId: Done, isConfirmed: true, lastError: null });
  expect(codesOn(shop.printer)).toEqual(["A000001"]);
});

test("a printer that runs out of paper after the job is waited for", async () => {
  const shop = await aShop({ language: "zpl", msPerLabel: 20, limits: { stallMs: 60_000 } });
  const oid = await shop.print({ copies: 20 });
  await shop.printer.until(({ labelsOut }) => labelsOut >= 2);
  shop.printer.misbehave({ paperOut: true });
  await shop.becomes(oid, { stateId: Printing, lastError: expect.stringMatching(/out of paper/) });
  shop.printer.behave();
  await shop.becomes(oid, { stateId: Done, isConfirmed: true });
  expect(shop.printer.labels).toHaveLength(20);
});

test("a name that is not known in the network: the label waits and says so", async () => {
  const shop = await aShop({ language: "zpl" });
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { ipAddress: "no-such-printer.invalid" });
  const oid = await shop.print();
  await shop.becomes(oid, {
    stateId: Waiting,
    lastError: expect.stringMatching(/the name no-such-printer.invalid is not known/),
  });
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { ipAddress: "127.0.0.1" });
  await shop.becomes(oid, { stateId: Done });
});
