import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bytesToCheck } from "../../src/ops/backup/restore/restore.ts";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { contentsOf } from "./contents.ts";
import { copyOf, ran, sharedFilledFolder } from "./copies.ts";
import { countsOf, createEarlierFolder } from "./restore-folders.ts";

// A copy is untrusted: root opens it and moves it, and never reads inside it.

const [UID, GID] = [1234, 2345];
const isRoot = process.getuid?.() === 0;

const filled = await sharedFilledFolder();

/** Runs the command; returns its result, and the databases that each of its processes has opened, by user. */
async function watched(...args: string[]) {
  const notes = createFolder();
  chmodSync(notes, 0o777);
  const hook = join(notes, "hook.mjs");
  writeFileSync(
    hook,
    `import { writeFileSync } from "node:fs";
     import { createRequire } from "node:module";
     const { prototype } = createRequire(${JSON.stringify(PROGRAMS.restore)})("better-sqlite3");
     const opened = new Set();
     for (const method of ["prepare", "pragma", "exec"]) {
       const original = prototype[method];
       prototype[method] = function (...given) {
         opened.add(this.name);
         return original.apply(this, given);
       };
     }
     process.on("exit", () => {
       const note = JSON.stringify({ uid: process.getuid(), opened: [...opened] });
       writeFileSync(${JSON.stringify(notes)} + "/" + process.pid, note);
     });`,
  );
  chmodSync(hook, 0o644);
  const result = await ran([process.execPath, "--import", hook, PROGRAMS.restore, ...args]);
  const seen = readdirSync(notes)
    .filter((name) => /^\d+$/.test(name))
    .map((name) => JSON.parse(readFileSync(join(notes, name), "utf8")));
  const openedBy = (uid: number): string[] =>
    seen.filter((one) => one.uid === uid).flatMap(({ opened }) => opened);
  return { ...result, openedBy };
}

/** A data folder of another user, and a folder around it that everybody may pass. */
function othersFolder(): string {
  const into = createEarlierFolder(filled);
  chmodSync(join(into, ".."), 0o755);
  chownSync(into, UID, GID);
  return into;
}

test.runIf(isRoot)("a folder that only root may read needs space for its duplicate too", async () => {
  const copy = copyOf(filled);
  const owner = { uid: UID, gid: GID };
  const bytes = await bytesToCheck(copy, owner);
  writeFileSync(join(copy, "photos", "more"), Buffer.alloc(1_000_000));
  expect(await bytesToCheck(copy, owner)).toBe(bytes + 1_000_000);
  expect(await bytesToCheck(copy, null)).toBeLessThan(bytes);
});

const tarOf = async (folder: string) => {
  const archive = join(createFolder(), "copy.tar");
  await ran(["tar", "-cf", archive, "-C", folder, "."]);
  return archive;
};

test.runIf(isRoot).each<[string, () => Promise<string>]>([
  ["an archive that only root may read", () => tarOf(copyOf(filled))],
  ["a folder that only root may read", async () => copyOf(filled)],
])("%s is read as the owner of the data folder, not as root", async (_, copy) => {
  const into = othersFolder();
  const { status, stderr, lines, openedBy } = await watched(await copy(), "--into", into);
  expect(stderr).toContain("Restored to ");
  expect(status).toBe(0);
  expect(lines[2]).toMatch(/^Whole: /);
  expect(contentsOf(into)).toEqual(countsOf(filled));
  for (const name of [".", ...readdirSync(into, { recursive: true, encoding: "utf8" })]) {
    const { uid, gid } = statSync(join(into, name));
    expect([uid, gid], name).toEqual([UID, GID]);
  }
  expect(openedBy(UID)).toContainEqual(expect.stringMatching(/\/check\/tally-[^/]+\.db$/));
  // Its own locks alone.
  expect(openedBy(0).filter((name) => !name.endsWith("tallybox.lock"))).toEqual([]);
});

test.runIf(isRoot)("a link in a folder that only root may read is not followed", async () => {
  const copy = copyOf(filled);
  rmSync(join(copy, "device-codes.key"));
  rmSync(join(copy, "tls"), { recursive: true, force: true });
  symlinkSync("/etc/shadow", join(copy, "device-codes.key"));
  mkdirSync(join(copy, "tls"), { recursive: true });
  symlinkSync("/etc/shadow", join(copy, "tls", "server.key"));
  const into = othersFolder();
  expect((await watched(copy, "--into", into)).status).toBe(0);
  expect(readdirSync(into)).not.toContain("device-codes.key");
  expect(readdirSync(into, { recursive: true })).not.toContain("tls/server.key");
});

test.runIf(isRoot)(
  "a damaged archive is refused with its own exit status, and leaves nothing behind",
  async () => {
    const copy = copyOf(filled);
    writeFileSync(join(copy, "jwt.key"), "short");
    const into = othersFolder();
    const before = contentsOf(into);
    const { status, stderr } = await watched(await tarOf(copy), "--into", into);
    expect(stderr).toContain("Nothing was restored to");
    expect(status).toBe(12);
    expect(contentsOf(into)).toEqual(before);
    expect(readdirSync(join(into, ".."))).toEqual(["data"]);
  },
);
