import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { eventually } from "../../harness/eventually.ts";
import { addPhotos, adminByPassword, photoFilesOf } from "../copies.ts";
import {
  addTarget,
  folderDestination,
  HOUR,
  needsRestic,
  nextRunOf,
  proved,
  startBackupServer,
  TARGETS,
  targetOf,
} from "./targets.ts";

needsRestic();

const MINUTE = 60_000;

test("a drive that is not mounted gets no new repository, and its backup is tried again after 5 minutes", async () => {
  const { server, clock, admin } = await startBackupServer();
  const destination = folderDestination();
  const { oid, path } = await addTarget(admin, destination);
  const first = await nextRunOf(server, oid);
  renameSync(destination.path, `${destination.path}-away`);
  mkdirSync(destination.path);
  await admin.post(`${path}/runs`);
  const failed = await nextRunOf(server, oid, first.oid);
  expect(failed).toMatchObject({ error: "noRepository", snapshot: null });
  expect(readdirSync(destination.path)).toEqual([]);
  const shown = await targetOf(server, oid);
  expect(shown).toMatchObject({ state: "failed", lastSuccess: { oid: first.oid } });
  expect(Date.parse(shown.nextRunDT)).toBe(Date.parse(failed.endedDT) + 5 * MINUTE);
  const { body } = await admin.post(`${path}/test`);
  expect(body).toMatchObject({ error: "noRepository", message: expect.stringContaining("mounted") });

  rmSync(destination.path, { recursive: true });
  renameSync(`${destination.path}-away`, destination.path);
  clock.advance(5 * MINUTE);
  expect(await nextRunOf(server, oid, failed.oid)).toMatchObject({ error: null });
  expect((await targetOf(server, oid)).state).toBe("ok");
});

test("a proof finds what a backup lacks, and the overview names the target", async () => {
  const { server, admin } = await startBackupServer();
  await addPhotos(server, 1);
  const [photo = ""] = photoFilesOf(server.folder);
  rmSync(photo);
  const { oid } = await addTarget(admin, folderDestination());
  expect(await nextRunOf(server, oid)).toMatchObject({ error: null });
  const { proof, isProofDue } = await proved(server, oid);
  expect(proof).toMatchObject({
    isWhole: false,
    total: 1,
    problems: [expect.stringContaining("is missing")],
  });
  expect(isProofDue).toBe(true);
  expect((await admin.get("/api/box")).body.backupTargets).toEqual([
    { oid, name: "NAS", problem: "damaged" },
  ]);
});

test("what can't be a target is refused, and nothing is stored", async () => {
  const { server, admin } = await startBackupServer();
  const add = async (destination: object, more: object = {}) => {
    const { status, body } = await admin.post(TARGETS, { name: "NAS", destination, ...more });
    return [status, body.errors?.[0]?.path ?? body.message];
  };
  const { path } = folderDestination();
  expect(await add({ kind: "folder", path: `${path}/absent` })).toEqual([400, "destination.path"]);
  expect(await add({ kind: "folder", path: server.folder })).toEqual([400, "destination.path"]);
  expect(await add({ kind: "folder", path: join(server.folder, "photos") })).toEqual([
    400,
    "destination.path",
  ]);
  expect(await add({ kind: "folder", path: "/" })).toEqual([400, "destination.path"]);
  expect(await add({ kind: "folder", path: join(server.folder, "..") })).toEqual([400, "destination.path"]);
  expect(await add({ kind: "folder", path: "relative" })).toEqual([400, "destination.path"]);
  const schedule = { every: "hour", atHour: 3 };
  expect(await add({ kind: "folder", path }, { schedule })).toEqual([400, "schedule.atHour"]);
  expect(await add({ kind: "rest", url: "http://127.0.0.1:9/", user: "box" })).toEqual([400, "password"]);
  expect(await add({ kind: "rest", url: "http://u:p@127.0.0.1:9/", user: null })).toEqual([
    400,
    "destination.url",
  ]);
  expect(await add({ kind: "rest", url: "http://127.0.0.1:9/", user: null })).toEqual([
    502,
    expect.stringContaining("does not respond"),
  ]);
  expect((await admin.get(TARGETS)).body).toEqual([]);
  expect(readdirSync(path)).toEqual([]);
});

