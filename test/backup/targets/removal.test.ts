import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { failureKind, RepositoryError } from "../../../src/ops/backup/restic/failures.ts";
import { Repository } from "../../../src/ops/backup/restic/repository.ts";
import { eventually } from "../../harness/eventually.ts";
import { createFolder } from "../../harness/folder.ts";
import { figuresOf } from "../../health/figures.ts";
import { changeInstallation } from "../../web/core/restored-count.ts";
import { holdLock } from "./lock.ts";
import { hasRestServer, startRestServer } from "./servers.ts";
import {
  addTarget,
  DAY,
  folderDestination,
  HOUR,
  needsRestic,
  nextRunOf,
  startBackupServer,
  targetOf,
} from "./targets.ts";

needsRestic();

type Started = Awaited<ReturnType<typeof startBackupServer>>;

const RETENTION = { daily: 1, weekly: 0, monthly: 0 };

/** Makes the next backup, after some days, and waits until its target is tidied. */
async function backUpAfter({ server, clock }: Started, oid: number, days: number) {
  const { lastRun } = await targetOf(server, oid);
  clock.advance(days * DAY);
  expect(await nextRunOf(server, oid, lastRun.oid)).toMatchObject({ error: null });
  return targetOf(server, oid);
}

const problemsOf = async ({ server }: Started) => (await server.admin.get("/api/box")).body.backupTargets;
const snapshotsOf = async ({ server }: Started, path: string) =>
  (await server.admin.get(`${path}/snapshots`)).body.length;

test("a backup is recorded before old ones are removed, and damage that this finds is shown", async () => {
  const { server, admin } = await startBackupServer();
  const size = Promise.withResolvers<number>();
  const bytes = vi.spyOn(Repository.prototype, "bytes").mockReturnValue(size.promise);
  onTestFinished(() => bytes.mockRestore());
  const { oid } = await addTarget(admin, folderDestination());
  await eventually(async () =>
    expect(await targetOf(server, oid)).toMatchObject({ state: "running", lastRun: { error: null } }),
  );
  size.reject(new RepositoryError("damaged", "ciphertext verification failed"));
  await eventually(async () => expect((await targetOf(server, oid)).state).toBe("ok"));
  expect(await targetOf(server, oid)).toMatchObject({
    proofError: { error: "damaged", detail: "ciphertext verification failed" },
    isProofDue: true,
  });
  expect((await admin.get("/api/box")).body.backupTargets).toEqual([
    { oid, name: "NAS", problem: "damaged" },
  ]);
});

test("a removal that a lock prevents is shown, needs attention the second time, and succeeds when the program has died", async () => {
  const started = await startBackupServer();
  const { server, admin } = started;
  const destination = folderDestination();
  const { oid, path, sheet } = await addTarget(admin, destination, { retention: RETENTION });
  await nextRunOf(server, oid);
  const lock = await holdLock(destination.path, sheet.passphrase);
  const figure = async () =>
    (await figuresOf(server)).value("tallybox_backup_removal_failing", {
      target_id: String(oid),
      target: "NAS",
    });

  const once = await backUpAfter(started, oid, 8);
  expect(once).toMatchObject({ state: "ok", removalError: { error: "locked", failures: 1 } });
  expect(once.removalError.detail).toContain("already locked");
  expect([await problemsOf(started), await figure()]).toEqual([[], 1]);
  const twice = await backUpAfter(started, oid, 1);
  expect(twice).toMatchObject({ state: "ok", removalError: { error: "locked", failures: 2 } });
  expect(await problemsOf(started)).toEqual([{ oid, name: "NAS", problem: "removal" }]);

  await lock.kill();
  expect(await backUpAfter(started, oid, 1)).toMatchObject({ state: "ok", removalError: null });
  expect([await problemsOf(started), await figure()]).toEqual([[], 0]);
  expect(await snapshotsOf(started, path)).toBe(1);
});

