import { readSync } from "node:fs";

// The write-ahead log as SQLite defines it (sqlite.org/fileformat2, 4): a head of 32 bytes, then frames: 24 bytes of head
// and one page each, under a checksum that runs through the whole file.

const HEAD = 32;
const FRAME_HEAD = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;
const READ_AT_ONCE = 1024 * 1024;

/** What the head of a log says. */
export interface WalHeader {
  readonly pageSize: number;
  readonly salts: readonly [number, number];
  readonly isBigEndian: boolean;
  readonly checksum: Checksum;
}

/** The two words that run through the log. */
export type Checksum = readonly [number, number];

/** Up to where a log has been read: whole frames, and the checksum there. */
export interface WalPosition {
  readonly frames: number;
  readonly checksum: Checksum;
}

/** The committed pages that one reading found. */
export interface WalPages {
  /** By page number (from 1), where the newest content of each stands in the log. */
  readonly offsets: ReadonlyMap<number, number>;
  /** Pages of the database after the last commit; null where no commit was found. */
  readonly databasePages: number | null;
  readonly commits: number;
  /** The end of the last commit: where the next reading goes on. */
  readonly end: WalPosition;
}

/** The head of the log behind `fd`; null where there is none or it is damaged. */
export function readWalHeader(fd: number): WalHeader | null {
  const bytes = Buffer.alloc(HEAD);
  if (readSync(fd, bytes, 0, HEAD, 0) < HEAD) return null;
  const magic = bytes.readUInt32BE(0);
  if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return null;
  const isBigEndian = magic === MAGIC_BIG;
  const checksum = sum(bytes.subarray(0, HEAD - 8), [0, 0], isBigEndian);
  if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return null;
  const size = bytes.readUInt32BE(8);
  const salts = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  return { pageSize: size === 1 ? 65536 : size, salts, isBigEndian, checksum };
}

/** Bytes of a log with so many frames. */
export function walBytes(head: WalHeader, frames: number): number {
  return HEAD + frames * (FRAME_HEAD + head.pageSize);
}

/**
 * Reads the frames after `from` (default: all) up to the last whole commit, as SQLite's recovery does: the first frame
 * that is cut, of another salt or checksum ends it. Safe beside a writer that appends.
 */
export function readWal(
  fd: number,
  head: WalHeader,
  from?: WalPosition,
  mostCommits = Number.POSITIVE_INFINITY,
): WalPages {
  const frameSize = FRAME_HEAD + head.pageSize;
  const framesAtOnce = Math.max(1, Math.floor(READ_AT_ONCE / frameSize));
  const buffer = Buffer.alloc(framesAtOnce * frameSize);
  const offsets = new Map<number, number>();
  const pending = new Map<number, number>();
  let end = from ?? { frames: 0, checksum: head.checksum };
  let databasePages: number | null = null;
  let commits = 0;
  let { frames, checksum } = end;
  for (;;) {
    const start = walBytes(head, frames);
    const whole = Math.floor(readSync(fd, buffer, 0, buffer.length, start) / frameSize);
    for (let i = 0; i < whole; i++) {
      const frame = buffer.subarray(i * frameSize, (i + 1) * frameSize);
      const next = nextChecksum(frame, head, checksum);
      if (next === null) return { offsets, databasePages, commits, end };
      checksum = next;
      pending.set(frame.readUInt32BE(0), start + i * frameSize + FRAME_HEAD);
      frames++;
      const pages = frame.readUInt32BE(4);
      if (pages === 0) continue;
      for (const [page, offset] of pending) offsets.set(page, offset);
      pending.clear();
      databasePages = pages;
      commits++;
      end = { frames, checksum };
      if (commits === mostCommits) return { offsets, databasePages, commits, end };
    }
    if (whole < framesAtOnce) return { offsets, databasePages, commits, end };
  }
}

/** The checksum after this frame, null where the frame does not follow. */
export function nextChecksum(frame: Buffer, head: WalHeader, before: Checksum): Checksum | null {
  if (frame.readUInt32BE(8) !== head.salts[0] || frame.readUInt32BE(12) !== head.salts[1]) return null;
  const begun = sum(frame.subarray(0, 8), before, head.isBigEndian);
  const after = sum(frame.subarray(FRAME_HEAD), begun, head.isBigEndian);
  const [first, second] = frameChecksum(frame);
  return after[0] === first && after[1] === second ? after : null;
}

/** The checksum that a frame carries. */
export function frameChecksum(frame: Buffer): Checksum {
  return [frame.readUInt32BE(16), frame.readUInt32BE(20)];
}

/** True for the last frame of a transaction. */
export function isCommitFrame(frame: Buffer): boolean {
  return frame.readUInt32BE(4) !== 0;
}

function sum(bytes: Buffer, [first, second]: Checksum, isBigEndian: boolean): Checksum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [one, two] = [first, second];
  for (let i = 0; i < bytes.length; i += 8) {
    one = (one + view.getUint32(i, !isBigEndian) + two) >>> 0;
    two = (two + view.getUint32(i + 4, !isBigEndian) + one) >>> 0;
  }
  return [one, two];
}
