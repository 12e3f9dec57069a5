import { expect, test } from "vitest";
import { coalesced } from "../../../src/web/db/coalesced.ts";

/** Waits until pending callbacks have run. */
const settle = () => new Promise((done) => setImmediate(done));

test("requests during a run lead to one more run", async () => {
  let runs = 0;
  const reading = coalesced(async (begin) => {
    begin();
    runs += 1;
    await settle();
  });
  await Promise.all([reading.run(), reading.run(), reading.run()]);
  expect(runs).toBe(2);
});

// A screen that renders the value of a run may request the next one any number of callbacks later.
test.each(Array.from({ length: 8 }, (_, callbacks) => callbacks))(
  "a request %i callbacks after a run has shown its value leads to another run",
  async (callbacks) => {
    let stored = 1;
    let shown = 0;
    const requestAgain = async () => {
      for (let count = 0; count < callbacks; count++) await null;
      stored = 2;
      await reading.run();
    };
    const reading = coalesced(async (begin) => {
      begin();
      shown = await Promise.resolve(stored);
      if (stored === 1) void requestAgain();
    });
    await reading.run();
    await settle();
    expect(shown).toBe(2);
  },
);

test("a request before the work begins to read leads to no further run", async () => {
  let runs = 0;
  const reading = coalesced(async (begin) => {
    await settle();
    begin();
    runs += 1;
  });
  const first = reading.run();
  await Promise.all([first, reading.run()]);
  expect(runs).toBe(1);
});

test("after an error the next request runs again", async () => {
  let isBroken = true;
  const reading = coalesced(async (begin) => {
    begin();
    if (isBroken) throw new Error("no disk");
  });
  await expect(reading.run()).rejects.toThrow("no disk");
  isBroken = false;
  await expect(reading.run()).resolves.toBeUndefined();
});

test("a run that is under way is repeated, and knows that what it has read is outdated", async () => {
  const outdated: boolean[] = [];
  const reading = coalesced(async (begin) => {
    begin();
    await settle();
    outdated.push(reading.isRequested());
  });
  const running = reading.run();
  await null;
  reading.repeat();
  await running;
  expect(outdated).toEqual([true, false]);
});

test("nothing is repeated where no run is under way", async () => {
  let runs = 0;
  const reading = coalesced(async (begin) => {
    begin();
    runs += 1;
  });
  reading.repeat();
  await settle();
  expect([runs, reading.isRequested()]).toEqual([0, false]);
});
