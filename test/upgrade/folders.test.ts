import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MAX_BUNDLE_BYTES } from "../../src/ops/upgrade/bundle.ts";
import type { FolderReader } from "../../src/ops/upgrade/folders.ts";
import { createFolder } from "../harness/folder.ts";
import { startServerWithClock } from "../harness/server.ts";
import { createSigner } from "../release/signer.ts";
import { addFolderTarget, bundleOf, createMachine, INSTALLED, requestIn } from "./machine.ts";

const NEWER = "99.0.0";
const nameOf = (version: string, arch: string = process.arch) => `tallybox-${version}-linux-${arch}.tar.gz`;
const NAME = nameOf(NEWER);

interface Given {
  /** In place of the process that reads folders. */
  readonly readFolder?: FolderReader;
  readonly settings?: Record<string, string>;
}

/** A server with a folder as a target of backups. */
async function startWithFolder({ readFolder, settings = {} }: Given = {}) {
  const machine = createMachine();
  machine.install(INSTALLED, { "0001-schema.sql": "one" });
  const nas = createFolder();
  const upgradePlaces = { ...machine.places, ...(readFolder && { readFolder }) };
  const { clock, server } = await startServerWithClock({ upgradePlaces, settings });
  const target = await addFolderTarget(server, "NAS", nas);
  const { admin } = server;
  const state = async () => (await admin.get("/api/upgrade")).body;
  const fetchBundle = (name = NAME, targetId = target) => admin.put("/api/upgrade/fetch", { targetId, name });
  /** Puts a bundle with its signature into the folder. */
  const put = (version: string, arch?: string, signer = machine.signer) => {
    const bundle = bundleOf(version, arch);
    writeFileSync(join(nas, nameOf(version, arch)), bundle);
    writeFileSync(join(nas, `${nameOf(version, arch)}.sig`), signer.sign(bundle));
    return bundle;
  };
  return { machine, nas, server, clock, target, admin, state, fetchBundle, put };
}

test("newer bundles for this processor at the top of the folders are listed, the newest first", async () => {
  const { nas, target, clock, state, put } = await startWithFolder();
  expect((await state()).folderBundles).toBeNull();
  await expect.poll(async () => (await state()).folderBundles).toEqual([]);
  for (const version of ["99.2.0", "99.10.0", "0.0.1", INSTALLED]) put(version);
  put("99.3.0", process.arch === "x64" ? "arm64" : "x64");
  mkdirSync(join(nas, nameOf("99.4.0")));
  symlinkSync(nameOf("99.2.0"), join(nas, nameOf("99.5.0")));
  spawnSync("mkfifo", [join(nas, nameOf("99.6.0"))]);
  mkdirSync(join(nas, "below"));
  writeFileSync(join(nas, "below", nameOf("99.7.0")), bundleOf("99.7.0"));
  expect((await state()).folderBundles).toEqual([]);
  clock.advance(30_000);
  const bytes = bundleOf("99.2.0").length;
  await expect
    .poll(async () => (await state()).folderBundles)
    .toMatchObject([
      { targetId: target, targetName: "NAS", name: nameOf("99.10.0"), version: "99.10.0" },
      { targetId: target, targetName: "NAS", name: nameOf("99.2.0"), version: "99.2.0", bytes },
    ]);
});

test("of a full folder 24 bundles are listed", async () => {
  const { put, state } = await startWithFolder();
  for (let minor = 0; minor < 30; minor++) put(`99.${minor}.0`);
  await expect.poll(async () => (await state()).folderBundles?.length).toBe(24);
  expect((await state()).folderBundles[0].version).toBe("99.29.0");
});

test("a bundle is copied from the folder, checked and kept as an upload is, and can be installed", async () => {
  const { server, admin, put, fetchBundle } = await startWithFolder();
  const bundle = put(NEWER);
  const { status, body } = await fetchBundle();
  expect({ status, bundle: body.bundle }).toMatchObject({
    status: 200,
    bundle: { name: NAME, version: NEWER, bytes: bundle.length },
  });
  expect(readFileSync(join(server.folder, "upgrade/bundle.tar.gz"))).toEqual(bundle);
  expect(readdirSync(server.folder).filter((name) => name.startsWith("new-"))).toEqual([]);
  expect((await admin.put("/api/upgrade/begin", { version: NEWER })).status).toBe(200);
  expect(requestIn(server.folder)).toBe("upgrade\n");
  expect((await fetchBundle()).body.message).toBe("An upgrade is running already.");
  const events = await admin.get("/api/security-events?kind=upgradeRequested");
  expect(events.body.map(({ details }: { details: object }) => details)).toEqual([
    { action: "upgrade", version: NEWER },
    { action: "fetch", version: NEWER },
  ]);
});

