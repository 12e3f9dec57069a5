import { expect, test } from "vitest";
import { queueLimits } from "../../../src/printing/queue/limits.ts";
import { atLeast, codesOn, createShop, Done, Failed, Printing, Waiting } from "./printers.ts";

// Reasons and durations of waits.

test("a printer that is off is tried with one label at a time, and all are printed in order when it is on again", async () => {
  const shop = await createShop({ language: "zpl" });
  shop.printer.turnOff();
  const oids: number[] = [];
  for (let articleId = 1; articleId <= 5; articleId++) oids.push(await shop.print({ articleId }));
  const [first = 0, ...others] = oids;
  await shop.becomes(first, {
    stateId: Waiting,
    attempts: atLeast(3),
    lastError: expect.stringMatching(/refused the connection at 127/),
  });
  for (const oid of others)
    expect(await shop.request(oid)).toMatchObject({ stateId: Waiting, attempts: 0, lastError: null });
  await shop.printer.turnOn();
  for (const oid of oids) await shop.becomes(oid, { stateId: Done });
  expect(codesOn(shop.printer)).toEqual(["A000001", "A000002", "A000003", "A000004", "A000005"]);
});

test("the attempts of a request are 1, 2, 4, 8, 15, then every 30 s apart", () => {
  const seconds = queueLimits(480, 30).retryDelaysMs.map((ms) => ms / 1000);
  expect(seconds).toEqual([1, 2, 4, 8, 15, 30]);
});

/** A label that a printer could not begin for so long that it has ended in Error. The printer is on again. */
async function givenUp() {
  const shop = await createShop({ language: "zpl", limits: { giveUpMs: 200 } });
  shop.printer.turnOff();
  const oid = await shop.print();
  await shop.becomes(oid, { stateId: Failed });
  await shop.printer.turnOn();
  return { shop, oid };
}

test("a label that could not begin for too long ends in Error, not interrupted", async () => {
  const { shop, oid } = await givenUp();
  expect(await shop.request(oid)).toMatchObject({
    stateId: Failed,
    isInterrupted: false,
    lastError: expect.stringMatching(/refused/),
    nextTryDT: null,
  });
});

test("the retry of a label that could not begin starts again", async () => {
  const { shop, oid } = await givenUp();
  const retried = await shop.user.post(`/api/printrequests/${oid}/retry`);
  expect(retried.body).toMatchObject({ stateId: Waiting, lastError: null, attempts: 0 });
  await shop.becomes(oid, { stateId: Done, attempts: 1 });
});

test("while a roll is changed the job stays Printing with the reason, and continues", async () => {
  const shop = await createShop({ language: "epl", isBig: true, limits: { stallMs: 60_000 } });
  shop.printer.setFaults({ stall: true });
  const oid = await shop.print();
  await shop.becomes(oid, {
    stateId: Printing,
    state: "Printing",
    lastError: expect.stringMatching(/is not accepting data/),
  });
  shop.printer.clearFaults();
  await shop.becomes(oid, { stateId: Done, isConfirmed: true, lastError: null });
  expect(codesOn(shop.printer)).toEqual(["A000001"]);
});

test("a printer that runs out of paper after the job is waited for", async () => {
  const shop = await createShop({ language: "zpl", msPerLabel: 20, limits: { stallMs: 60_000 } });
  const oid = await shop.print({ copies: 20 });
  await shop.printer.waitUntil(({ labelsOut }) => labelsOut >= 2);
  shop.printer.setFaults({ paperOut: true });
  await shop.becomes(oid, { stateId: Printing, lastError: expect.stringMatching(/out of paper/) });
  shop.printer.clearFaults();
  await shop.becomes(oid, { stateId: Done, isConfirmed: true });
  expect(shop.printer.labels).toHaveLength(20);
});

test("with an unknown host name the label waits and gives the reason", async () => {
  const shop = await createShop({ language: "zpl" });
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { ipAddress: "no-such-printer.invalid" });
  const oid = await shop.print();
  await shop.becomes(oid, {
    stateId: Waiting,
    lastError: expect.stringMatching(/the host name no-such-printer.invalid was not found/),
  });
  await shop.admin.put(`/api/printingprinters/${shop.printerId}`, { ipAddress: "127.0.0.1" });
  await shop.becomes(oid, { stateId: Done });
});
