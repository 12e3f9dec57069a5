import { basename } from "node:path";
import { bytesOf, countFrames, type Generation } from "./generations.ts";
import { readWalHeader, walBytes } from "./wal.ts";

/** Files of a generation that stay unchanged until `release`. */
export interface SnapshotLease {
  readonly files: readonly LeasedFile[];
  release(): void;
}

/** A leased file. Read it only through `fd` and do not close it: closing a descriptor of a live file drops SQLite's locks. */
interface LeasedFile {
  /** File name in the data folder. */
  readonly name: string;
  readonly fd: number;
  /** The length of the file at the time of the lease. */
  readonly bytes: number;
}

/** The leases of all generations. */
export type SnapshotLeases = ReturnType<typeof makeSnapshotLeases>;

/** Makes an empty set of leases. */
export function makeSnapshotLeases() {
  const leases = new Map<Generation, number>();
  const superseded = new Set<Generation>();

  function closeIfFree(generation: Generation): void {
    if (leases.has(generation) || !superseded.delete(generation)) return;
    generation.close();
  }
  function release(generation: Generation): void {
    const remaining = (leases.get(generation) ?? 0) - 1;
    if (remaining > 0) leases.set(generation, remaining);
    else leases.delete(generation);
    closeIfFree(generation);
  }

  return {
    acquire(generation: Generation) {
      const { main } = bytesOf(generation);
      const header = readWalHeader(generation.walFd);
      if (header === null) throw new Error("the log has no header");
      // Not the file's length: a rolled-back transaction may have left space after the last commit.
      const log = walBytes(header, countFrames(generation));
      const name = basename(generation.file);
      let isLeased = true;
      leases.set(generation, (leases.get(generation) ?? 0) + 1);
      return {
        files: [
          { name, fd: generation.mainFd, bytes: main },
          { name: `${name}-wal`, fd: generation.walFd, bytes: log },
        ],
        release() {
          if (isLeased) release(generation);
          isLeased = false;
        },
      };
    },
    hasLeases: () => leases.size > 0,
    /** True for the name of a generation that has a lease. */
    isLeased: (name: string) => leases.keys().some(({ file }) => basename(file) === name),
    /** Closes a superseded generation as soon as it has no lease. */
    closeWhenReleased(generation: Generation) {
      superseded.add(generation);
      closeIfFree(generation);
    },
    /** Closes superseded generations that are still leased, when the storage closes. */
    closeSuperseded() {
      for (const generation of superseded) generation.close();
      superseded.clear();
      leases.clear();
    },
  };
}
