import { beforeEach, expect, test } from "vitest";
import { meaningOf, type Scan } from "../../../src/web/scanner/meaning.ts";
import {
  holdScans,
  loseScan,
  lostScan,
  nextOrder,
  subscribe,
  take,
  waitingScans,
} from "../../../src/web/scanner/scans.ts";

function buildScan(raw: string): Scan {
  const captured = { raw, ending: "Enter", startedAt: 0, endedAt: 1, longestGap: 1, isStray: false } as const;
  const scan = meaningOf(captured, { layout: null, isScannerDoubling: false, isAndroid: false });
  if (scan === null) throw new Error("an empty scan");
  return scan;
}

/** Waits until pending callbacks have run. */
const settle = () => new Promise((done) => setImmediate(done));

beforeEach(() => {
  lostScan.value = null;
});

test("scans wait while one is handled, and keep their order", async () => {
  const seen: string[] = [];
  const held: (() => void)[] = [];
  const stop = subscribe(({ text }) => {
    seen.push(text);
    return new Promise<void>((done) => held.push(done));
  });
  for (const text of ["A", "B", "C"]) take(buildScan(text));
  await settle();
  expect(seen).toEqual(["A"]);
  expect(waitingScans.value).toBe(2);
  for (const wanted of [
    ["A", "B"],
    ["A", "B", "C"],
  ]) {
    held.shift()?.();
    await settle();
    expect(seen).toEqual(wanted);
  }
  expect(waitingScans.value).toBe(0);
  held.shift()?.();
  stop();
});

test("the top screen gets the scans, then the one below once it has closed", async () => {
  const seen: string[] = [];
  const stopBelow = subscribe(({ text }) => void seen.push(`below ${text}`));
  const stopAbove = subscribe(({ text }) => void seen.push(`above ${text}`));
  take(buildScan("1"));
  await settle();
  stopAbove();
  take(buildScan("2"));
  await settle();
  stopBelow();
  expect(seen).toEqual(["above 1", "below 2"]);
});

test("a screen that is rendered later is above, also if it subscribes earlier", async () => {
  const seen: string[] = [];
  const [outer, inner] = [nextOrder(), nextOrder()];
  const stopInner = subscribe(() => void seen.push("inner"), inner);
  const stopOuter = subscribe(() => void seen.push("outer"), outer);
  take(buildScan("1"));
  await settle();
  stopInner();
  stopOuter();
  expect(seen).toEqual(["inner"]);
});

test("a scan without a subscriber is reported", async () => {
  take(buildScan("LONELY"));
  await settle();
  expect(lostScan.value).toMatchObject({ scan: { text: "LONELY" }, error: null });
  const stop = subscribe(() => {});
  take(buildScan("GOOD"));
  await settle();
  stop();
  expect(lostScan.value).toBe(null);
});

test("a scan that a screen rejects is reported", async () => {
  const stop = subscribe(loseScan);
  take(buildScan("LOCKED"));
  await settle();
  stop();
  expect(lostScan.value).toMatchObject({ scan: { text: "LOCKED" }, error: null });
});

test("a scan on which a screen throws is reported, and the next one is handled", async () => {
  const seen: string[] = [];
  const stop = subscribe(({ text }) => {
    if (text === "BAD") throw new Error("no room");
    seen.push(text);
  });
  take(buildScan("BAD"));
  take(buildScan("GOOD"));
  await settle();
  stop();
  expect(lostScan.value).toMatchObject({ scan: { text: "BAD" }, error: new Error("no room") });
  expect(seen).toEqual(["GOOD"]);
});

test("a scan while a screen is loading waits for it, and is not lost", async () => {
  const seen: string[] = [];
  const release = holdScans();
  for (const text of ["1", "2"]) take(buildScan(text));
  await settle();
  expect([seen, lostScan.value, waitingScans.value]).toEqual([[], null, 2]);
  release();
  const stop = subscribe(({ text }) => void seen.push(text));
  await settle();
  expect([seen, lostScan.value, waitingScans.value]).toEqual([["1", "2"], null, 0]);
  stop();
});
