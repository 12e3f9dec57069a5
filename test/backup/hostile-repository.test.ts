import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isGeneration } from "../../src/storage/files/file-names.ts";
import { eventually } from "../harness/eventually.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer, type TestServer } from "../harness/server.ts";
import { beginAndReadSource, CURRENT, codeOf } from "./console-restores.ts";
import { addPhotos, photoFilesOf } from "./copies.ts";
import {
  addTarget,
  folderDestination,
  needsRestic,
  nextRunOf,
  proved,
  startBackupServer,
} from "./targets/targets.ts";

needsRestic();

/** A server with one backup at a folder target; `env` opens its repository. */
async function startWithBackup() {
  const { server, admin } = await startBackupServer();
  await addPhotos(server, 1);
  const destination = folderDestination();
  const { oid, path, sheet } = await addTarget(admin, destination);
  await nextRunOf(server, oid);
  const env = { ...process.env, RESTIC_REPOSITORY: destination.path, RESTIC_PASSWORD: sheet.passphrase };
  const newest = async () => (await admin.get(`${path}/snapshots`)).body[0].id as string;
  return { server, admin, oid, path, sheet, destination, env, newest };
}

const FORGERIES: readonly (readonly [string, (copy: string, live: string) => void])[] = [
  [
    "a link to the photos of the server",
    (copy, live) => {
      rmSync(join(copy, "photos"), { recursive: true });
      symlinkSync(join(live, "photos"), join(copy, "photos"));
    },
  ],
  [
    "a link to the database of the server",
    (copy, live) => {
      const [generation = ""] = readdirSync(copy).filter((name) => isGeneration(name));
      rmSync(join(copy, generation));
      symlinkSync(join(live, generation), join(copy, generation));
    },
  ],
  [
    "a pipe in place of a photo",
    (copy) => {
      const [photo = ""] = photoFilesOf(copy);
      const name = `${basename(photo).slice(0, 2)}${"0".repeat(62)}.jpg`;
      execFileSync("mkfifo", [join(dirname(photo), name)]);
    },
  ],
];

/** Adds a backup to the repository, from a copy of the server's folder that `forge` has changed. */
function addForged(server: TestServer, env: NodeJS.ProcessEnv, forge: (copy: string, live: string) => void) {
  const copy = join(createFolder(), "copy");
  cpSync(server.folder, copy, { recursive: true });
  forge(copy, server.folder);
  // As earlier versions made them: each server takes these for its own.
  const own = ["--tag", "tallybox", "--host", "tallybox"];
  execFileSync("restic", ["backup", ".", ...own, "--quiet", "--no-cache"], { cwd: copy, env });
}

test.each(FORGERIES)("a backup with %s is refused, and the server keeps its files", async (_, forge) => {
  const { server, admin, oid, env, newest } = await startWithBackup();
  const photos = photoFilesOf(server.folder);
  addForged(server, env, forge);
  const plan = await beginAndReadSource(admin, {
    ...{ kind: "snapshot", targetOid: oid, snapshot: await newest() },
  });
  expect(plan).toMatchObject({ state: "failed", error: { reason: "target" } });
  expect((await admin.delete(CURRENT)).status).toBe(204);
  expect(photoFilesOf(server.folder)).toEqual(photos);
  expect(await proved(server, oid)).toMatchObject({ proofError: { error: "damaged" } });
});

/** Leaves an exclusive lock in the repository, as a machine does that dies while it removes old backups. */
async function leaveLock(env: NodeJS.ProcessEnv, repository: string): Promise<void> {
  const pipe = join(createFolder(), "pipe");
  execFileSync("mkfifo", [pipe]);
  const args = ["key", "passwd", "--new-password-file", pipe, "--no-cache"];
  const child = spawn("restic", args, { env, stdio: "ignore" });
  const ended = once(child, "close");
  onTestFinished(() => void child.kill("SIGKILL"));
  await eventually(() => expect(readdirSync(join(repository, "locks"))).not.toEqual([]));
  child.kill("SIGKILL");
  await ended;
}

test("what a dead machine has locked can be listed and restored, also with the recovery sheet alone", async () => {
  const { admin, oid, path, sheet, env, destination, newest } = await startWithBackup();
  await leaveLock(env, destination.path);
  expect((await admin.get(`${path}/snapshots`)).status).toBe(200);
  const snapshot = await newest();
  const plan = await beginAndReadSource(admin, { kind: "snapshot", targetOid: oid, snapshot });
  expect(plan).toMatchObject({ state: "ready", isWhole: true });
  const empty = await startServer({ empty: true });
  const { status, body } = await empty.anonymous.post(
    "/api/setup/restore/snapshots",
    { recoveryText: sheet.text },
    codeOf(empty),
  );
  expect([status, body[0]?.id]).toEqual([200, snapshot]);
});
