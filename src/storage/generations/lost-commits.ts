import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import type { SyncedPosition } from "./folder-state.ts";
import {
  type Checksum,
  frameChecksum,
  isCommitFrame,
  nextChecksum,
  readWal,
  readWalHeader,
  type WalHeader,
  walBytes,
} from "./wal.ts";

/**
 * Whether whole commits stand behind a part of the log that can't be read, where SQLite's recovery ends in silence. `lost`:
 * the log ends before what was known to be on the disk (`noted`). `behind`: it does not, and a power cut may have kept
 * later writes and not earlier ones of those that were never synced. A log that merely ends early, as in a copy made
 * while the box works, has `none`. Safe beside a writer that appends.
 */
export function lostCommits(log: string, noted: SyncedPosition | null): "none" | "behind" | "lost" {
  // The log carries none of SQLite's locks: opening and closing it beside a working box is harmless.
  const fd = openSync(log, "r");
  try {
    const head = readWalHeader(fd);
    if (head === null) return "lost";
    const { end } = readWal(fd, head);
    const found = commitAfter(fd, head, end.frames);
    // What was appended between the two readings follows from the end itself.
    if (!found || readWal(fd, head, end, 1).commits > 0) return "none";
    const isKnown = noted !== null && basename(log) === `${noted.generation}-wal`;
    return isKnown && end.frames < noted.frames ? "lost" : "behind";
  } finally {
    closeSync(fd);
  }
}

/** True when behind the end a commit follows from the frame before it, by the checksum that this one carries. */
function commitAfter(fd: number, head: WalHeader, from: number): boolean {
  const frame = Buffer.alloc(walBytes(head, 1) - walBytes(head, 0));
  const { size } = fstatSync(fd);
  let before: Checksum | null = null;
  for (let frames = from; walBytes(head, frames + 1) <= size; frames++) {
    readSync(fd, frame, 0, frame.length, walBytes(head, frames));
    if (before !== null && nextChecksum(frame, head, before) !== null && isCommitFrame(frame)) return true;
    before = frameChecksum(frame);
  }
  return false;
}
