import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { basename } from "node:path";
import type { Written } from "./state.ts";
import { readWal, readWalHead, type WalHead, type WalPosition, walBytes } from "./wal.ts";

const FRAME_HEAD = 24;

/**
 * Whether whole commits stand behind a part of the log that can't be read, where SQLite's recovery ends in silence. `lost`:
 * the log ends before what was known to be on the disk (`noted`). `behind`: it does not, and a power cut may have kept
 * later writes and not earlier ones of those that were never synced. A log that merely ends early, as in a copy made
 * while the box works, has `none`. Safe beside a writer that appends.
 */
export function lostCommits(log: string, noted: Written | null): "none" | "behind" | "lost" {
  // The log carries none of SQLite's locks: opening and closing it beside a working box is harmless.
  const fd = openSync(log, "r");
  try {
    const head = readWalHead(fd);
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

/** A commit that follows from some frame after the end of the chain, by the checksum that this frame carries. */
function commitAfter(fd: number, head: WalHead, from: number): boolean {
  const { size } = fstatSync(fd);
  const bytes = Buffer.alloc(FRAME_HEAD);
  for (let frames = from; walBytes(head, frames + 2) <= size; frames++) {
    readSync(fd, bytes, 0, FRAME_HEAD, walBytes(head, frames));
    if (bytes.readUInt32BE(8) !== head.salts[0] || bytes.readUInt32BE(12) !== head.salts[1]) continue;
    const position: WalPosition = {
      frames: frames + 1,
      checksum: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    };
    if (readWal(fd, head, position, 1).commits > 0) return true;
  }
  return false;
}
