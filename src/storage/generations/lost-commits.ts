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
