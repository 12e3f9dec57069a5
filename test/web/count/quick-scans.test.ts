import { describe, expect, test } from "vitest";
import { OLDEST, type Terminal } from "../../harness/terminal.ts";
import { recordsOf } from "../stored-records.ts";
import { typeNumber } from "./count-page.ts";
import { openWarehouseCount } from "./warehouse-count.ts";

/** Holds the steps back in the history, which a busy device makes late, until `releaseBack`. */
async function holdBack(terminal: Terminal): Promise<void> {
  await terminal.evaluate(`void (() => {
    window.steps = [];
    history.back = () => void window.steps.push(() => History.prototype.back.call(history));
  })()`);
}

/** Makes all steps that were held back. At least one is awaited. */
async function releaseBack(terminal: Terminal): Promise<void> {
  await terminal.until("window.steps.length > 0");
  await terminal.evaluate("void (delete history.back, window.steps.forEach((step) => step()))");
}

/** The kinds and quantities of the stored counts. */
async function readCounts(terminal: Terminal): Promise<readonly string[]> {
  const entries = (await terminal.evaluate(recordsOf("outbox"))) as readonly {
    readonly operation: { readonly kind: string; readonly quantity: number };
  }[];
  return entries.map(({ operation: { kind, quantity } }) => `${kind} ${quantity}`);
}

describe.each(OLDEST)("two quick scans on a screen above the count in %s", (browser) => {
  test("save a typed quantity once, and both count", async () => {
    const { terminal } = await openWarehouseCount({ browser });
    await terminal.tap("All here");
    await terminal.tap(/BOLT-25/);
    await typeNumber(terminal, 7);
    await holdBack(terminal);
    await terminal.scan("BOLT-25");
    await expect.poll(() => readCounts(terminal)).toEqual(["set 7", "add 1"]);
    await terminal.scan("BOLT-25");
    await releaseBack(terminal);
    await terminal.see("9 of 25");
    expect(await readCounts(terminal)).toEqual(["set 7", "add 1", "add 1"]);
  });

  test("multiply the first one alone", async () => {
    const { terminal } = await openWarehouseCount({ browser });
    await terminal.tap(/Multiply/);
    await typeNumber(terminal, 12);
    await holdBack(terminal);
    await terminal.scan("BOLT-25");
    await expect.poll(() => readCounts(terminal)).toEqual(["add 12"]);
    await terminal.scan("PAIR-3");
    await releaseBack(terminal);
    await terminal.see("Counted 1 of 3");
    expect(await readCounts(terminal)).toEqual(["add 12", "add 1"]);
  });

  test("with Save in between leave the screen once", async () => {
    const { terminal } = await openWarehouseCount({ browser });
    await terminal.tap("All here");
    await terminal.tap(/BOLT-25/);
    await typeNumber(terminal, 7);
    await holdBack(terminal);
    await terminal.tap("Save 7");
    await expect.poll(() => readCounts(terminal)).toEqual(["set 7"]);
    await terminal.scan("BOLT-25");
    await expect.poll(() => readCounts(terminal)).toEqual(["set 7", "add 1"]);
    await terminal.scan("BOLT-25");
    await releaseBack(terminal);
    await terminal.see("9 of 25");
    await terminal.see("A-01");
    expect(await readCounts(terminal)).toEqual(["set 7", "add 1", "add 1"]);
  });

  test("after a choice of the article leave the screen once", async () => {
    const { terminal } = await openWarehouseCount({ browser });
    await terminal.scan("SHARED");
    await terminal.tap("Choose the article");
    await holdBack(terminal);
    await terminal.tap(/SHARED-2/);
    await expect.poll(() => readCounts(terminal)).toEqual(["set 1"]);
    await terminal.scan("PLAIN-1");
    await expect.poll(() => readCounts(terminal)).toEqual(["set 1", "add 1"]);
    await terminal.scan("PAIR-3");
    await releaseBack(terminal);
    await terminal.see("Counted 1 of 3");
    await terminal.see("A-01");
    expect(await readCounts(terminal)).toEqual(["set 1", "add 1", "add 1"]);
  });
});
