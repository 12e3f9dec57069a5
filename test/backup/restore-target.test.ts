import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findInterruptedRestore } from "../../src/ops/backup/data-folder/interrupted-restore.ts";
import { lockFolder } from "../../src/storage/generations/folder.ts";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { contentsOf } from "./contents.ts";
import { copyOf, mainFileOf, photoFilesOf, ran, sharedFilledFolder } from "./copies.ts";
import { asMount, beside, countsOf, createEarlierFolder, keptOf } from "./restore-folders.ts";
import { restore } from "./restoring.ts";

const filled = await sharedFilledFolder();

const createEarlier = () => createEarlierFolder(filled);

test("a copy replaces the data of a server, which are kept beside it", async () => {
  const copy = copyOf(filled);
  mkdirSync(join(copy, "tls"), { recursive: true });
  writeFileSync(join(copy, "tls", "own.pem"), "a certificate");
  writeFileSync(join(copy, "holiday.jpg"), "not ours");
  const into = createEarlier();
  const earlier = contentsOf(into);
  const { status, lines, stderr } = await restore(copy, "--into", into);
  expect(status).toBe(0);
  expect(lines[2]).toMatch(/^Whole: /);
  expect(contentsOf(into)).toEqual(countsOf(copy));
  expect(contentsOf(keptOf(into))).toEqual(earlier);
  expect(stderr).toContain(`Restored to ${into}. The earlier data folder is kept as ${keptOf(into)}.`);
  expect(beside(into)).toEqual(["data", basename(keptOf(into))]);
});

test("a server that was promoted still adds its address after a restore", async () => {
  const into = createEarlier();
  writeFileSync(join(into, "prepared-address"), "");
  expect((await restore(copyOf(filled), "--into", into)).status).toBe(0);
  expect(existsSync(join(into, "prepared-address"))).toBe(true);
});

test("where no data folder exists, the copy becomes it, readable by its owner alone", async () => {
  const copy = copyOf(filled);
  chmodSync(join(copy, "jwt.key"), 0o755);
  const into = join(createFolder(), "srv", "data");
  expect((await restore(copy, "--into", into)).status).toBe(0);
  for (const name of readdirSync(into, { recursive: true, encoding: "utf8" })) {
    const found = statSync(join(into, name));
    expect(found.mode & 0o777, name).toBe(found.isDirectory() ? 0o700 : 0o600);
  }
  expect(beside(into)).toEqual(["data"]);
});

test.runIf(process.getuid?.() === 0)(
  "data that root restores belong to the owner of the earlier data folder",
  async () => {
    const into = createEarlier();
    chmodSync(join(into, ".."), 0o755);
    chownSync(into, 1234, 2345);
    expect((await restore(copyOf(filled), "--into", into)).status).toBe(0);
    for (const name of [".", ...readdirSync(into, { recursive: true, encoding: "utf8" })]) {
      const { uid, gid } = statSync(join(into, name));
      expect([uid, gid], name).toEqual([1234, 2345]);
    }
  },
);

