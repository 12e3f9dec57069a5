import { basename } from "node:path";
import { bytesOf, countFrames, type Generation } from "./generations.ts";
import { readWalHeader, walBytes } from "./wal.ts";

/** Files that stay as long as they are held. */
export interface SnapshotLease {
  readonly files: readonly LeasedFile[];
  release(): void;
}

/** Read it through this descriptor alone (and leave it open): closing any other of a live file drops SQLite's locks. */
export interface LeasedFile {
  /** In the data folder. */
  readonly name: string;
  readonly fd: number;
  /** Up to here it belongs to the moment. */
  readonly bytes: number;
}

/** Who holds which generation. */
export interface SnapshotLeases {
  acquire(generation: Generation): SnapshotLease;
  hasLeases(): boolean;
  /** Closes a superseded generation as soon as nobody holds it. */
  closeWhenReleased(generation: Generation): void;
  /** Closes the superseded ones that are held yet: the storage ends. */
  closeSuperseded(): void;
}

/** Nobody holds anything yet. */
export function makeSnapshotLeases(): SnapshotLeases {
  const holders = new Map<Generation, number>();
  const superseded = new Set<Generation>();

  function closeIfFree(generation: Generation): void {
    if (holders.has(generation) || !superseded.delete(generation)) return;
    generation.close();
  }
  function release(generation: Generation): void {
    const left = (holders.get(generation) ?? 0) - 1;
    if (left > 0) holders.set(generation, left);
    else holders.delete(generation);
    closeIfFree(generation);
  }

  return {
    acquire(generation) {
      const { main } = bytesOf(generation);
      const head = readWalHeader(generation.walFd);
      if (head === null) throw new Error("the log has no head");
      // Not the file's length: behind the last commit a transaction that was taken back may have left room for later ones.
      const log = walBytes(head, countFrames(generation));
      const name = basename(generation.file);
      let isHeld = true;
      holders.set(generation, (holders.get(generation) ?? 0) + 1);
      return {
        files: [
          { name, fd: generation.mainFd, bytes: main },
          { name: `${name}-wal`, fd: generation.walFd, bytes: log },
        ],
        release() {
          if (isHeld) release(generation);
          isHeld = false;
        },
      };
    },
    hasLeases: () => holders.size > 0,
    closeWhenReleased(generation) {
      superseded.add(generation);
      closeIfFree(generation);
    },
    closeSuperseded() {
      for (const generation of superseded) generation.close();
      superseded.clear();
      holders.clear();
    },
  };
}
