import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  lacksPreparedAddress,
  readAddress,
  removeAddress,
  requestPreparedAddress,
  saveAddress,
} from "../../src/ops/upgrade/prepared-address.ts";
import { createFolder } from "../harness/folder.ts";
import { createMachine, requestIn } from "./machine.ts";

const ADDRESS = { address: "192.0.2.7/24", networkInterface: "eth0" };
const NOW = Date.parse("2026-11-23T10:00:00Z");
const MINUTE = 60_000;

test("the prepared address is read as it was saved, and a damaged file is refused", () => {
  const path = join(createFolder(), "etc/promotion-address");
  saveAddress(path, ADDRESS);
  expect(readAddress(path)).toEqual(ADDRESS);
  expect(statSync(path).mode & 0o777).toBe(0o644);
  for (const damaged of ["", "address=dock/24\ninterface=eth0\n", "address=192.0.2.7/33\ninterface=eth0\n"]) {
    writeFileSync(path, damaged);
    expect(() => readAddress(path)).toThrow(/is no address/);
  }
  writeFileSync(path, "address=192.0.2.7/24\ninterface=eth0; reboot\n");
  expect(() => readAddress(path)).toThrow(/is no interface/);
  removeAddress(path);
  expect(readAddress(path)).toBeNull();
  expect(() => readFileSync(path)).toThrow();
});

/** Writes the result of root's script, so many minutes ago. */
function note(run: string, minutesAgo: number): void {
  const at = new Date(NOW - minutesAgo * MINUTE);
  writeFileSync(join(run, "address"), "failed Cannot find device\n");
  utimesSync(join(run, "address"), at, at);
}

test("a failed try is repeated after five minutes, because root's unit may start 20 times in an hour", () => {
  const { places } = createMachine();
  const folder = createFolder();
  saveAddress(places.preparedAddress, ADDRESS);
  note(places.run, 4);
  expect(requestPreparedAddress(folder, places, NOW)).toBe(false);
  note(places.run, 6);
  expect(requestPreparedAddress(folder, places, NOW)).toBe(true);
  expect(requestPreparedAddress(folder, places, NOW)).toBe(false);
  expect(requestIn(folder)).toBe("address\n");
});

test("an address that is missing after a try is a problem, and one that nobody adds", () => {
  const { places } = createMachine();
  const folder = createFolder();
  expect(lacksPreparedAddress(folder, places, NOW)).toBe(false);
  saveAddress(places.preparedAddress, ADDRESS);
  expect(lacksPreparedAddress(folder, places, NOW)).toBe(false);
  note(places.run, 0);
  expect(lacksPreparedAddress(folder, places, NOW)).toBe(true);
  saveAddress(places.preparedAddress, { ...ADDRESS, address: "127.0.0.1/8" });
  expect(lacksPreparedAddress(folder, places, NOW)).toBe(false);
  writeFileSync(places.preparedAddress, "damaged");
  expect(lacksPreparedAddress(folder, places, NOW)).toBe(true);
  rmSync(join(places.run, "address"));
  expect(requestPreparedAddress(folder, places, NOW)).toBe(true);
  const now = Date.now();
  expect(lacksPreparedAddress(folder, places, now)).toBe(false);
  expect(lacksPreparedAddress(folder, places, now + 2 * MINUTE)).toBe(true);
});
