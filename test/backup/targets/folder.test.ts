import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { changeInstallation } from "../../web/core/restored-count.ts";
import { addPhotos } from "../copies.ts";
import {
  addTarget,
  DAY,
  folderDestination,
  HOUR,
  needsRestic,
  nextRunOf,
  proved,
  startBackupServer,
  targetOf,
} from "./targets.ts";

needsRestic();

test("a new target gets a backup at once, which counts as the last backup, and a restore proves it whole", async () => {
  const { server, admin } = await startBackupServer();
  await addPhotos(server, 2);
  const { oid, sheet, target } = await addTarget(admin, folderDestination());
  expect(target).toMatchObject({ name: "NAS", schedule: { every: "day", atHour: 2 }, lastSuccess: null });
  expect(sheet.text).toMatch(/^tallybox-recovery:1:[\w-]+$/);
  expect(sheet.passphrase).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/);
  const run = await nextRunOf(server, oid);
  expect(run).toMatchObject({ error: null, detail: null });
  const { backup } = (await admin.get("/api/box/checks")).body;
  expect(backup).toMatchObject({ kind: "target", at: run.startedDT });
  const proven = await proved(server, oid);
  expect(proven).toMatchObject({ state: "ok", proofError: null, isProofDue: false });
  expect(proven.proof).toMatchObject({ isWhole: true, problems: [], total: 0 });
  expect(Date.parse(proven.proof.upToDT)).toBeLessThanOrEqual(Date.parse(run.startedDT));
  expect((await targetOf(server, oid)).repositoryBytes).toBeGreaterThan(100_000);
});

test("a backup that is requested while one runs follows it, because the running one began before", async () => {
  const { server, admin } = await startBackupServer();
  const { oid, path } = await addTarget(admin, folderDestination());
  await eventually(async () => expect((await targetOf(server, oid)).state).toBe("running"));
  const requests = await Promise.all([1, 2].map(() => admin.post(`${path}/runs`)));
  expect(requests.map(({ status }) => status)).toEqual([201, 201]);
  const runs = await eventually(async () => {
    const { body } = await admin.get(`${path}/runs`);
    expect(body).toHaveLength(2);
    return body;
  });
  expect(runs.map((run: { error: unknown }) => run.error)).toEqual([null, null]);
});

test("a proof restores the server's own backup, though another server's is newer in the same repository", async () => {
  const { server, admin, clock } = await startBackupServer();
  const destination = folderDestination();
  const { oid, sheet } = await addTarget(admin, destination);
  const { snapshot } = await nextRunOf(server, oid);
  const later = await startBackupServer();
  later.clock.advance(clock.now() + HOUR - later.clock.now());
  await changeInstallation(later.server);
  const other = await addTarget(later.admin, destination, { passphrase: sheet.passphrase });
  await nextRunOf(later.server, other.oid);
  const { proof } = await proved(server, oid);
  expect(proof).toMatchObject({ isWhole: true, snapshot: expect.stringMatching(`^${snapshot}`) });
});

test("a proof fails where the newest backup is not in the repository any more", async () => {
  const { server, admin, clock } = await startBackupServer();
  const destination = folderDestination();
  const { oid } = await addTarget(admin, destination);
  const first = await nextRunOf(server, oid);
  clock.advance(DAY);
  const { snapshot } = await nextRunOf(server, oid, first.oid);
  const folder = join(destination.path, "snapshots");
  for (const name of readdirSync(folder))
    if (name.startsWith(snapshot)) rmSync(join(folder, name), { force: true });
  expect(readdirSync(folder)).toHaveLength(1);
  const { proofError } = await proved(server, oid);
  expect(proofError).toMatchObject({
    error: "damaged",
    detail: expect.stringContaining("not there any more"),
  });
});