const refusedRestores: [string, (copy: string, into: string) => string[] | undefined, RegExp, number][] = [
  [
    "the copy lies in the folder",
    (_, into) => [join(into, "photos"), "--into", into],
    /the source is inside the target .*\. Copy it/,
    1,
  ],
  [
    "they are the same",
    (_, into) => [into, "--into", into],
    /the source is inside the target .*\. Copy it/,
    1,
  ],
  [
    "they are the same by a link",
    (copy, into) => {
      symlinkSync(into, join(copy, "..", "link"));
      return [into, "--into", join(copy, "..", "link")];
    },
    /the source is inside the target .*\. Copy it/,
    1,
  ],
  [
    "a server uses the folder",
    (_, into) => {
      const { unlock } = lockFolder(into);
      onTestFinished(unlock);
    },
    /already uses this data folder/,
    10,
  ],
  [
    "the copy is damaged",
    (copy) => {
      rmSync(`${mainFileOf(copy)}-wal`);
    },
    /Nothing was restored/,
    12,
  ],
  [
    "a photo is missing",
    (copy) => {
      rmSync(photoFilesOf(copy)[0] ?? "");
    },
    /Nothing was restored/,
    12,
  ],
  [
    "the database is damaged and only missing photos are allowed for",
    (copy, into) => {
      rmSync(photoFilesOf(copy)[0] ?? "");
      writeFileSync(join(copy, "jwt.key"), "short");
      return [copy, "--into", into, "--without-missing-photos"];
    },
    /Nothing was restored/,
    12,
  ],
  [
    "the place holds something else",
    (copy, into) => {
      const documents = join(into, "lost+found");
      mkdirSync(documents);
      writeFileSync(join(documents, "letter.txt"), "Dear Ada,");
      return [copy, "--into", documents];
    },
    /contains "letter\.txt", but no tallybox data/,
    13,
  ],
  [
    "the place is a file",
    (copy, into) => [copy, "--into", join(into, "jwt.key")],
    /jwt\.key: not a folder/,
    13,
  ],
];
test.each(refusedRestores)("nothing is changed where %s", async (_, prepare, sentence, expected) => {
  const copy = copyOf(filled);
  const into = createEarlier();
  const args = prepare(copy, into) ?? [copy, "--into", into];
  const before = contentsOf(into);
  const { status, stderr } = await restore(...args);
  expect(stderr).toMatch(sentence);
  expect(status).toBe(expected);
  expect(contentsOf(into)).toEqual(before);
  expect(beside(into)).toEqual(["data"]);
});

test("missing and damaged photos are left out where the operator says so", async () => {
  const copy = copyOf(filled);
  const [missing = "", damaged = ""] = photoFilesOf(copy);
  rmSync(missing);
  writeFileSync(damaged, "half");
  const into = createEarlier();
  const { status, lines } = await restore(copy, "--into", into, "--without-missing-photos");
  expect(lines[2]).toMatch(/^NOT whole, 2 problems/);
  expect(status).toBe(0);
  expect(photoFilesOf(into).map((file) => basename(file))).toEqual(
    photoFilesOf(filled)
      .map((file) => basename(file))
      .filter((name) => name !== basename(missing) && name !== basename(damaged)),
  );
});

test.each([
  ["to check it", 16],
  ["to copy it", 30],
])("no room %s is refused before anything is changed", async (_, megabytes) => {
  const copy = copyOf(filled);
  const large = `${"ab".repeat(32)}.jpg`;
  // A photo of the copy may exist there already.
  mkdirSync(join(copy, "photos", "ab"), { recursive: true });
  writeFileSync(join(copy, "photos", "ab", large), Buffer.alloc(20 * 1024 * 1024));
  const disk = join(createFolder(), "disk");
  mkdirSync(disk);
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs ${disk} && "$0" "$@"; status=$?; ls -A ${disk}; exit $status`;
  const command = ["unshare", "-Urm", "sh", "-c", script, process.execPath, PROGRAMS.restore, copy];
  const { status, lines, stderr } = await ran([...command, "--into", join(disk, "data")]);
  expect(stderr).toMatch(/not enough disk space; \d+ MB more are needed/);
  expect(status).toBe(15);
  expect(lines.slice(3)).toEqual([]);
});

test("a mount point can't be renamed: its contents are exchanged, and the earlier ones are kept in it", async () => {
  const copy = copyOf(filled);
  const into = createEarlier();
  const earlier = contentsOf(into);
  const { status, stderr } = await ran(asMount(into, copy));
  expect(stderr).toMatch(/The earlier data folder is kept as \S+\/data\/before-/);
  expect(status).toBe(0);
  const kept = readdirSync(into).find((name) => name.startsWith("before-")) ?? "";
  expect(contentsOf(join(into, kept))).toEqual(earlier);
  rmSync(join(into, kept), { recursive: true });
  expect(contentsOf(into)).toEqual(countsOf(copy));
  expect(beside(into)).toEqual(["data"]);
});

test("a finished restore leaves no marker of an interrupted one", async () => {
  const into = createEarlier();
  await restore(copyOf(filled), "--into", into);
  expect(findInterruptedRestore(into)).toBeNull();
  expect(existsSync(keptOf(into))).toBe(true);
});