test("a place with backups already needs their passphrase", async () => {
  const { server, admin } = await startBackupServer();
  const destination = folderDestination();
  const { oid, path, sheet } = await addTarget(admin, destination);
  await nextRunOf(server, oid);
  expect((await admin.delete(path)).status).toBe(204);
  expect((await admin.post(TARGETS, { name: "B", destination })).status).toBe(409);
  const wrong = await admin.post(TARGETS, { name: "B", destination, passphrase: "wrong" });
  expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, "passphrase"]);
  const { passphrase } = sheet;
  const again = await addTarget(admin, destination, { passphrase });
  expect(again.sheet).toEqual(sheet);
  await nextRunOf(server, again.oid);
  expect((await admin.get(`${again.path}/snapshots`)).body).toHaveLength(2);
});

test("no response and no file but the key's has the passphrase", async () => {
  const { server, admin } = await startBackupServer();
  const { oid, sheet } = await addTarget(admin, folderDestination());
  await nextRunOf(server, oid);
  expect(JSON.stringify(await targetOf(server, oid))).not.toContain(sheet.passphrase);
  const found = execFileSync("sh", ["-c", `grep -rlF "${sheet.passphrase}" "${server.folder}" || true`]);
  expect(found.toString()).toBe("");
});

test("a stop ends a running backup, and the next start removes its remains and makes it", async () => {
  const { server, admin } = await startBackupServer();
  await addPhotos(server, 3);
  // 8 kbit/s: the backup would take minutes.
  const { oid } = await addTarget(admin, folderDestination(), { uploadLimitKbps: 8 });
  await eventually(async () => expect((await targetOf(server, oid)).state).toBe("running"));
  const unfinished = () => readdirSync(server.folder).filter((name) => name.startsWith("new-"));
  await eventually(() => expect(unfinished()).toHaveLength(1));
  await server.halt();
  expect(unfinished()).toEqual([]);
  mkdirSync(join(server.folder, "new-backup-left"));
  await server.restart();
  expect(existsSync(join(server.folder, "new-backup-left"))).toBe(false);
  const again = server.admin;
  expect((await again.put(`${TARGETS}/${oid}`, { uploadLimitKbps: null })).status).toBe(200);
  expect(await nextRunOf(server, oid)).toMatchObject({ error: null });
});

test("after a restore the targets are paused until an Admin resumes them", async () => {
  const { server, clock, admin } = await startBackupServer();
  const { oid, path } = await addTarget(admin, folderDestination());
  const first = await nextRunOf(server, oid);
  await server.halt();
  // As a restore leaves it.
  writeFileSync(join(server.folder, "restored"), "");
  await server.restart();
  const again = await adminByPassword(server);
  const [paused] = (await again.get(TARGETS)).body;
  expect(paused).toMatchObject({ state: "paused", pause: "restored", isActive: false, nextRunDT: null });
  clock.advance(1000);
  expect((await again.put(path, { isActive: true })).body.target).toMatchObject({ pause: null });
  await eventually(async () => {
    const [{ lastRun }] = (await again.get(TARGETS)).body;
    expect(lastRun.oid).toBeGreaterThan(first.oid);
    expect(lastRun.error).toBeNull();
  });
});

test("old backups but the newest are removed once a week, unless the target's own retention keeps all", async () => {
  const { server, clock, admin } = await startBackupServer();
  const retention = { daily: 1, weekly: 0, monthly: 0 };
  const kept = await addTarget(admin, folderDestination(), { name: "own", retention: null });
  const pruned = await addTarget(admin, folderDestination(), { retention });
  const firsts = [await nextRunOf(server, kept.oid), await nextRunOf(server, pruned.oid)];
  clock.advance(8 * 24 * HOUR);
  await nextRunOf(server, kept.oid, firsts[0].oid);
  expect(await nextRunOf(server, pruned.oid, firsts[1].oid)).toMatchObject({ error: null });
  const later = server.admin;
  const countOf = async ({ path }: { path: string }) => (await later.get(`${path}/snapshots`)).body.length;
  expect([await countOf(kept), await countOf(pruned)]).toEqual([2, 1]);
});
