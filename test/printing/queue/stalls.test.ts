import { expect, test } from "vitest";
import { diskFullError } from "../../../src/storage/files/disk-errors.ts";
import { createShop, Done, Printing } from "./printers.ts";

test("a printer that is asked often is saved as stopped once, and once as going on; what a full disk refused again", async () => {
  const shop = await createShop({ language: "zpl", limits: { stallMs: 60_000 } });
  const { printer } = shop;
  const { storage } = shop.server.appliance.dependencies;
  const { write } = storage;
  let isFull = false;
  let refused = 0;
  let written = 0;
  Object.assign(storage, {
    write: ((tenantId, work, options) => {
      if (isFull) refused++;
      else written++;
      return isFull ? Promise.reject(diskFullError()) : write(tenantId, work, options);
    }) satisfies typeof write,
  });
  /** Until the printer has been asked five times more. */
  const isAsked = async () => {
    const asked = () => printer.connections.at(-1)?.received.toString("latin1").split("~HS").length ?? 0;
    const before = asked();
    await expect.poll(asked).toBeGreaterThan(before + 5);
  };
  printer.setFaults({ alwaysPrinting: true });
  const oid = await shop.print();
  await shop.becomes(oid, { stateId: Printing });
  await isAsked();
  const begun = written;
  printer.setFaults({ paused: true });
  await shop.becomes(oid, { lastError: expect.stringContaining("is paused") });
  await isAsked();
  expect(written).toBe(begun + 1);
  printer.setFaults({ paused: false });
  await shop.becomes(oid, { lastError: null });
  await isAsked();
  expect(written).toBe(begun + 2);
  isFull = true;
  printer.setFaults({ paused: true });
  await expect.poll(() => refused).toBeGreaterThan(0);
  isFull = false;
  await shop.becomes(oid, { stateId: Printing, lastError: expect.stringContaining("is paused") });
  printer.clearFaults();
  await shop.becomes(oid, { stateId: Done });
});
