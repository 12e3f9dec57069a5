import type { Unavailable } from "../domain/errors.ts";
import type { Clock } from "../platform/clock.ts";
import type { NotPromise, PendingWrite } from "./database/group-commit.ts";
import type { Reader } from "./database/reader.ts";
import type { TableName } from "./database/schema.ts";
import type { Db, Tx } from "./database/statement.ts";
import type { WriteOptions } from "./database/transaction.ts";
import type { Versions } from "./database/versions.ts";
import type { OpeningPhase } from "./generations/opening.ts";
import type { SnapshotLease } from "./generations/snapshot-lease.ts";
import type { JobSlices } from "./jobs/slices.ts";

/** The open data folder: its database, its disk and its reader thread. */
export interface Storage {
  readonly folder: string;
  readonly db: Db;
  readonly versions: Versions;
  readonly reader: Reader;
  /** True when this start created the database. */
  readonly isNew: boolean;
  /** True when this start found a copied folder. Its photos may not be flushed yet. */
  readonly isCopied: boolean;
  /** Identifies these data and their history in this folder. Change numbers are comparable only within one timeline. */
  readonly timeline: string;
  /**
   * Runs `work` in a write transaction. An error of `work` rolls it back and rejects. `tenantId` is the tenant whose data
   * changes; null for the whole server. The change is on the disk only after `durable()`, which the request pipeline awaits
   * before each response. Rejects with Unavailable while the disk is nearly full, except with `evenWhenLow`.
   */
  write<T>(
    tenantId: number | null,
    work: (tx: Tx) => NotPromise<T>,
    options?: WriteOptions,
  ): Promise<NotPromise<T>>;
  /** The slices of jobs (src/jobs/engine.ts). */
  readonly jobs: JobSlices;
  /** Throws Unavailable while the disk is nearly full, or would be with `bytes` more. */
  assertDiskSpace(bytes?: number): void;
  /**
   * Rejects all writes with this error from now on, also those that wait, except with `evenWhenLow`: logins and what the server
   * notes for itself. Null: no longer.
   */
  refuseWrites(error: Unavailable | null): void;
  /** Null when every commit is on the disk; else resolves when the commits so far are. */
  durable(): Promise<void> | null;
  /** Flushes also the last commit of a running job, of which the main thread does not know yet. */
  flush(): Promise<void>;
  /**
   * Calls `listener` at the end of each write of one of the tables, in its transaction; its error is an error of the write. Slices
   * of jobs are not among them. Returns a function that removes it.
   */
  beforeChange(tables: readonly TableName[], listener: (write: PendingWrite) => void): () => void;
  /** Calls `listener` after each commit that wrote one of the tables, with all that it wrote. Returns a function that removes it. */
  onChange(tables: readonly TableName[], listener: (written: ReadonlySet<TableName>) => void): () => void;
  /** Calls `listener` after each commit with the written tables. Returns a function that removes it. */
  onCommit(listener: (written: ReadonlySet<TableName>) => void): () => void;
  /** Calls `listener` with each query. For tests of what an endpoint reads, and where. */
  onRead(listener: (read: ReadEvent) => void): void;
  /** Calls `listener` after each flush of the log with its milliseconds. */
  onSync(listener: (ms: number) => void): void;
  status(): StorageStatus;
  /**
   * Leases the files of the open generation, with every commit so far. Read up to the given lengths, they are a consistent
   * database. Neither they nor photos are removed before `release`.
   */
  leaseSnapshot(): SnapshotLease;
  /**
   * ISO 8601. Records deleted before this time are deleted in every remaining generation, so their files may be removed.
   * Null while a snapshot is leased.
   */
  removableBefore(): string | null;
  /** Moves to the next generation now. For tests; otherwise the size of the log decides. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

/** Options of the storage of one data folder. */
export interface StorageOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserveBytes: number;
  /** The log may grow to this, or to the size of the main file, before the next generation. Default 128 MiB. */
  readonly logBytes?: number;
  /** Milliseconds that a slice of a job works at most before it commits. Default 50. */
  readonly sliceMs?: number;
  /** Called when a flush failed. It must end the process: the content of the disk is unknown then. */
  readonly onSyncFailure: (error: Error) => void;
  /** Reports errors of background work. */
  readonly onError?: (error: Error, task: string) => void;
  /** Reports each step of the start that may take long. */
  readonly onPhase?: (phase: OpeningPhase) => void;
}

/** A query: the tables that it names, and whether the reader thread runs it. */
export interface ReadEvent {
  readonly tables: readonly TableName[];
  readonly isInReaderThread: boolean;
}

/** The current state of the data folder and its disk. */
export interface StorageStatus {
  /** File name of the open generation's main file. */
  readonly generation: string;
  /** Bytes of its log. */
  readonly logBytes: number;
  /** Free bytes of the disk at the last check. */
  readonly freeBytes: number;
  /** Total bytes of the disk. */
  readonly totalBytes: number;
  /** True while writes are rejected for lack of space. */
  readonly isLow: boolean;
  /** True after the disk rejected a write, until it accepts one. */
  readonly isFailing: boolean;
}
