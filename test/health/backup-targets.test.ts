import { expect, test } from "vitest";
import type { BackupError } from "../../src/domain/backup-targets.ts";
import { backupKeys } from "../../src/ops/backup/targets/secrets.ts";
import * as store from "../../src/ops/backup/targets/store.ts";
import { addTarget, pauseTargetsAfterRestore } from "../../src/ops/backup/targets/targets.ts";
import { findConditions } from "../../src/ops/conditions/find.ts";
import { outgoingEventsAfter } from "../../src/outgoing-events/outgoing-events.ts";
import { HOUR, nextRunOf, startBackupServer, targetOf } from "../backup/targets/targets.ts";
import { figuresOf } from "./figures.ts";

// What needs attention, with a target whose folder is gone: its first backup fails, also where restic is not installed.

async function startWithTarget() {
  const { server, clock, admin } = await startBackupServer();
  const { storage } = server.appliance.dependencies;
  const keys = backupKeys(server.folder);
  const fields = {
    ...{ name: "NAS", destination: { kind: "folder" as const, path: "/nowhere/tallybox" } },
    ...{ schedule: { every: "day" as const, atHour: 2 }, retention: null, uploadLimitKbps: null },
    isActive: true,
  };
  const oid = await storage.write(null, (tx) =>
    addTarget(tx, keys, fields, { secrets: {}, passphrase: "p" }),
  );
  const failed = await nextRunOf(server, oid);
  const labels = { target_id: String(oid), target: "NAS" };
  /** Records a complete backup of now. */
  const succeed = () =>
    storage.write(null, (tx) =>
      store.insertRun.run(tx, {
        ...{ targetId: oid, startedDT: clock.iso(), endedDT: clock.iso(), error: null, detail: null },
        ...{ snapshot: "ab12cd34", files: 3, bytes: 1000, addedBytes: 10 },
      }),
    );
  const statusOf = async () => (await admin.get("/api/box")).body;
  const backupEvents = () =>
    outgoingEventsAfter(storage.db, 1, 0, 1000)
      .filter(({ type }) => type.startsWith("backup."))
      .map(({ type, data }) => ({ type, data: JSON.parse(data) }));
  return { server, clock, storage, oid, failed, labels, succeed, statusOf, backupEvents };
}

test("a failed backup needs attention: in the status, in the figures, and after two hours as a notice", async () => {
  const { server, clock, storage, oid, failed, labels, statusOf, backupEvents } = await startWithTarget();
  expect(failed.error).toBeOneOf(["noRepository", "program"] satisfies BackupError[]);
  expect((await targetOf(server, oid)).state).toBe("failed");
  expect((await statusOf()).backupTargets).toEqual([{ oid, name: "NAS", problem: "failed" }]);
  const figures = await figuresOf(server);
  expect(figures.value("tallybox_backup_failing", labels)).toBe(1);
  expect(figures.value("tallybox_backup_last_success_timestamp_seconds", labels)).toBeUndefined();
  const { dependencies } = server.appliance;
  const [condition] = findConditions(dependencies, null);
  expect(condition).toMatchObject({ key: `target ${oid} failed`, raiseAfterMs: 2 * HOUR });
  await storage.write(null, (tx) => condition?.record(tx, clock.iso(), clock.iso()));
  expect(backupEvents()).toEqual([
    {
      type: "backup.failed",
      data: { reason: "The last backup has failed.", lastBackupAt: null, target: "NAS" },
    },
  ]);
});

test("a complete backup ends the attention", async () => {
  const { server, oid, labels, succeed, statusOf } = await startWithTarget();
  await succeed();
  const done = await targetOf(server, oid);
  expect([done.state, done.growthBytes]).toEqual(["ok", 10]);
  expect((await statusOf()).backupTargets).toEqual([]);
  expect((await figuresOf(server)).value("tallybox_backup_failing", labels)).toBe(0);
});

test("a proof that has found damage needs attention, and is the last proof of the server", async () => {
  const { server, clock, storage, oid, labels, succeed, statusOf, backupEvents } = await startWithTarget();
  await succeed();
  const proof = {
    ...{ at: clock.iso(), snapshot: "ab12cd34", upToDT: clock.iso(), isWhole: false },
    ...{ problems: ["photo 1 is damaged"], total: 1, ms: 900 },
  };
  await storage.write(null, (tx) => void store.setProof.run(tx, { oid, proof: JSON.stringify(proof) }));
  const status = await statusOf();
  expect(status.backupTargets).toEqual([{ oid, name: "NAS", problem: "damaged" }]);
  expect(status.lastProof).toEqual({ ...proof, target: "NAS" });
  const figures = await figuresOf(server);
  expect(figures.value("tallybox_backup_unproven", labels)).toBe(1);
  expect(figures.value("tallybox_backup_last_proof_timestamp_seconds", labels)).toBeUndefined();
  expect((await targetOf(server, oid)).isProofDue).toBe(true);
  const [condition] = findConditions(server.appliance.dependencies, null);
  await storage.write(null, (tx) => condition?.record(tx, clock.iso(), clock.iso()));
  const reason = "A backup was restored for a check and is damaged.";
  const data = { reason, lastCheckAt: proof.at, isDamaged: true, target: "NAS" };
  expect(backupEvents()).toEqual([{ type: "backup.unproven", data }]);
});

