import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../random.ts";
import type { FileChange, FileNode, FolderNode } from "./disk.ts";

/** The disk's behaviour for unsynced changes: the share that it keeps, and the share of kept writes that it tears. */
interface Mood {
  readonly keeps: number;
  readonly tears: number;
  /** Keeps the first ones and drops the rest, as most disks usually do. */
  readonly isInOrder: boolean;
}

const MOODS: readonly Mood[] = [
  { keeps: 0, tears: 0, isInOrder: false },
  { keeps: 1, tears: 0, isInOrder: false },
  { keeps: 1, tears: 0.5, isInOrder: false },
  { keeps: 0.5, tears: 0, isInOrder: false },
  { keeps: 0.5, tears: 0.3, isInOrder: false },
  { keeps: 0.9, tears: 0.1, isInOrder: false },
  { keeps: 0.1, tears: 0.5, isInOrder: false },
  { keeps: 0.5, tears: 1, isInOrder: true },
  { keeps: 0.9, tears: 0, isInOrder: true },
];
const SECTOR = 512;

/**
 * Writes the state of a disk after a power failure into `folder`, which is created: all synced changes, and a random part
 * of the others.
 */
export function writeImage(disk: FolderNode, folder: string, random: Random): void {
  const mood = random.pick(MOODS);
  const writeFolder = (node: FolderNode, path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const [name, child] of namesIn(node, mood, random)) {
      if (child.kind === "folder") writeFolder(child, join(path, name));
      else writeFileSync(join(path, name), contentOf(child, mood, random), { mode: 0o600 });
    }
  };
  writeFolder(disk, folder);
}

function namesIn(node: FolderNode, mood: Mood, random: Random): FolderNode["atFirst"] {
  const names = new Map(node.atFirst);
  for (const { add, remove } of left(node, mood, random)) {
    if (remove !== undefined) names.delete(remove);
    if (add) names.set(add.name, add.node);
  }
  return names;
}

function contentOf(node: FileNode, mood: Mood, random: Random): Buffer {
  let content = Buffer.from(node.atFirst);
  let length = content.length;
  const room = (needed: number) => {
    if (needed <= content.length) return;
    const larger = Buffer.alloc(Math.max(needed, content.length * 2));
    content.copy(larger, 0, 0, length);
    content = larger;
  };
  const lasting = new Set(node.changes.slice(0, node.synced));
  for (const change of left(node, mood, random)) {
    if (change.kind === "truncate") {
      room(change.length);
      // Bytes behind the end are lost, even where the file grows again.
      content.fill(0, Math.min(length, change.length));
      length = change.length;
      continue;
    }
    for (const { offset, bytes } of lasting.has(change) ? [change] : torn(change, mood, random)) {
      room(offset + bytes.length);
      bytes.copy(content, offset);
      length = Math.max(length, offset + bytes.length);
    }
  }
  return content.subarray(0, length);
}

/** The synced changes, and a random part of the others, in order. */
function left<C>(
  { changes, synced }: { changes: readonly C[]; synced: number },
  mood: Mood,
  random: Random,
): C[] {
  const rest = changes.slice(synced);
  const kept = mood.isInOrder
    ? rest.slice(0, Math.ceil(rest.length * random.between(0, mood.keeps)))
    : rest.filter(() => random.isBelow(mood.keeps));
  return [...changes.slice(0, synced), ...kept];
}

type Write = Extract<FileChange, { kind: "write" }>;

/** The stored parts of a write: all of it; or its beginning, its end, or both without the middle. */
function torn(write: Write, mood: Mood, random: Random): Write[] {
  const { length } = write.bytes;
  if (!random.isBelow(mood.tears) || length < 2) return [write];
  const isBySector = random.isBelow(0.5);
  const cut = () => {
    const at = random.below(length + 1);
    return isBySector ? at - (at % SECTOR) : at;
  };
  const [first, second] = [cut(), cut()].sort((a, b) => a - b) as [number, number];
  const head = { ...write, bytes: write.bytes.subarray(0, first) };
  const tail = { ...write, offset: write.offset + second, bytes: write.bytes.subarray(second) };
  return random.pick([[head], [tail], [head, tail]]).filter(({ bytes }) => bytes.length > 0);
}
