import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Fetched } from "../../../src/ops/backup/console/plan.ts";
import { faultOfPlan, planError } from "../../../src/ops/backup/console/plan-errors.ts";
import { openSnapshot } from "../../../src/ops/backup/console/snapshot-source.ts";
import { Repository } from "../../../src/ops/backup/restic/repository.ts";
import { Restic } from "../../../src/ops/backup/restic/restic.ts";
import { runProgram } from "../../../src/ops/programs/run.ts";
import { createFolder } from "../../harness/folder.ts";
import { folderDestination, needsRestic } from "./targets.ts";

needsRestic();

const never = new AbortController().signal;
const ignored = () => undefined;

/** A repository with one backup of a file of 200 KB. */
async function createRepository() {
  const destination = folderDestination();
  const access = { destination, secrets: {}, passphrase: "abcd" };
  const repository = new Repository(access, { work: createFolder(), cache: null });
  await repository.init();
  const folder = createFolder();
  writeFileSync(join(folder, "a.json"), Buffer.alloc(200_000, "0123456789abcdef~"));
  const at = "2026-11-20T10:30:00.000Z";
  const contents = {
    host: "tallybox-a",
    folder,
    names: ["a.json"],
    at,
    change: 1,
    version: "1",
    uploadKiBps: null,
  };
  const { snapshot } = await repository.backup(contents, null, () => undefined);
  return { access, repository, folder, path: destination.path, snapshot };
}

/** Lets the restores of restic end with these messages. */
function failRestores(messages: (into: string) => string): void {
  const { run } = Restic.prototype;
  const failing = vi.spyOn(Restic.prototype, "run").mockImplementation(async function (
    this: Restic,
    args,
    more,
  ) {
    const end = await run.call(this, args, more);
    const [command, , , into = ""] = args;
    return command === "restore" ? { ...end, status: 1, messages: messages(into) } : end;
  });
  onTestFinished(() => failing.mockRestore());
}

function scratchFolder(): string {
  const scratch = join(createFolder(), "scratch");
  mkdirSync(scratch);
  return scratch;
}

test("a backup is restored by the id that its run has, or by the whole one", async () => {
  const { access, repository, folder, snapshot } = await createRepository();
  const [whole] = await repository.snapshots();
  expect(whole?.id).toMatch(new RegExp(`^${snapshot}`));
  for (const id of [snapshot, whole?.id ?? ""]) {
    const fetched: Fetched[] = [];
    const { path } = await openSnapshot(access, id, 0)(scratchFolder(), never, (now) => fetched.push(now));
    expect(fetched[0]).toEqual({ bytes: 0, totalBytes: expect.any(Number) });
    expect(fetched[0]?.totalBytes).toBeGreaterThan(0);
    expect(readFileSync(join(path, "a.json"))).toEqual(readFileSync(join(folder, "a.json")));
  }
  for (const id of [snapshot.slice(0, 7), "00000000"])
    await expect(openSnapshot(access, id, 0)(scratchFolder(), never, ignored)).rejects.toMatchObject({
      kind: "noRepository",
    });
});

test.each(["new-disk/data", "photos/new-site/data", "[a]*?\\b/data", "linked"])(
  "the data folder %s is backed up, without drafts of photos",
  async (path) => {
    const { repository } = await createRepository();
    const folder = join(createFolder(), path);
    if (path === "linked") symlinkSync(createFolder(), folder);
    mkdirSync(join(folder, "photos", "ab"), { recursive: true });
    for (const name of ["a.json", "photos/ab/1.jpg", "photos/new-draft"])
      writeFileSync(join(folder, name), "x");
    const at = "2026-11-20T10:30:00.000Z";
    const contents = {
      host: "tallybox-a",
      folder,
      names: ["a.json", "photos"],
      at,
      change: 1,
      version: "1",
      uploadKiBps: null,
    };
    const { snapshot, files } = await repository.backup(contents, null, ignored);
    expect(files).toBe(2);
    const restored = createFolder();
    await repository.restore(snapshot, restored);
    expect(readdirSync(restored, { recursive: true }).sort()).toEqual([
      ...["a.json", "photos", "photos/ab", "photos/ab/1.jpg"],
    ]);
  },
);

