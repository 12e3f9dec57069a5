import { beforeEach, expect, test } from "vitest";
import { meaningOf, type Scan } from "../../../src/web/scanner/meaning.ts";
import {
  loseScan,
  lostScan,
  nextOrder,
  subscribe,
  take,
  waitingScans,
} from "../../../src/web/scanner/scans.ts";

function aScan(raw: string): Scan {
  const captured = { raw, ending: "Enter", startedAt: 0, endedAt: 1, longestGap: 1, isStray: false } as const;
  const scan = meaningOf(captured, { layout: null, doubles: false, isAndroid: false });
  if (scan === null) throw new Error("an empty scan");
  return scan;
}

/** After all that is waiting now. */
const settled = () => new Promise((done) => setImmediate(done));

beforeEach(() => {
  lostScan.value = null;
});

test("scans that come while one is handled wait, and keep their order", async () => {
  const seen: string[] = [];
  const held: (() => void)[] = [];
  const stop = subscribe(({ text }) => {
    seen.push(text);
    return new Promise<void>((done) => held.push(done));
  });
  for (const text of ["A", "B", "C"]) take(aScan(text));
  await settled();
  expect(seen).toEqual(["A"]);
  expect(waitingScans.value).toBe(2);
  for (const wanted of [
    ["A", "B"],
    ["A", "B", "C"],
  ]) {
    held.shift()?.();
    await settled();
    expect(seen).toEqual(wanted);
  }
  expect(waitingScans.value).toBe(0);
  held.shift()?.();
  stop();
});

test("the screen on top has them, the one below again when it has gone", async () => {
  const seen: string[] = [];
  const stopBelow = subscribe(({ text }) => void seen.push(`below ${text}`));
  const stopAbove = subscribe(({ text }) => void seen.push(`above ${text}`));
  take(aScan("1"));
  await settled();
  stopAbove();
  take(aScan("2"));
  await settled();
  stopBelow();
  expect(seen).toEqual(["above 1", "below 2"]);
});

test("a screen drawn later lies above, also when it asks earlier", async () => {
  const seen: string[] = [];
  const [outer, inner] = [nextOrder(), nextOrder()];
  const stopInner = subscribe(() => void seen.push("inner"), inner);
  const stopOuter = subscribe(() => void seen.push("outer"), outer);
  take(aScan("1"));
  await settled();
  stopInner();
  stopOuter();
  expect(seen).toEqual(["inner"]);
});

test("a scan that nobody wants is told, not dropped", async () => {
  take(aScan("LONELY"));
  await settled();
  expect(lostScan.value).toMatchObject({ scan: { text: "LONELY" }, error: null });
  const stop = subscribe(() => {});
  take(aScan("GOOD"));
  await settled();
  stop();
  expect(lostScan.value).toBe(null);
});

test("a scan that a screen does not take now is told, though the screen has looked at it", async () => {
  const stop = subscribe(loseScan);
  take(aScan("LOCKED"));
  await settled();
  stop();
  expect(lostScan.value).toMatchObject({ scan: { text: "LOCKED" }, error: null });
});

test("a scan that a screen fails at is told, and the next one is handled", async () => {
  const seen: string[] = [];
  const stop = subscribe(({ text }) => {
    if (text === "BAD") throw new Error("no room");
    seen.push(text);
  });
  take(aScan("BAD"));
  take(aScan("GOOD"));
  await settled();
  stop();
  expect(lostScan.value).toMatchObject({ scan: { text: "BAD" }, error: new Error("no room") });
  expect(seen).toEqual(["GOOD"]);
});
