import {
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../harness/folder.ts";
import { PROGRAMS } from "../harness/programs.ts";
import { setSchemaVersion } from "../storage/storage-setup.ts";
import { contentsOf } from "./contents.ts";
import { copyOf, mainFileOf, photoFilesOf, ran, restoreProcess, sharedFilledFolder } from "./copies.ts";
import { restore } from "./restoring.ts";

const filled = await sharedFilledFolder();

/** Turns over all bits of one byte. */
function flip(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = 255 - (bytes[at] ?? 0);
  writeFileSync(file, bytes);
}
const logOf = (folder: string) => `${mainFileOf(folder)}-wal`;
/** A byte in the middle of a log, in the page of a frame that is not the last. */
const middleOf = (log: string) => {
  const frame = 24 + 4096;
  return 32 + Math.floor(statSync(log).size / frame / 2) * frame + 600;
};

test("three lines state what a copy holds, up to when, and that it is whole, without a change in it", async () => {
  const copy = copyOf(filled);
  const before = contentsOf(copy);
  const { status, lines, stderr } = await restoreProcess(copy);
  expect(lines).toEqual([
    'Holds: "Riverside Warehouse", "Hilltop Store"; 520 articles, 10 stocktakes, 4 photos, 7 users',
    expect.stringMatching(
      /^Up to: \d{4}-\d\d-\d\d \d\d:\d\d:\d\d \S+ \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\), change \d+; data version \d+, written by tallybox \d\S*, this is tallybox \d/,
    ),
    "Whole: the database and the files of all its photos are as they were written",
  ]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(contentsOf(copy)).toEqual(before);
});

test("a copy on a read-only disk can be checked", async () => {
  const copy = copyOf(filled);
  const script = `mount --bind ${copy} ${copy} && mount -o remount,bind,ro ${copy} && exec "$0" "$@"`;
  const { status, lines } = await ran([
    "unshare",
    "-Urm",
    "sh",
    "-c",
    script,
    process.execPath,
    PROGRAMS.restore,
    copy,
  ]);
  expect(lines[2]).toMatch(/^Whole: /);
  expect(status).toBe(0);
});

const damages: [string, (folder: string) => void, RegExp, number][] = [
  [
    "main file is cut",
    (folder) => truncateSync(mainFileOf(folder), 8192),
    /truncated \(8192 of \d+ bytes\)/,
    12,
  ],
  [
    "main file has another byte in a page",
    (folder) => flip(mainFileOf(folder), 3 * 4096 + 2000),
    /is not as it was written/,
    12,
  ],
  [
    "first page is not SQLite's",
    (folder) => writeFileSync(mainFileOf(folder), "hello".repeat(4096)),
    /is not a database/,
    12,
  ],
  ["main file is gone, its log is there", (folder) => rmSync(mainFileOf(folder)), /only its log exists/, 12],
  ["log is gone", (folder) => rmSync(logOf(folder)), /log is missing/, 12],
  ["log is empty", (folder) => truncateSync(logOf(folder)), /log is damaged/, 12],
  [
    "log has another byte in the middle",
    (folder) => flip(logOf(folder), middleOf(logOf(folder))),
    /damaged in the middle/,
    12,
  ],
  [
    "data are of a newer program",
    (folder) => setSchemaVersion(folder, 9999),
    /NOT usable here: the data are of version 9999, .*; start the newer program/,
    11,
  ],
  [
    "data are of a version that is too old",
    (folder) => setSchemaVersion(folder, 27),
    /NOT usable here: the data are of version 27, .*; start them once with tallybox 0\.1\.0/,
    13,
  ],
  [
    "settings are half a file",
    (folder) => writeFileSync(join(folder, "settings.json"), '{"Port": 80'),
    /settings\.json is not valid JSON/,
    12,
  ],
  ["key is cut", (folder) => truncateSync(join(folder, "jwt.key"), 5), /jwt\.key is truncated/, 12],
];
test.each(damages)(
  "a copy whose %s is not whole, and the check says so",
  async (_, damage, sentence, expected) => {
    const copy = copyOf(filled);
    damage(copy);
    const before = contentsOf(copy);
    const { status, lines, stderr } = await restore(copy);
    expect([...lines, stderr].join("\n")).toMatch(sentence);
    expect(lines.join("\n")).not.toMatch(/^Whole/m);
    expect(status).toBe(expected);
    expect(contentsOf(copy)).toEqual(before);
  },
);

const photoDamages: [string, (file: string) => void, RegExp][] = [
  ["missing", (file) => rmSync(file), / is missing/],
  ["empty", (file) => truncateSync(file), / is empty/],
  ["cut", (file) => truncateSync(file, 100), / (has 100 of \d+ bytes|is damaged)/],
  ["another by one bit", (file) => flip(file, 200), / is damaged/],
];
test.each(photoDamages)("a photo file that is %s is named", async (_, damage, sentence) => {
  const copy = copyOf(filled);
  const [file = ""] = photoFilesOf(copy);
  damage(file);
  const { status, lines } = await restore(copy);
  expect(lines[2]).toMatch(/^NOT whole, 1 problem: photo \d+ \(photos/);
  expect(lines[2]).toMatch(sentence);
  expect(lines[2]).toContain(basename(file));
  expect(status).toBe(12);
});

test("of many problems the first are named and all are counted", async () => {
  const copy = copyOf(filled);
  const files = photoFilesOf(copy);
  rmSync(join(copy, "photos"), { recursive: true });
  const { status, lines } = await restoreProcess(copy);
  expect(status).toBe(12);
  expect(files.length).toBe(8);
  expect(lines[2]).toMatch(/^NOT whole, 8 problems: (photo \d+ \S+ is missing; ){5}and 3 more$/);
});

test("a truncated log holds less: the second line states up to when, and a warning what the server knew", async () => {
  const whole = await restore(copyOf(filled));
  const copy = copyOf(filled);
  truncateSync(logOf(copy), Math.floor(statSync(logOf(copy)).size * 0.98));
  const { status, lines, stderr } = await restore(copy);
  const changeOf = (line = "") => Number(/change (\d+)/.exec(line)?.[1]);
  expect(changeOf(lines[1])).toBeLessThan(changeOf(whole.lines[1]));
  expect(stderr).toMatch(/^note: its log ends earlier than the server has recorded/);
  expect(status).toBe(0);
});

test("the newest complete generation is used, an incomplete and an older one are ignored", async () => {
  const copy = copyOf(filled);
  const main = mainFileOf(copy);
  const older = join(dirname(main), "tally-20200101T000000000Z.db");
  writeFileSync(older, "of no use any more");
  writeFileSync(`${older}-wal`, "");
  writeFileSync(join(copy, "new-tally-20990101T000000000Z.db"), "unfinished");
  expect((await restore(copy)).status).toBe(0);
  const newer = join(dirname(main), "tally-20990101T000000000Z.db");
  cpSync(main, newer);
  expect((await restore(copy)).lines[2]).toMatch(/20990101\S+ the database's log is missing/);
});

test.each<[string, () => string[], RegExp, number]>([
  ["nothing", () => [], /The folder or archive to restore is missing\. Usage: npm run restore/, 1],
  ["two copies", () => ["a", "b"], /Unexpected argument "b"\./, 1],
  ["an unknown option", () => ["--force", "x"], /Unknown option '--force'/, 1],
  ["a missing path", () => ["/nonexistent/copy"], /no such folder or archive/, 1],
  ["an empty folder", () => [createFolder()], /contains no tallybox database/, 13],
  ["a file that is no archive", () => [createFile("hello")], /a truncated archive, or not an archive/, 12],
  [
    "--without-missing-photos alone",
    () => [createFolder(), "--without-missing-photos"],
    /requires --into/,
    1,
  ],
])("%s is refused with an error of one sentence", async (_, args, sentence, expected) => {
  const { status, lines, stderr } = await restore(...args());
  expect(stderr).toMatch(sentence);
  expect(stderr.trimEnd()).not.toContain("\n");
  expect(lines).toEqual([]);
  expect(status).toBe(expected);
});

function createFile(content: string): string {
  const file = join(createFolder(), "archive.tar");
  writeFileSync(file, content);
  return file;
}

test("a folder that holds the data folder, as an unpacked archive does, is a copy too", async () => {
  const copy = copyOf(filled);
  expect((await restore(dirname(copy))).status).toBe(0);
});

test("the check leaves nothing behind, and keys that a USB stick makes readable to all are no problem", async () => {
  const copy = copyOf(filled);
  chmodSync(join(copy, "jwt.key"), 0o755);
  const tmp = createFolder();
  const { status } = await ran([process.execPath, PROGRAMS.restore, copy], { TMPDIR: tmp });
  expect(status).toBe(0);
  expect(Object.keys(contentsOf(tmp))).toEqual([]);
  expect(existsSync(`${mainFileOf(copy)}-shm`)).toBe(existsSync(`${mainFileOf(filled)}-shm`));
});
