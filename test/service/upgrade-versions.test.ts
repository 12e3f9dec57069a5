import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { goBack } from "../../src/ops/installer/change.ts";
import { highestVersion, noteHighest } from "../../src/ops/installer/releases.ts";
import {
  dataBefore,
  hasSameSchema,
  isOlder,
  previousVersion,
  setAsideAt,
} from "../../src/ops/upgrade/previous.ts";
import { createSetAside, RootMachine } from "./root-machine.ts";

// What root's program knows of the versions on a machine, and of the data of an earlier one.

test("the previous version is the newest of the older ones", () => {
  const machine = new RootMachine();
  machine.install("1.10.0", "1.2.0", "1.9.0", "2.0.0");
  mkdirSync(join(machine.places.app, "1x"));
  expect(previousVersion(machine.places.app, "1.10.0")).toBe("1.9.0");
});

test("without an older version there is no previous one", () => {
  const machine = new RootMachine();
  machine.install("1.10.0", "2.0.0");
  expect(previousVersion(machine.places.app, "1.10.0")).toBeNull();
});

test.each([
  ["1.2.0", "1.10.0", true],
  ["1.10.0", "1.2.0", false],
  ["1.2.0", "1.2.0", false],
])("version %s is older than %s: %s", (one, other, expected) => {
  expect(isOlder(one, other)).toBe(expected);
});

test("after going back, no version below the highest is taken", () => {
  const { places } = new RootMachine();
  for (const version of ["1.9.0", "1.10.0", "1.2.0"]) noteHighest(places, version);
  expect(highestVersion(places)).toBe("1.10.0");
});

test("where the service has its data in another folder, no version is changed", async () => {
  const machine = new RootMachine();
  machine.install("2.0.0", "1.0.0");
  Object.assign(machine.places, { release: join(machine.places.app, "2.0.0") });
  writeFileSync(machine.places.settings, "DATA_DIR=/srv/tally\n");
  await expect(goBack(machine, "--keep-data")).rejects.toThrow(/sets DATA_DIR=\/srv\/tally/);
  expect(machine.calls.filter((call) => call.includes("stop"))).toEqual([]);
});

test("versions with other migrations can't use each other's data", () => {
  const machine = new RootMachine();
  const { app } = machine.places;
  machine.install("2.0.0", "1.0.0", "1.1.0");
  for (const version of ["1.0.0", "1.1.0", "2.0.0"])
    writeFileSync(join(app, version, "migrations/0001-schema.sql"), "one");
  writeFileSync(join(app, "2.0.0/migrations/0002-more.sql"), "two");
  expect(hasSameSchema(app, "1.0.0", "1.1.0")).toBe(true);
  expect(hasSameSchema(app, "1.0.0", "2.0.0")).toBe(false);
});

test("of the folders of an upgrade to a version the newest one counts", async () => {
  const { data } = new RootMachine().places;
  const names = ["2.0.0-2", "2.0.01", "3.0.0", "2.0.0"];
  for (const name of names) createSetAside(`${data}.before-${name}`);
  mkdirSync(`${data}.before-2.0.0-3`);
  // The time of a rename is that of the last change of a folder's inode.
  const [older, newer] = [`${data}.before-2.0.0`, `${data}.before-2.0.0-2`];
  await expect
    .poll(() => {
      utimesSync(newer, 0, 0);
      return setAsideAt(newer);
    })
    .toBeGreaterThan(setAsideAt(older));
  expect(dataBefore(data, "2.0.0")).toBe(newer);
  expect(dataBefore(data, "4.0.0")).toBeNull();
});
