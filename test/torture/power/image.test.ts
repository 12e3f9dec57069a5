import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolder } from "../../harness/folder.ts";
import { seededRandom } from "../random.ts";
import { diskAt, readStart } from "./disk.ts";
import { writeImage } from "./image.ts";
import type { Change } from "./journal.ts";

// The possible states of one file after a power failure, over many tries: "" is an empty file, null a missing one.

type Step = Change extends infer C ? (C extends Change ? Omit<C, "end"> : never) : never;

const FILE = 1n;
const FOLDER = 2n;
const TRIES = 200;
const created: Step = { kind: "created", inode: FILE, path: "/new" };
const wrote: Step = { kind: "wrote", inode: FILE, offset: 0, bytes: Buffer.from("ab") };
const renamed: Step = { kind: "renamed", inode: FILE, path: "/new", to: "/photo" };
const removed: Step = { kind: "removed", path: "/photo" };
const synced = (inode: bigint, token = inode): Step[] => [
  { kind: "syncBegan", inode, token },
  { kind: "syncEnded", inode, token },
];

/** All states of `/photo` in images of a disk after these changes, without repetition, in order. */
function leftOf(steps: readonly Step[]): (string | null)[] {
  const scratch = createFolder();
  writeFileSync(join(scratch, "other"), "");
  const { root } = readStart(scratch);
  const start = { root, inodes: new Map([[FOLDER, root]]) };
  const changes = steps.map((step, index) => ({ ...step, end: index + 1 }) as Change);
  const random = seededRandom(1);
  const found = new Set<string | null>();
  for (let tried = 0; tried < TRIES; tried++) {
    const image = join(scratch, "image");
    writeImage(diskAt(start, changes, changes.length), image, random);
    const photo = join(image, "photo");
    found.add(existsSync(photo) ? readFileSync(photo, "latin1") : null);
    rmSync(image, { recursive: true });
  }
  return [...found].sort();
}

const durable = [created, wrote, ...synced(FILE), renamed, ...synced(FOLDER)];

test.each<[string, Step[], (string | null)[]]>([
  ["written, synced, renamed, its folder synced: always there", durable, ["ab"]],
  ["its folder never synced: perhaps there, but whole", durable.slice(0, -2), ["ab", null]],
  ["its folder's sync not over yet: perhaps there, but whole", durable.slice(0, -1), ["ab", null]],
  [
    "renamed without a sync of its bytes: there, whole, in part or empty",
    [created, wrote, renamed, ...synced(FOLDER)],
    ["", "\0b", "a", "ab"],
  ],
  [
    "written after its sync had begun: the sync is not for that",
    [created, ...synced(FILE).slice(0, 1), wrote, ...synced(FILE).slice(1), renamed, ...synced(FOLDER)],
    ["", "\0b", "a", "ab"],
  ],
  ["removed without a sync of the folder: perhaps still there", [...durable, removed], ["ab", null]],
  ["removed, its folder synced: gone", [...durable, removed, ...synced(FOLDER, 3n)], [null]],
])("%s", (_, steps, expected) => {
  expect(leftOf(steps)).toEqual(expected.toSorted());
});

test("writes after the cut are in no image", () => {
  const scratch = createFolder();
  const { root } = readStart(scratch);
  const changes = durable.map((step, index) => ({ ...step, end: index + 1 }) as Change);
  writeImage(
    diskAt({ root, inodes: new Map([[FOLDER, root]]) }, changes, 1),
    join(scratch, "image"),
    seededRandom(2),
  );
  expect(existsSync(join(scratch, "image", "photo"))).toBe(false);
});
