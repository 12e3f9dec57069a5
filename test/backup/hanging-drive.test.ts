import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { driveLimit } from "../../src/ops/backup/drives/drives.ts";
import { createFolder } from "../harness/folder.ts";
import { startServer } from "../harness/server.ts";
import { RESTORES } from "./console-restores.ts";
import { TARGETS } from "./targets/targets.ts";

/** What this process, which is the server's too, has done with files of the drive that hangs. */
const touched = vi.hoisted(() => [] as string[]);
const watched = vi.hoisted(() => (module: Record<string, unknown>) => {
  const watch =
    (name: string, work: (...args: unknown[]) => unknown) =>
    (...args: unknown[]) => {
      if (String(args[0]).includes("hangs")) touched.push(name);
      return work(...args);
    };
  return Object.fromEntries(
    Object.entries(module).map(([name, value]) => [
      name,
      typeof value === "function" && !/^[A-Z]/.test(name) ? watch(name, value as () => unknown) : value,
    ]),
  );
});
vi.mock("node:fs", async (load) => watched(await load<Record<string, unknown>>()));
vi.mock("node:fs/promises", async (load) => watched(await load<Record<string, unknown>>()));

/** Loaded into a process: its operations with a path that names the drive never end. */
const HANG = `
const fs = require("node:fs");
const isOn = (path) => String(path).includes("hangs");
const { realpathSync } = fs;
fs.realpathSync = (path) => isOn(path) ? Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) : realpathSync(path);
for (const name of ["readdir", "stat"]) {
  const work = fs.promises[name];
  fs.promises[name] = (path, ...more) => isOn(path) ? new Promise(() => setInterval(() => {}, 1e6)) : work(path, ...more);
}
require("node:module").syncBuiltinESMExports();
`;

/** A folder with a drive that hangs and a stick with a copy. */
function createDisks() {
  const disks = createFolder();
  for (const name of ["hangs", "stick"]) mkdirSync(join(disks, name));
  writeFileSync(join(disks, "stick/backup.tar"), "an archive");
  writeFileSync(join(disks, "hang.cjs"), HANG);
  return {
    disks,
    drive: join(disks, "hangs"),
    copy: join(disks, "stick/backup.tar"),
    hang: join(disks, "hang.cjs"),
  };
}

/** The first line that the process prints about these folders. It is killed afterwards. */
async function firstLine(hang: string, ...args: readonly string[]): Promise<unknown> {
  const program = join(import.meta.dirname, "../../src/ops/backup/drives/drive-process.ts");
  const child = spawn(process.execPath, ["--require", hang, program, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line);
  return null;
}

test("a drive that hangs hides no copy on another one, whether it is permitted itself or lies beside the other", async () => {
  const { disks, drive, copy, hang } = createDisks();
  for (const permitted of [[disks], [drive, join(disks, "stick")]])
    expect(await firstLine(hang, "copies", createFolder(), ...permitted)).toMatchObject({ path: copy });
  expect(await firstLine(hang, "copy", copy, createFolder(), drive, join(disks, "stick"))).toEqual({
    isAllowed: true,
    path: copy,
  });
});

test("a drive that does not respond is refused with a sentence, and the server itself never touches it", async () => {
  const { disks, drive } = createDisks();
  const { admin } = await startServer({ settings: { RESTORE_FOLDERS: disks } });
  const { ms } = driveLimit;
  onTestFinished(() => {
    driveLimit.ms = ms;
  });
  // Shorter than any process takes.
  driveLimit.ms = 0;
  expect(touched.splice(0)).toContain("mkdirSync");
  const silent = {
    status: 502,
    body: { message: "The folder does not respond. Check the network drive." },
  };
  const destination = { kind: "folder", path: drive };
  expect(await admin.post(TARGETS, { name: "NAS", destination })).toMatchObject(silent);
  expect(await admin.post(RESTORES, { source: { kind: "folder", path: drive } })).toMatchObject(silent);
  expect(await admin.get(`${RESTORES}/copies`)).toMatchObject({ status: 200, body: [] });
  expect(touched).toEqual([]);
});
