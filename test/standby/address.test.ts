import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { STAGED } from "../../src/ops/backup/data-folder/interrupted-restore.ts";
import { completeConfirmedRestore, confirmSwap } from "../../src/ops/backup/restore/swap.ts";
import {
  type Membership,
  readMembership,
  saveMembership,
} from "../../src/ops/standby/membership/membership.ts";
import { UpgradeInbox } from "../../src/ops/upgrade/inbox.ts";
import { saveAddress } from "../../src/ops/upgrade/prepared-address.ts";
import { copyDataFolder } from "../harness/demo-copy.ts";
import { createMachine, requestIn } from "../upgrade/machine.ts";
import { joinPair, startTestMachine, type TestMachine, until } from "./machines.ts";

// The whole way, with root's unit, is in test/install/console-upgrade.sh.

const ADDRESS = { address: "192.0.2.7/24", networkInterface: "eth0" };

async function promoteByButton(address: typeof ADDRESS | null, body: { hasAddress?: boolean } = {}) {
  const { places } = createMachine();
  if (address !== null) saveAddress(places.preparedAddress, address);
  const primary = await startTestMachine("demo");
  const standby = await startTestMachine("empty", { upgradePlaces: places });
  const code = await joinPair(primary, standby);
  expect(requestIn(standby.folder)).toBeNull();
  await primary.stop();
  expect((await standby.anonymous.put("/api/standby/promotion", { code, ...body })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  return { standby, places, primary };
}

const requestOf = ({ folder }: TestMachine) => join(folder, "upgrade/request");

/** What root's script does first. */
const take = (machine: TestMachine) => rmSync(requestOf(machine));

test("a promotion by the button asks root's unit for the prepared address, by one word", async () => {
  const { standby } = await promoteByButton(ADDRESS);
  await until(() => requestIn(standby.folder) === "address\n");
});

test.each([
  ["without a prepared address", null, {}],
  ["where the machine has the prepared address", { ...ADDRESS, address: "127.0.0.1/8" }, {}],
  ["where the command that promotes adds another address", ADDRESS, { hasAddress: true }],
])("%s nothing is asked for, after a restart neither", async (_, address, body) => {
  const { standby } = await promoteByButton(address, body);
  // The machine has completed its change.
  await standby.stop();
  await standby.start();
  await standby.stop();
  expect(requestIn(standby.folder)).toBeNull();
});

test("a restart leaves the request, and repeats one that was lost", async () => {
  const { standby } = await promoteByButton(ADDRESS);
  await until(() => requestIn(standby.folder) === "address\n");
  const written = readFileSync(requestOf(standby));
  await standby.stop();
  await standby.start();
  expect(readFileSync(requestOf(standby))).toEqual(written);
  await standby.stop();
  take(standby);
  await standby.start();
  expect(requestIn(standby.folder)).toBe("address\n");
});

test.each(["promoting", "primary"] as const)(
  "a kill after the role %s was saved does not lose the address",
  async (role) => {
    const standby = await promotedAndStopped((membership) => ({ ...membership, role }));
    await standby.start();
    await until(() => requestIn(standby.folder) === "address\n");
  },
);

test("an address that could not be added needs attention", async () => {
  const { standby, places } = await promoteByButton(ADDRESS);
  await until(() => requestIn(standby.folder) === "address\n");
  const problem = async () => (await (await standby.as("admin")).get("/api/box")).body.standbyProblem;
  expect(await problem()).toBeNull();
  take(standby);
  writeFileSync(join(places.run, "address"), "the address was not added: Cannot find device\n");
  expect(await problem()).toBe("noAddress");
  saveAddress(places.preparedAddress, { ...ADDRESS, address: "127.0.0.1/8" });
  expect(await problem()).toBeNull();
});

test("a primary with a new standby still asks for its address", async () => {
  const { standby, primary } = await promoteByButton(ADDRESS);
  await until(() => requestIn(standby.folder) === "address\n");
  const third = await startTestMachine("empty");
  await joinPair(standby, third);
  await standby.stop();
  take(standby);
  await standby.start();
  await until(() => requestIn(standby.folder) === "address\n");
  expect(requestIn(primary.folder)).toBeNull();
});

test("a superseded server does not ask for the address", async () => {
  const { standby } = await promoteByButton(ADDRESS);
  await until(() => requestIn(standby.folder) === "address\n");
  await standby.stop();
  take(standby);
  const membership = readMembership(standby.folder);
  if (membership === null) throw new Error("no membership");
  saveMembership(standby.folder, { ...membership, role: "superseded" });
  await standby.start();
  await standby.stop();
  expect(requestIn(standby.folder)).toBeNull();
});

/** A promoted machine that is stopped, with a change of its membership. Its first request was taken. */
async function promotedAndStopped(change: (membership: Membership) => Membership) {
  const { standby } = await promoteByButton(ADDRESS);
  await until(() => requestIn(standby.folder) === "address\n");
  await standby.stop();
  take(standby);
  const membership = readMembership(standby.folder);
  if (membership === null) throw new Error("no membership");
  saveMembership(standby.folder, change(membership));
  return standby;
}

test("a promoted server whose pair has ended still asks for its address, also in the next pair", async () => {
  const promoted = await promotedAndStopped((membership) => ({
    ...membership,
    former: membership.former && { ...membership.former, isInformed: true },
  }));
  await promoted.start();
  const admin = await promoted.as("admin");
  expect((await admin.delete("/api/standby")).status).toBe(204);
  expect((await admin.get("/api/standby")).body.mode).toBe("alone");
  for (const next of [null, await startTestMachine("empty")]) {
    if (next !== null) await joinPair(promoted, next);
    await promoted.stop();
    take(promoted);
    await promoted.start();
    await until(() => requestIn(promoted.folder) === "address\n");
  }
});

test.each([
  ["a promoted server", "primary", "address\n"],
  ["a superseded server", "superseded", null],
] as const)("after a restore of %s (%s) the request is %j", async (_, role, request) => {
  const promoted = await promotedAndStopped((membership) => ({ ...membership, role }));
  await promoted.start();
  await promoted.stop();
  rmSync(requestOf(promoted), { force: true });
  const work = join(promoted.folder, "new-restore");
  mkdirSync(work);
  copyDataFolder(inject("demoFolder"), join(work, STAGED));
  confirmSwap(promoted.folder, work, "20261123T100000000Z");
  await completeConfirmedRestore(promoted.folder);
  await promoted.start();
  await promoted.stop();
  expect(requestIn(promoted.folder)).toBe(request);
});

test("the start of a server drops a request of the console, and leaves that for the address", async () => {
  const server = await startTestMachine("empty", { upgradePlaces: createMachine().places });
  for (const [word, left] of [
    ["return keep-data", null],
    ["address", "address\n"],
  ] as const) {
    await server.stop();
    new UpgradeInbox(server.folder).request(word);
    await server.start();
    expect(requestIn(server.folder)).toBe(left);
  }
});
