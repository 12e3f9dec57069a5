import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readWal, readWalHead, type WalHead, type WalPosition, walBytes } from "./wal.ts";

const FRAME_HEAD = 24;

/**
 * True when whole commits stand in the log behind a damaged part: SQLite's recovery ends before it and says nothing.
 * A log that merely ends early, as in a copy made while the box works, has none. Safe beside a writer that appends.
 */
export function hasLostCommits(log: string): boolean {
  // The log carries none of SQLite's locks: opening and closing it beside a working box is harmless.
  const fd = openSync(log, "r");
  try {
    const head = readWalHead(fd);
    if (head === null) return true;
    const { end } = readWal(fd, head);
    const found = commitAfter(fd, head, end.frames);
    // What was appended between the two readings follows from the end itself.
    return found && readWal(fd, head, end, 1).commits === 0;
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