test("hourly backups do not put off the first proof", async () => {
  const { server, clock, oid, succeed } = await startWithTarget();
  await succeed();
  const { nextProofDT, lastSuccess } = await targetOf(server, oid);
  expect(Date.parse(nextProofDT)).toBe(Date.parse(lastSuccess.endedDT) + HOUR);
  clock.advance(0.9 * HOUR);
  await succeed();
  expect((await targetOf(server, oid)).nextProofDT).toBe(nextProofDT);
});

test.each([
  ["damaged", true, "damaged"],
  ["passphrase", true, "unproven"],
  ["noRepository", true, "unproven"],
  ["unreachable", false, undefined],
] as const)("a proof that ends with %s after a good one: unproven %s", async (error, isDue, problem) => {
  const { server, clock, storage, oid, succeed, statusOf } = await startWithTarget();
  await succeed();
  const at = clock.iso();
  const good = { ...{ at, snapshot: "ab12cd34", upToDT: at, isWhole: true }, problems: [], total: 0, ms: 9 };
  await storage.write(null, (tx) => {
    store.setProof.run(tx, { oid, proof: JSON.stringify(good) });
    store.setProofError.run(tx, { oid, proofError: JSON.stringify({ at, error, detail: null }) });
  });
  expect((await targetOf(server, oid)).isProofDue).toBe(isDue);
  expect((await statusOf()).backupTargets[0]?.problem).toBe(problem);
});

test("a target that a restore has paused needs attention until it is resumed", async () => {
  const { server, storage, oid, succeed, statusOf } = await startWithTarget();
  await succeed();
  await storage.write(null, pauseTargetsAfterRestore);
  expect((await statusOf()).backupTargets).toEqual([{ oid, name: "NAS", problem: "restored" }]);
  expect(await targetOf(server, oid)).toMatchObject({ state: "paused", pause: "restored", nextRunDT: null });
});

test("a backup without some files fails, and the next one is made at its time", async () => {
  const { server, clock, storage, oid, statusOf } = await startWithTarget();
  const incomplete = { error: "unreadable" as const, detail: "1: photos/ab/cd", snapshot: "ab12cd34" };
  await storage.write(null, (tx) =>
    store.insertRun.run(tx, {
      ...{ targetId: oid, startedDT: clock.iso(), endedDT: clock.iso(), ...incomplete },
      ...{ files: 3, bytes: 1000, addedBytes: 10 },
    }),
  );
  expect((await statusOf()).backupTargets).toEqual([{ oid, name: "NAS", problem: "failed" }]);
  expect((await targetOf(server, oid)).state).toBe("failed");
  expect(store.failures.first(storage.db, { targetId: oid, none: 0 })).toEqual({ count: 0 });
});

test.each([
  ["sameDisk", "The backup is on the same disk as the data."],
  ["sameMachine", "The backup is on the same machine as the data."],
] as const)(
  "backups at no other place than the data (%s) need attention, also as a notice",
  async (risk, reason) => {
    const { server, clock, storage, oid, succeed, statusOf, backupEvents } = await startWithTarget();
    await succeed();
    await storage.write(null, (tx) => void store.setRisk.run(tx, { oid, risk }));
    expect((await targetOf(server, oid)).risk).toBe(risk);
    expect((await statusOf()).backupTargets).toEqual([{ oid, name: "NAS", problem: risk }]);
    const [condition] = findConditions(server.appliance.dependencies, null);
    expect(condition).toMatchObject({ key: `target ${oid} ${risk}`, raiseAfterMs: 2 * HOUR });
    await storage.write(null, (tx) => condition?.record(tx, clock.iso(), clock.iso()));
    expect(backupEvents()).toMatchObject([{ type: "backup.failed", data: { reason, target: "NAS", risk } }]);
  },
);

test("a second target elsewhere ends the attention for one on the data's disk, until it is paused", async () => {
  const { server, storage, oid, succeed, statusOf } = await startWithTarget();
  await succeed();
  const fields = {
    ...{ name: "Office", destination: { kind: "folder" as const, path: "/nowhere/else" } },
    ...{ schedule: { every: "day" as const, atHour: 2 }, retention: null, uploadLimitKbps: null },
  };
  const secrets = { secrets: {}, passphrase: "p" };
  const add = (isActive: boolean) =>
    storage.write(null, (tx) => addTarget(tx, backupKeys(server.folder), { ...fields, isActive }, secrets));
  await storage.write(null, (tx) => void store.setRisk.run(tx, { oid, risk: "sameDisk" }));
  const problemOf = async () =>
    (await statusOf()).backupTargets.find((one: { oid: number }) => one.oid === oid)?.problem;
  await add(false);
  expect(await problemOf()).toBe("sameDisk");
  await add(true);
  expect(await problemOf()).toBeUndefined();
});
