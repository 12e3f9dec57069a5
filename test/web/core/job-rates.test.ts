import { expect, test } from "vitest";
import { makeJobRates } from "../../../src/web/console/jobs/running.ts";

const job = { id: 1, total: 1000, state: "running" };

test("the rate of a job is known after a second, and is that of the last 20 seconds", () => {
  const rates = makeJobRates();
  rates.add([{ ...job, done: 0 }], 0);
  expect(rates.perSecond({ ...job, done: 0 })).toBe(null);
  rates.add([{ ...job, done: 100 }], 1000);
  expect(rates.perSecond({ ...job, done: 100 })).toBe(100);
  for (let at = 2; at <= 40; at++) rates.add([{ ...job, done: 100 + at * 10 }], at * 1000);
  expect(rates.perSecond({ ...job, done: 500 })).toBe(10);
  expect(rates.secondsLeft({ ...job, done: 500 })).toBe(50);
});

test("without a total or progress the time left is not known", () => {
  const rates = makeJobRates();
  rates.add([{ ...job, done: 10 }], 0);
  rates.add([{ ...job, done: 10 }], 5000);
  expect(rates.secondsLeft({ ...job, done: 10 })).toBe(null);
  rates.add([{ ...job, done: 20 }], 6000);
  expect(rates.secondsLeft({ ...job, total: null, done: 20 })).toBe(null);
});

test("the rate of an undo begins anew", () => {
  const rates = makeJobRates();
  rates.add([{ ...job, done: 0 }], 0);
  rates.add([{ ...job, done: 500 }], 5000);
  rates.add([{ ...job, done: 20 }], 5500);
  expect(rates.perSecond({ ...job, done: 20 })).toBe(null);
  rates.add([{ ...job, done: 70 }], 6500);
  expect(rates.perSecond({ ...job, done: 70 })).toBe(50);
});

test("the time in which a job waits for others is no part of its rate", () => {
  const rates = makeJobRates();
  for (let at = 0; at < 20; at++) rates.add([{ ...job, state: "waiting", done: 0 }], at * 1000);
  rates.add([{ ...job, done: 0 }], 20_000);
  rates.add([{ ...job, done: 100 }], 21_000);
  expect(rates.perSecond({ ...job, done: 100 })).toBe(100);
});
