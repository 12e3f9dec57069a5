import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { MINIMAL_ENVIRONMENT } from "../harness/minimal-environment.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { createFilledFolder, generationOf, openTestStorage, setSchemaVersion } from "./storage-setup.ts";

const START = `exec ${process.execPath} ${PROGRAMS.server}`;

/** Starts the server in a mount namespace of its own, after `prepare` (shell); sends SIGTERM when it is ready. */
async function started(folder: string, prepare = "true", after = "") {
  const script =
    after === ""
      ? `${prepare} && ${START}`
      : `${prepare} && { ${process.execPath} ${PROGRAMS.server}; s=$?; ${after}; exit $s; }`;
  const child = spawn("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", script], {
    // A process group of its own, so that the signal reaches the server behind the shell.
    detached: true,
    env: {
      ...MINIMAL_ENVIRONMENT,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      HTTPS_PORT: "off",
      LOG_LEVEL: "error",
    },
  });
  let [output, complaint] = ["", ""];
  child.stdout.on("data", (bytes) => {
    output += bytes;
    if (/^ready /m.test(output) && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  });
  child.stderr.on("data", (bytes) => {
    complaint += bytes;
  });
  const [status] = await once(child, "close");
  return { status, output, complaint: complaint.trim() };
}

async function createOwnFolder(): Promise<string> {
  const folder = await createFilledFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.each<[string, (folder: string) => unknown, number, RegExp]>([
  ["in use", (folder) => openTestStorage(folder), 10, /process \d+\) already uses this data folder$/],
  [
    "of damaged content",
    (folder) => writeFileSync(join(folder, generationOf(folder)), "hello".repeat(1000)),
    12,
    /this is not a database; it was not changed$/,
  ],
  [
    "without its log",
    (folder) => rmSync(join(folder, `${generationOf(folder)}-wal`)),
    12,
    /the database's log is missing; nothing was changed$/,
  ],
  [
    "of a newer program",
    (folder) => setSchemaVersion(folder, 9999),
    11,
    /the data are of version 9999, this program reads .*; start the newer program$/,
  ],
  [
    "of a version that is too old",
    (folder) => setSchemaVersion(folder, 27),
    13,
    /the data are of version 27, this program reads .*; start them once with tallybox 0\.1\.0$/,
  ],
  [
    "with something else in it",
    (folder) => {
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
      writeFileSync(join(folder, "holiday.jpg"), "");
    },
    13,
    /the folder contains no database, but "holiday.jpg"/,
  ],
])("a folder %s: a status of its own and one line", async (_, damage, status, line) => {
  const folder = await createOwnFolder();
  await damage(folder);
  const before = readdirSync(folder);
  const found = await started(folder);
  expect(found).toMatchObject({ status, complaint: expect.stringMatching(line) });
  expect(found.complaint.split("\n")).toHaveLength(1);
  expect(readdirSync(folder).filter((name) => !name.startsWith("tallybox.lock"))).toEqual(
    before.filter((name) => !name.startsWith("tallybox.lock")),
  );
});

test("a folder on a read-only disk: status 14 and one line", async () => {
  const folder = await createOwnFolder();
  const found = await started(
    folder,
    `mount --bind ${folder} ${folder} && mount -o remount,bind,ro ${folder}`,
  );
  expect(found).toMatchObject({ status: 14, complaint: expect.stringMatching(/can't be used \(.*EROFS/) });
});

test("an empty folder without write permission: status 14", async () => {
  const parent = createFolder();
  mkdirSync(join(parent, "data"));
  chmodSync(parent, 0o755);
  const found = await started(join(parent, "data"), `mount -t tmpfs -o ro tmpfs ${parent}`);
  expect(found).toMatchObject({ status: 14 });
});

const OURS = "cp -r $DATA_DIR.from/. $DATA_DIR";
const KILLED = `sed -i 's/"isClean":true/"isClean":false/; s/"frames":[0-9]*/"frames":1/' $DATA_DIR/tallybox.json`;
test.each([
  ["an empty folder", "true", 0],
  ["an empty folder, with a little room", "true", 200],
  ["one of ours", OURS, 0],
  ["one of ours whose process was killed", `${OURS} && ${KILLED}`, 0],
])("a full disk under %s: status 15, one line, and no file is changed", async (name, prepare, kilobytes) => {
  const folder = await createOwnFolder();
  const from = `${folder}.from`;
  mkdirSync(from);
  onTestFinished(() => rmSync(from, { recursive: true }));
  if (name.startsWith("one of ours")) cpSync(folder, from, { recursive: true });
  const kept = `${folder}.left`;
  onTestFinished(() => rmSync(kept, { force: true }));
  const filler = `${folder}/lost+found`;
  const filled = `{ dd if=/dev/zero of=${filler} bs=1k 2>/dev/null || true; } && truncate -s -${kilobytes}K ${filler}`;
  const mounted = `mount -t tmpfs -o size=16m tmpfs ${folder} && ${prepare} && ${filled}`;
  const found = await started(folder, mounted, `ls ${folder} > ${kept}`);
  expect(found.complaint.split("\n")).toHaveLength(1);
  expect(found).toMatchObject({ status: 15, complaint: expect.stringContaining(folder) });
  const files = (names: readonly string[]) =>
    names.filter((one) => !/-shm$|tallybox\.lock$/.test(one)).toSorted();
  const left = readFileSync(kept, "utf8").trim().split("\n");
  expect(files(left)).toEqual(files([...readdirSync(from), "lost+found"]));
});
