import { type FileHandle, mkdir, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";

/** A worst-case copier: its order of files, and its longest pauses (ms). */
interface Habits {
  readonly random: Random;
  /** Some tools (tar) copy as many bytes as the file had when it was opened, others (cp) to its end. */
  readonly isToTheEnd: () => boolean;
  sleepy(share: number, most: number): Promise<void>;
}

const PAUSES_MS = 4000;
const CHUNKS = [4096, 65_536, 1 << 20];
const PAUSES_IN_A_FILE = 12;

/**
 * Copies a folder that is at work, file by file in any order, with pauses between and within the files. Files that
 * vanish meanwhile are left out, as every tool must.
 */
export async function copyAtWorst(from: string, to: string, random: Random): Promise<void> {
  let left = random.between(0, PAUSES_MS);
  const style = random.below(3);
  const habits: Habits = {
    random,
    isToTheEnd: () => (style === 2 ? random.isBelow(0.5) : style === 1),
    async sleepy(share, most) {
      if (left <= 0 || !random.isBelow(share)) return;
      const ms = Math.min(left, random.between(0, most));
      left -= ms;
      await sleep(ms);
    },
  };
  await copyFolder(from, to, habits);
}

async function copyFolder(from: string, to: string, habits: Habits): Promise<void> {
  const { random, sleepy } = habits;
  await mkdir(to);
  const names = (await readdir(from)).sort();
  const order = random.pick([names, names.toReversed(), random.shuffled(names)]);
  for (const name of order) {
    await sleepy(0.3, 1500);
    const found = await unlessGone(stat(join(from, name)));
    if (found?.isDirectory()) await copyFolder(join(from, name), join(to, name), habits);
    else if (found) await copyFile(join(from, name), join(to, name), habits);
  }
}

async function copyFile(from: string, to: string, habits: Habits): Promise<void> {
  await using source = await unlessGone(open(from, "r"));
  if (source === null) return;
  await using target = await open(to, "wx", 0o600);
  const { size } = await source.stat();
  await copyBytes(source, target, size, habits);
}

async function copyBytes(
  source: FileHandle,
  target: FileHandle,
  size: number,
  habits: Habits,
): Promise<void> {
  const { random, isToTheEnd, sleepy } = habits;
  const end = isToTheEnd() ? Number.POSITIVE_INFINITY : size;
  const buffer = Buffer.alloc(random.pick(CHUNKS));
  const share = (PAUSES_IN_A_FILE * buffer.length) / Math.max(size, 1);
  for (let at = 0; at < end; ) {
    const { bytesRead } = await source.read(buffer, 0, Math.min(buffer.length, end - at), at);
    if (bytesRead === 0) return;
    await target.write(buffer, 0, bytesRead, at);
    at += bytesRead;
    await sleepy(Math.min(share, 0.5), 200);
  }
}

async function unlessGone<T>(promise: Promise<T>): Promise<T | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