test("a target that deletes nothing: backups work, a removal says what to do, and none is tried with its own retention", async ({
  skip,
}) => {
  if (!hasRestServer()) skip("rclone is not installed (apt install rclone)");
  const started = await startBackupServer();
  const { server, admin } = started;
  const { destination, password } = await startRestServer({ appendOnly: true });
  const { oid, path } = await addTarget(admin, destination, { password, retention: RETENTION });
  await nextRunOf(server, oid);
  const forget = vi.spyOn(Repository.prototype, "forget");
  onTestFinished(() => forget.mockRestore());
  const refused = await backUpAfter(started, oid, 8);
  expect(refused).toMatchObject({ state: "ok", removalError: { error: "noDeletion", failures: 1 } });
  expect(forget).toHaveBeenCalledTimes(1);

  const again = server.admin;
  const { body } = await again.put(path, { retention: null });
  expect(body.target).toMatchObject({ retention: null, removalError: null });
  const own = await backUpAfter(started, oid, 8);
  expect(own).toMatchObject({ state: "ok", removalError: null });
  expect(forget).toHaveBeenCalledTimes(1);
  expect(await snapshotsOf(started, path)).toBe(3);
});

test("a full target: old backups are removed at once, and not again within the hour", async () => {
  const started = await startBackupServer();
  const { server, clock, admin } = started;
  const { oid, path } = await addTarget(admin, folderDestination(), { retention: RETENTION });
  await nextRunOf(server, oid);
  await backUpAfter(started, oid, 1);
  expect(await snapshotsOf(started, path)).toBe(2);
  const forget = vi.spyOn(Repository.prototype, "forget");
  const backup = vi
    .spyOn(Repository.prototype, "backup")
    .mockRejectedValue(new RepositoryError("targetFull", "no space left on device"));
  onTestFinished(() => {
    for (const spy of [forget, backup]) spy.mockRestore();
  });
  const { lastRun } = await targetOf(server, oid);
  clock.advance(DAY);
  const failed = await nextRunOf(server, oid, lastRun.oid);
  expect(failed.error).toBe("targetFull");
  await eventually(async () => expect(await snapshotsOf(started, path)).toBe(1));
  clock.advance(HOUR / 2);
  expect((await nextRunOf(server, oid, failed.oid)).error).toBe("targetFull");
  expect(forget).toHaveBeenCalledTimes(1);
});

/** A proof holds a lock, which a removal by the other server finds. */
const WITHOUT_PROOF = { backups: { missedAfterMs: 0, proofAfterMs: Number.POSITIVE_INFINITY } };

/** A second server, with data of its own, whose backups go into the repository of the first one. */
async function startSecondServer(destination: object, passphrase: string) {
  const started = await startBackupServer(WITHOUT_PROOF);
  await changeInstallation(started.server);
  const target = await addTarget(started.admin, destination, { passphrase, retention: RETENTION });
  await nextRunOf(started.server, target.oid);
  return { started, ...target };
}

test("a server removes no backups of another one in the same repository", async () => {
  const first = await startBackupServer(WITHOUT_PROOF);
  const destination = folderDestination();
  const { oid, path, sheet } = await addTarget(first.admin, destination, { retention: RETENTION });
  await nextRunOf(first.server, oid);
  const second = await startSecondServer(destination, sheet.passphrase);
  await backUpAfter(second.started, second.oid, 8);
  expect(await snapshotsOf(first, path)).toBe(2);
  await backUpAfter(first, oid, 9);
  expect(await snapshotsOf(first, path)).toBe(2);
});

test("a server removes what earlier versions have backed up, by the same rule as its own", async () => {
  const started = await startBackupServer();
  const destination = folderDestination();
  const { oid, path, sheet } = await addTarget(started.admin, destination, { retention: RETENTION });
  await nextRunOf(started.server, oid);
  const access = { destination, secrets: {}, passphrase: sheet.passphrase };
  const folder = createFolder();
  writeFileSync(join(folder, "a.json"), "{}");
  const at = started.clock.iso();
  const contents = {
    host: "tallybox",
    folder,
    names: ["a.json"],
    at,
    change: 1,
    version: "1",
    uploadKiBps: null,
  };
  const earlier = new Repository(access, { work: createFolder(), cache: null });
  await earlier.backup(contents, null, () => undefined);
  expect(await snapshotsOf(started, path)).toBe(2);
  await backUpAfter(started, oid, 8);
  expect(await snapshotsOf(started, path)).toBe(1);
});

test("what restic says where it can't lock names the cause", () => {
  const lock = "Fatal: unable to create lock in backend: ";
  expect(failureKind(`${lock}repository is already locked exclusively by PID 7 on box`)).toBe("locked");
  expect(failureKind(`${lock}open /mnt/locks/1: no space left on device`)).toBe("targetFull");
  expect(failureKind(`${lock}open /mnt/locks/1: read-only file system`)).toBe("notWritable");
});
