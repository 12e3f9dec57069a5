import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readAddress, removeAddress, saveAddress } from "../../src/ops/cli/promote/address.ts";
import { createMachine, requestIn } from "../upgrade/machine.ts";
import { joinPair, startTestMachine, until } from "./machines.ts";

// The whole way, with root's unit, is in test/install/console-upgrade.sh.

const ADDRESS = { address: "192.0.2.7/24", networkInterface: "eth0" };

async function promoteByButton(isPrepared: boolean) {
  const { places } = createMachine();
  if (isPrepared) saveAddress(places.preparedAddress, ADDRESS);
  const primary = await startTestMachine("demo");
  const standby = await startTestMachine("empty", { upgradePlaces: places });
  const code = await joinPair(primary, standby);
  expect(requestIn(standby.folder)).toBeNull();
  await primary.stop();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  return standby;
}

test("a promotion by the button asks root's unit for the prepared address, by one word", async () => {
  const standby = await promoteByButton(true);
  await until(() => requestIn(standby.folder) === "address\n");
});

test("without a prepared address nothing is asked for", async () => {
  const standby = await promoteByButton(false);
  // The machine has completed its change.
  await standby.machine.stop();
  expect(requestIn(standby.folder)).toBeNull();
});

test("the prepared address is read as it was saved, and a damaged file is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "tallybox-address-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "etc/promotion-address");
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
