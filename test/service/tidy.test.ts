import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { removeExpired } from "../../src/ops/installer/settle.ts";
import { createSetAside, RootMachine } from "./root-machine.ts";

const DAY_MS = 24 * 3600 * 1000;

function prepare() {
  const machine = new RootMachine();
  const { data } = machine.places;
  const began = Date.now();
  /** Removes the folders that are expired so many days from now. */
  const tidyIn = (days: number) => removeExpired(machine, began + days * DAY_MS);
  /** The same on each of these days. */
  const tidyEachDay = async (from: number, to: number) => {
    for (let day = from; day <= to; day++) await tidyIn(day);
  };
  return {
    machine,
    data,
    tidyIn,
    tidyEachDay,
    beside: () => readdirSync(dirname(data), { recursive: true }).sort(),
  };
}

test("data that a restore or an upgrade has set aside are removed after 30 days, and the removal is logged", async () => {
  const { machine, data, tidyEachDay, beside } = prepare();
  const before = beside();
  const kept = [`${data}.before-20260101T000000000Z`, `${data}.before-1.2.3`, `${data}.before-1.2.3-2`];
  const all = [...kept, join(data, "before-20260101T000000000Z")];
  for (const path of all) createSetAside(path);
  await tidyEachDay(0, 29);
  expect(machine.said).toEqual([]);
  expect(all.every((path) => existsSync(path))).toBe(true);
  await tidyEachDay(30, 31);
  for (const path of all)
    expect(machine.said).toContainEqual(`${path} was removed: it was set aside 30 days ago.`);
  expect(beside()).toEqual(before);
});

test("a system clock that jumps removes nothing that was set aside less than three weeks ago, also when it is set right", async () => {
  const { data, tidyIn, tidyEachDay } = prepare();
  const kept = createSetAside(`${data}.before-1.2.3`);
  await tidyEachDay(0, 2);
  await tidyIn(4000);
  expect(existsSync(kept)).toBe(true);
  await tidyEachDay(3, 20);
  expect(existsSync(kept)).toBe(true);
  await tidyEachDay(21, 31);
  expect(existsSync(kept)).toBe(false);
});

test("the first removal counts no time before it, and one of a damaged count begins again", async () => {
  const { machine, data, tidyIn, tidyEachDay } = prepare();
  const kept = createSetAside(`${data}.before-1.2.3`);
  await tidyIn(1000);
  expect(existsSync(kept)).toBe(true);
  writeFileSync(machine.places.ages, "at=soon\n\0");
  await tidyEachDay(1001, 1030);
  expect(existsSync(kept)).toBe(true);
  await tidyIn(1031);
  expect(existsSync(kept)).toBe(false);
});

test("a name with a line break, which the service could give a folder in its own, leads to nothing else", async () => {
  const { machine, data, tidyEachDay } = prepare();
  createSetAside(join(data, "before-x\nusr\nbefore-20260101T000000000Z"));
  await tidyEachDay(0, 31);
  expect([...machine.said, ...machine.warned]).toEqual([]);
});

test("no other file is ever removed", async () => {
  const { machine, data, tidyEachDay, beside } = prepare();
  createSetAside(join(data, "other"));
  createSetAside(`${data}.before-the-move`);
  createSetAside(`${data}.before-`);
  createSetAside(`${data}.failed-1.2.3`);
  createSetAside(`${data}.trial`);
  createSetAside(`${data}2.before-1.2.3`);
  createSetAside(`${data}.before-1.2.4`, "letter.txt");
  writeFileSync(`${data}.before-1.2.5`, "a file");
  symlinkSync(createSetAside(join(data, "..", "elsewhere")), `${data}.before-1.2.6`);
  mkdirSync(`${data}.before-1.2.7`);
  const before = beside();
  await tidyEachDay(1000, 1031);
  expect(machine.said).toEqual([]);
  expect(beside()).toEqual(before);
});

test("with a clock that is behind no file is removed", async () => {
  const { data, tidyIn } = prepare();
  const kept = createSetAside(`${data}.before-1.2.3`);
  await tidyIn(-1000);
  expect(existsSync(kept)).toBe(true);
});
