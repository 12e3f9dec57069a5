import { closeSync, fdatasync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import type { SyncedPosition } from "./folder-state.ts";

// SQLite's write-ahead log (sqlite.org/fileformat2, 4): a header of 32 bytes, then frames. A frame has a header of 24 bytes and
// one page. One cumulative checksum runs through the whole file.

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGIC_LITTLE = 0x377f0682;
const MAGIC_BIG = 0x377f0683;
const READ_BYTES = 1024 * 1024;

/** The header of a log. */
export type WalHeader = NonNullable<ReturnType<typeof readWalHeader>>;

/** The two words of the cumulative checksum. */
type Checksum = readonly [number, number];

/** A position in a log: the number of frames before it, and the checksum there. */
export interface WalPosition {
  readonly frames: number;
  readonly checksum: Checksum;
}

/** The committed pages of one read. */
interface WalPages {
  /** The offset of each page's newest content in the log, by page number (from 1). */
  readonly offsets: ReadonlyMap<number, number>;
  /** Pages of the database after the last commit. Null: no commit was found. */
  readonly databasePages: number | null;
  readonly commits: number;
  /** The end of the last commit, where the next read continues. */
  readonly end: WalPosition;
}

/** Reads the header of the log behind `fd`. Null: it is missing or damaged. */
export function readWalHeader(fd: number) {
  const bytes = Buffer.alloc(HEADER_BYTES);
  if (readSync(fd, bytes, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  const magic = bytes.readUInt32BE(0);
  if (magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) return null;
  const isBigEndian = magic === MAGIC_BIG;
  const checksum = sum(bytes.subarray(0, HEADER_BYTES - 8), [0, 0], isBigEndian);
  if (checksum[0] !== bytes.readUInt32BE(24) || checksum[1] !== bytes.readUInt32BE(28)) return null;
  const size = bytes.readUInt32BE(8);
  const salts = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] as const;
  return { pageSize: size === 1 ? 65536 : size, salts, isBigEndian, checksum };
}

/** Bytes of a log with this number of frames. */
export function walBytes(header: WalHeader, frames: number): number {
  return HEADER_BYTES + frames * (FRAME_HEADER_BYTES + header.pageSize);
}

/**
 * Reads the frames after `from` (default: all) up to the last whole commit. Like SQLite's recovery it stops at the first frame
 * that is truncated or has another salt or checksum. Safe while another connection appends.
 */
export function readWal(
  fd: number,
  header: WalHeader,
  from?: WalPosition,
  maxCommits = Number.POSITIVE_INFINITY,
): WalPages {
  const frameSize = FRAME_HEADER_BYTES + header.pageSize;
  const framesAtOnce = Math.max(1, Math.floor(READ_BYTES / frameSize));
  const buffer = Buffer.alloc(framesAtOnce * frameSize);
  const offsets = new Map<number, number>();
  const pending = new Map<number, number>();
  let end = from ?? { frames: 0, checksum: header.checksum };
  let databasePages: number | null = null;
  let commits = 0;
  let { frames, checksum } = end;
  for (;;) {
    const start = walBytes(header, frames);
    const frameCount = Math.floor(readSync(fd, buffer, 0, buffer.length, start) / frameSize);
    for (let i = 0; i < frameCount; i++) {
      const frame = buffer.subarray(i * frameSize, (i + 1) * frameSize);
      const next = nextChecksum(frame, header, checksum);
      if (next === null) return { offsets, databasePages, commits, end };
      checksum = next;
      pending.set(frame.readUInt32BE(0), start + i * frameSize + FRAME_HEADER_BYTES);
      frames++;
      const pages = frame.readUInt32BE(4);
      if (pages === 0) continue;
      for (const [page, offset] of pending) offsets.set(page, offset);
      pending.clear();
      databasePages = pages;
      commits++;
      end = { frames, checksum };
      if (commits === maxCommits) return { offsets, databasePages, commits, end };
    }
    if (frameCount < framesAtOnce) return { offsets, databasePages, commits, end };
  }
}

/** The checksum after this frame. Null: the frame does not follow. */
function nextChecksum(frame: Buffer, header: WalHeader, before: Checksum): Checksum | null {
  if (frame.readUInt32BE(8) !== header.salts[0] || frame.readUInt32BE(12) !== header.salts[1]) return null;
  const begun = sum(frame.subarray(0, 8), before, header.isBigEndian);
  const after = sum(frame.subarray(FRAME_HEADER_BYTES), begun, header.isBigEndian);
  const [first, second] = frameChecksum(frame);
  return after[0] === first && after[1] === second ? after : null;
}

/** The checksum in a frame's header. */
export function frameChecksum(frame: Buffer): Checksum {
  return [frame.readUInt32BE(16), frame.readUInt32BE(20)];
}

/** True for the last frame of a transaction. */
function isCommitFrame(frame: Buffer): boolean {
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

/** Flushes the WAL. Commits during one flush share the next. */
export type WalSync = ReturnType<typeof makeWalSync>;

/**
 * Group commit for a WAL in synchronous=NORMAL: one `fdatasync` of its descriptor in the thread pool. `onSync` gets the
 * milliseconds of each flush. After a failed flush the disk's content is unknown (the kernel may drop the page and succeed the
 * next time), so `onFailure` must end the process. No waiting write is acknowledged then.
 */
export function makeWalSync(
  fd: () => number,
  onFailure: (error: Error) => void,
  onSync: (ms: number) => void = () => {},
) {
  let commits = 0;
  let onDisk = 0;
  let isSyncing = false;
  let waiting: { upTo: number; resolve: () => void }[] = [];

  function sync(): void {
    isSyncing = true;
    const upTo = commits;
    const startedAt = performance.now();
    fdatasync(fd(), (error) => {
      if (error) return onFailure(error);
      onSync(performance.now() - startedAt);
      isSyncing = false;
      onDisk = upTo;
      const reached = waiting.filter((waiter) => waiter.upTo <= upTo);
      waiting = waiting.filter((waiter) => waiter.upTo > upTo);
      for (const waiter of reached) waiter.resolve();
      if (waiting.length > 0 && !isSyncing) sync();
    });
  }
  function durable(): Promise<void> | null {
    if (onDisk === commits) return null;
    const upTo = commits;
    const promise = new Promise<void>((resolve) => waiting.push({ upTo, resolve }));
    if (!isSyncing) sync();
    return promise;
  }
  return {
    /** Records a commit. */
    committed() {
      commits++;
    },
    /** Null when every commit is on the disk; else resolves when the commits so far are. */
    durable,
    /** Flushes also commits that were not recorded yet. */
    async flush() {
      commits++;
      await durable();
    },
  };
}

/**
 * Whether whole commits follow an unreadable part of the log, where SQLite's recovery silently stops. `lost`: the readable part
 * ends before the flushed position (`synced`). `behind`: it does not; a power cut may keep later unflushed writes and lose
 * earlier ones. `none`: the log only ends early, as in a copy of a running server. Safe while another connection appends.
 */
export function lostCommits(log: string, synced: SyncedPosition | null): "none" | "behind" | "lost" {
  // SQLite locks no part of the log, so opening and closing it beside a running server is harmless.
  const fd = openSync(log, "r");
  try {
    const header = readWalHeader(fd);
    if (header === null) return "lost";
    const { end } = readWal(fd, header);
    const found = commitAfter(fd, header, end.frames);
    // Commits appended between the two reads follow directly after the end.
    if (!found || readWal(fd, header, end, 1).commits > 0) return "none";
    const isKnown = synced !== null && basename(log) === `${synced.generation}-wal`;
    return isKnown && end.frames < synced.frames ? "lost" : "behind";
  } finally {
    closeSync(fd);
  }
}

/** True when a valid commit exists after the end. Each frame is checked with the checksum in the frame before it. */
function commitAfter(fd: number, header: WalHeader, from: number): boolean {
  const frame = Buffer.alloc(walBytes(header, 1) - walBytes(header, 0));
  const { size } = fstatSync(fd);
  let before: Checksum | null = null;
  for (let frames = from; walBytes(header, frames + 1) <= size; frames++) {
    readSync(fd, frame, 0, frame.length, walBytes(header, frames));
    if (before !== null && nextChecksum(frame, header, before) !== null && isCommitFrame(frame)) return true;
    before = frameChecksum(frame);
  }
  return false;
}
