import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Shipping } from "../../src/ops/standby/primary/shipping.ts";
import { newestVersion } from "../../src/storage/database/migrations.ts";
import { restore } from "../backup/restoring.ts";
import { addLocation, adminStateOf, startPair, stateOf, until, untilSame } from "./machines.ts";

/** Lets every primary say that its data are of this version, as its program would. */
function setPrimaryVersion(schema: number): void {
  const respond = Shipping.prototype.respond;
  const spy = vi.spyOn(Shipping.prototype, "respond").mockImplementation(async function (
    this: Shipping,
    ...given
  ) {
    return { ...(await respond.apply(this, given)), schema };
  });
  onTestFinished(() => spy.mockRestore());
}

test("an older standby copies newer data, but is not promoted before it is upgraded", async () => {
  const { primary, standby, code } = await startPair();
  setPrimaryVersion(newestVersion() + 1);
  await until(async () => String((await stateOf(standby))["error"]).includes("upgrade this machine"));
  expect(await addLocation(primary, "Copied all the same")).toBe(201);
  await untilSame(primary);
  const refused = await standby.anonymous.put("/api/standby/promotion", { code });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Upgrade it first")]);
  expect(await adminStateOf(primary)).toMatchObject({ mode: "primary", epoch: 1 });
  // The upgrade of the standby.
  vi.restoreAllMocks();
  await standby.stop();
  await standby.start();
  await until(
    async () => (await stateOf(standby))["error"] === null && (await stateOf(standby))["upToDT"] !== null,
  );
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
});

test("a pair is upgraded one machine after the other, the standby first, and goes on", async () => {
  const { primary, standby, code } = await startPair();
  // The primary's program is still the older one.
  await standby.stop();
  expect(await addLocation(primary, "While the standby is upgraded")).toBe(201);
  setPrimaryVersion(newestVersion() - 1);
  await standby.start();
  await untilSame(primary);
  expect(await stateOf(standby)).toMatchObject({ isWhole: true, error: null });
  await primary.stop();
  vi.restoreAllMocks();
  await primary.start();
  await until(async () => (await addLocation(primary, "After both")) === 201);
  await untilSame(primary);
  await primary.stop();
  expect((await standby.anonymous.put("/api/standby/promotion", { code })).status).toBe(200);
  await until(() => standby.machine.appliance !== null);
  const names = (await (await standby.as("admin")).get("/api/locations")).text;
  for (const name of ["While the standby is upgraded", "After both"]) expect(names).toContain(name);
});

test("a restore of the primary ends its pair: it works alone, and the standby copies it no more", async () => {
  const { primary, standby } = await startPair();
  await untilSame(primary);
  await primary.stop();
  const backup = mkdtempSync(join(dirname(primary.folder), "backup-"));
  onTestFinished(() => rmSync(backup, { recursive: true, force: true }));
  cpSync(primary.folder, backup, { recursive: true });
  const { status, stderr } = await restore(backup, "--into", primary.folder);
  expect([status, stderr]).toEqual([0, expect.stringContaining(`Restored to ${primary.folder}`)]);
  const kept = /kept as (\S+)\./.exec(stderr)?.[1] ?? "";
  onTestFinished(() => rmSync(kept, { recursive: true, force: true }));
  expect(existsSync(join(kept, "standby.json"))).toBe(true);
  expect(existsSync(join(primary.folder, "standby.json"))).toBe(false);
  await primary.start();
  expect(primary.machine.pair.mode).toBe("alone");
  // It asks nobody before it accepts changes.
  await primary.machine.appliance?.dependencies.storage.write(null, (tx) => tx.now);
  await until(async () => (await stateOf(standby))["error"] !== null);
  expect(await stateOf(standby)).toMatchObject({ mode: "standby", isWhole: true });
});