test.each<[string, (path: string) => void, RegExp]>([
  ["a bundle that is gone", (path) => rmSync(path), /^The bundle is no longer in the folder/],
  ["a link", (path) => replace(path, () => symlinkSync("/etc/hostname", path)), /is a link or a folder/],
  ["a pipe", (path) => replace(path, () => spawnSync("mkfifo", [path])), /is a link or a folder/],
  ["a folder", (path) => replace(path, () => mkdirSync(path)), /is a link or a folder/],
  [
    "a file that is too large",
    (path) => spawnSync("truncate", ["-s", String(MAX_BUNDLE_BYTES + 1), path]),
    /is too large/,
  ],
  ["a missing signature", (path) => rmSync(`${path}.sig`), /^The signature is missing/],
  [
    "a link as the signature",
    (path) => replace(`${path}.sig`, () => symlinkSync("/etc/hostname", `${path}.sig`)),
    /is a link or a folder/,
  ],
  [
    "a signature that is too large",
    (path) => writeFileSync(`${path}.sig`, "x".repeat(17_000)),
    /is too large/,
  ],
  [
    "another signature",
    (path) => writeFileSync(`${path}.sig`, createSigner().sign(bundleOf(NEWER))),
    /^The signature does not match the bundle/,
  ],
  ["no bundle", (path) => writeFileSync(path, "letter"), /^The signature does not match the bundle/],
])("%s is refused, and the earlier bundle stays", async (_, spoil, message) => {
  const { nas, server, put, state, fetchBundle } = await startWithFolder();
  put("99.1.0");
  expect((await fetchBundle(nameOf("99.1.0"))).status).toBe(200);
  put(NEWER);
  spoil(join(nas, NAME));
  const { status, body } = await fetchBundle();
  expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringMatching(message) });
  expect((await state()).bundle.version).toBe("99.1.0");
  expect(readdirSync(server.folder).filter((name) => name.startsWith("new-"))).toEqual([]);
});

test("a bundle in a folder that is older than the program is refused under the name of its field", async () => {
  const { put, fetchBundle } = await startWithFolder();
  put("0.0.1");
  const { body } = await fetchBundle(nameOf("0.0.1"));
  expect(body.errors).toMatchObject([{ path: "name", message: expect.stringMatching(/is older/) }]);
});

function replace(path: string, make: () => void): void {
  rmSync(path);
  make();
}

test("a file that has more than it had at first is refused: it is still being written", async () => {
  const { server, fetchBundle } = await startWithFolder();
  // A file of the kernel has no size, and content.
  const kernel = await addFolderTarget(server, "Kernel", "/proc/self");
  expect((await fetchBundle("status", kernel)).body.message).toMatch(/^The bundle is still being copied/);
});

test("only files at the top of a target are read", async () => {
  const { fetchBundle, put, target } = await startWithFolder();
  put(NEWER);
  for (const name of ["../hostname", "/etc/hostname", "..", "x/../../y"])
    expect((await fetchBundle(name)).status).toBe(400);
  expect((await fetchBundle(NAME, target + 1)).status).toBe(404);
});

test("a folder that hangs delays no response", async () => {
  const { state } = await startWithFolder({ readFolder: () => new Promise(() => {}) });
  for (let time = 0; time < 3; time++) expect((await state()).folderBundles).toBeNull();
});

test("a bundle in a folder that does not respond is refused with a sentence", async () => {
  const { fetchBundle } = await startWithFolder({ readFolder: async () => null });
  expect(await fetchBundle()).toMatchObject({
    status: 502,
    body: { message: "The folder does not respond. Check the network drive, or upload the bundle instead." },
  });
});

test("a folder that did not respond is left alone for five minutes, and others are read", async () => {
  const reads: string[] = [];
  const readFolder: FolderReader = async ([folder = ""]) => {
    reads.push(folder);
    if (folder !== "/proc/self") return null;
    return { error: null, bundles: [{ name: nameOf(`99.${reads.length}.0`), bytes: 1 }] };
  };
  const { server, nas, clock, state } = await startWithFolder({ readFolder });
  await addFolderTarget(server, "Kernel", "/proc/self");
  /** Reads the folders once more. */
  const readAgain = async () => {
    const before = reads.length;
    clock.advance(60_000);
    await expect.poll(async () => [await state(), reads.length].at(-1)).toBeGreaterThan(before);
    return reads.slice(before);
  };
  const rounds = [];
  for (let minute = 0; minute < 7; minute++) rounds.push((await readAgain()).includes(nas));
  expect(rounds).toEqual([true, false, false, false, false, true, false]);
});

test("a process that fails is not started again each second, and hides no other folder", async () => {
  const reads: string[] = [];
  const readFolder: FolderReader = async ([folder = ""]) => {
    reads.push(folder);
    if (folder !== "/proc/self") throw new Error("the process that reads a folder ended with 1");
    return { error: null, bundles: [{ name: NAME, bytes: 1 }] };
  };
  const { server, nas, clock, state } = await startWithFolder({ readFolder });
  await addFolderTarget(server, "Kernel", "/proc/self");
  await expect.poll(async () => (await state()).folderBundles).toMatchObject([{ targetName: "Kernel" }]);
  for (let time = 0; time < 5; time++) await state();
  expect(reads.sort()).toEqual(["/proc/self", nas]);
  clock.advance(60_000);
  await expect.poll(async () => [await state(), reads.length].at(-1)).toBe(3);
  expect(reads.filter((folder) => folder === nas)).toHaveLength(1);
});

test("a disk that is full, before or during the copy, is named", async () => {
  const readFolder: FolderReader = async () => ({ error: "noSpace", bundles: [] });
  for (const given of [{ readFolder }, { settings: { STORAGE_RESERVE_MEGABYTES: "100000000" } }]) {
    const { put, fetchBundle } = await startWithFolder(given);
    put(NEWER);
    expect(await fetchBundle()).toMatchObject({
      status: 503,
      body: { message: "The server's disk is full. Nothing was saved. Free some space and try again." },
    });
  }
});