test("damaged data are told when they are restored", async () => {
  const { repository, path, snapshot } = await createRepository();
  const packs = readdirSync(join(path, "data"), { recursive: true, encoding: "utf8" })
    .map((name) => join(path, "data", name))
    .filter((file) => statSync(file).isFile());
  for (const pack of packs) {
    const bytes = readFileSync(pack);
    writeFileSync(pack, bytes.fill(0, 10, 30));
  }
  await expect(repository.restore(snapshot, createFolder())).rejects.toMatchObject({ kind: "damaged" });
});

/** A server that takes connections and never responds. */
async function startSilentServer() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    kind: "rest" as const,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    user: null,
  };
}

test("a target that takes connections and never responds ends a restore, a size and a removal", async () => {
  const access = { destination: await startSilentServer(), secrets: {}, passphrase: "abcd" };
  const work = createFolder();
  const repository = new Repository(access, { work, cache: null, stallMs: 1000 });
  const keep = { hourly: 0, daily: 1, weekly: 0, monthly: 0 };
  const calls = [
    repository.restore("ab12cd34", createFolder()),
    repository.bytes(),
    repository.forget("tallybox-a", keep, null),
  ];
  expect(await Promise.allSettled<unknown>(calls)).toMatchObject(
    calls.map(() => ({ status: "rejected", reason: { kind: "stalled" } })),
  );
});

test("a program that can't be killed is left alone", async () => {
  // The inner program keeps the output open after the outer one was killed.
  const { lines, wasStopped } = await runProgram({
    ...{ program: "/bin/sh", args: ["-c", "sleep 1000 & echo $!; wait"], env: { PATH: "/usr/bin:/bin" } },
    timeoutMs: 500,
  });
  process.kill(Number(lines[0]), "SIGKILL");
  expect(wasStopped).toBe("timeout");
});

test("of a program that writes, the bytes are told while it runs", async () => {
  const script = `
    require("node:fs").writeFileSync("/dev/null", Buffer.alloc(3_000_000));
    process.stdin.resume();
    setInterval(() => {}, 1000);`;
  const stop = new AbortController();
  const { wasStopped } = await runProgram({
    ...{ program: process.execPath, args: ["-e", script], env: {}, signal: stop.signal },
    onWritten: (bytes) => bytes >= 3_000_000 && stop.abort(),
  });
  expect(wasStopped).toBe("aborted");
});

test("a program that reads goes on for longer than the time of a stall", async () => {
  const script = `
    const { openSync, readSync } = require("node:fs");
    const zeros = openSync("/dev/zero");
    const read = () => readSync(zeros, Buffer.alloc(200_000));
    const timer = setInterval(read, 20);
    setTimeout(() => clearInterval(timer), 4000);`;
  const { status, wasStopped } = await runProgram({
    ...{ program: process.execPath, args: ["-e", script], env: {} },
    stallMs: 2000,
  });
  expect([status, wasStopped]).toEqual([0, null]);
});

test.each([
  [
    "full",
    (into: string) => `${into}/photos/ab/c.jpg`,
    "The server's disk has too little space for this restore.",
  ],
  ["target", () => "/mnt/nas/locks/1", "The target is full. Free some space there, or keep fewer backups."],
])("a disk that becomes full during a restore is named: %s", async (reason, file, message) => {
  const { access, snapshot } = await createRepository();
  failRestores(
    (into) =>
      `ignoring error for /c.jpg: write ${file(into)}: no space left on device\nFatal: There were 1 errors`,
  );
  const error = await openSnapshot(access, snapshot, 0)(scratchFolder(), never, ignored).catch((one) => one);
  expect(planError(faultOfPlan(error), "en")).toMatchObject({ reason, message });
});
