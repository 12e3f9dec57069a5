import { basename } from "node:path";
import type { Clock } from "../platform/clock.ts";
import { saveAppState } from "./app-state.ts";
import { type CommittedWrite, makeGroupCommit, type NotPromise } from "./database/group-commit.ts";
import { preparer } from "./database/prepared.ts";
import { type Reader, startReader } from "./database/reader.ts";
import type { TableName } from "./database/schema.ts";
import { type Db, sqlite, statement, type Tx } from "./database/statement.ts";
import type { WriteOptions } from "./database/transaction.ts";
import { makeVersions, type Versions } from "./database/versions.ts";
import { makeWorkerTransactions, type WorkerTransaction } from "./database/worker-transaction.ts";
import { watchDiskReserve } from "./disk-reserve.ts";
import { createdAt } from "./file-names.ts";
import { bytesOf, countFrames, type Generation, listGenerations } from "./generations/generations.ts";
import { MAIN_FILE_STATE } from "./generations/main-file-checksum.ts";
import { startGenerationMaintenance } from "./generations/maintenance.ts";
import { type OpeningPhase, openNewestGeneration } from "./generations/opening.ts";
import { makeRotation } from "./generations/rotation.ts";
import { makeSnapshotLeases, type SnapshotLease } from "./generations/snapshot-lease.ts";
import { makeWalSync } from "./generations/wal-sync.ts";
import { makeListeners } from "./listeners.ts";
import type { ReadEvent, StorageStatus } from "./storage-status.ts";

/** The data folder, open: its database, its disk, its reader thread. */
export interface Storage {
  readonly folder: string;
  readonly db: Db;
  readonly versions: Versions;
  readonly reader: Reader;
  /** True when this start made the database. */
  readonly isNew: boolean;
  /** True when this start found the folder copied: its photos may not be on the disk yet. */
  readonly isCopied: boolean;
  /** Names these data and what becomes of them here: change numbers mean something only on one time line. */
  readonly timeline: string;
  /**
   * Runs `work` in a write transaction; what it throws undoes it, and rejects. `tenantId` is whose data it changes, null
   * for the box as a whole. The change is on the disk only after `durable()`, which the edge awaits before every answer.
   * Rejects with Unavailable while the disk is nearly full, but for what the reserve is kept for (logins).
   */
  write<T>(
    tenantId: number | null,
    work: (tx: Tx) => NotPromise<T>,
    options?: WriteOptions,
  ): Promise<NotPromise<T>>;
  /**
   * Runs the work of a module as one write transaction in a thread of its own, for what would hold the event loop: other
   * writes wait meanwhile, reads go on. Rejects with what the work throws, undone; with Unavailable when it is aborted.
   */
  runWorkerTransaction<R, P = unknown>(tenantId: number, job: WorkerTransaction<P>): Promise<R>;
  /** Ends the long writes that run or wait, for the box stops: they are undone and reject, and the other writes go on. */
  abortWorkerTransactions(): void;
  /** Throws Unavailable while the disk is nearly full, or would be with these bytes: before work that would fill it further. */
  assertDiskSpace(bytes?: number): void;
  durable(): Promise<void> | null;
  /** Calls `listener` after each commit with the tables that it wrote, until what it gives is called. */
  onCommit(listener: (tables: ReadonlySet<TableName>) => void): () => void;
  /** Calls `listener` with each query that is run: for the tests of what an endpoint shows, and where it is read. */
  onRead(listener: (read: ReadEvent) => void): void;
  /** Calls `listener` after each flush of the log with its milliseconds. */
  onSync(listener: (ms: number) => void): void;
  /** How the folder is now. */
  status(): StorageStatus;
  /**
   * The files of the open generation as they are now, with all that is written by now: a consistent database when they are
   * read up to these lengths. Until `release` neither they nor a photo is removed.
   */
  leaseSnapshot(): SnapshotLease;
  /**
   * ISO 8601: what was deleted before this time is deleted in every generation that is kept, so that its files may go. Null
   * while files are held.
   */
  removableBefore(): string | null;
  /** Moves to the next generation now. For the tests; the log's size asks for it otherwise. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

/** What a storage is opened with. */
export interface StorageOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserveBytes: number;
  /** The log may grow to this, or to the size of the main file, before the next generation. Default 128 MiB. */
  readonly logBytes?: number;
  /** Called when a sync failed: must end the process, for what is on the disk is unknown then. */
  readonly onSyncFailure: (error: Error) => void;
  /** Told of what goes wrong without a caller to tell it to. */
  readonly onError?: (error: Error, what: string) => void;
  /** Reports each step of the start that may take long. */
  readonly onPhase?: (phase: OpeningPhase) => void;
  /** Stops before this migration's successor: for the tests of old folders. */
  readonly schemaVersion?: number;
}

const LOG_BYTES = 128 * 1024 * 1024;

const newestChange = statement((p: { id: number }) =>
  sqlite.selectFrom("changeCounter").select(["change", "at"]).where("id", "=", p.id),
);

/** Opens the data folder, makes it on first use. Rejects with StartRefused and the reason when it can't be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { folder, clock } = options;
  const first = await openNewestGeneration(options);
  const { state } = first;
  const trouble = options.onError ?? (() => {});
  let generation: Generation = first.generation;
  let prepare = preparer(generation.db);
  const held = makeSnapshotLeases();
  const reads = makeListeners<ReadEvent>();
  const commitments = makeListeners<ReadonlySet<TableName>>();
  const syncs = makeListeners<number>();
  const db: Db = {
    query(text) {
      reads.notify({ tables: text.reads, isInReaderThread: false });
      return prepare(text);
    },
  };
  const newest = newestChange.first(db, { id: 1 });
  if (newest === null) throw new Error("the change counter is missing");
  const versions = makeVersions(newest.change);
  const sync = makeWalSync(() => generation.walFd, options.onSyncFailure, syncs.notify);
  const reserve = watchDiskReserve(folder, options.reserveBytes, (error) => trouble(error, "a write failed"));
  const reader = startReader(generation.file);

  const committed = (written: readonly CommittedWrite[]) => {
    sync.committed();
    reserve.recordWrite(true);
    const tables = new Set<TableName>();
    for (const one of written) {
      versions.changed(one.tenantId, one.tables, one.change);
      for (const table of one.tables) tables.add(table);
    }
    commitments.notify(tables);
  };
  const commits = makeGroupCommit(() => generation.db, db, clock, reserve, committed);
  const long = makeWorkerTransactions({ commits, clock, reserve, current: () => generation, committed });

  const renewal = makeRotation({
    folder,
    current: () => generation,
    now: clock.now,
    pauseWrites: commits.pauseWrites,
    flush: async () => {
      await sync.durable();
    },
    switchTo(next) {
      const superseded = generation;
      generation = next;
      isSure = true;
      prepare = preparer(next.db);
      reader.switchTo(next.file);
      held.closeWhenReleased(superseded);
      state.supersede(superseded.name);
    },
    saveChecksum: (sha256) =>
      commits.write(null, (tx) => saveAppState(tx, MAIN_FILE_STATE, { sha256 }), { evenWhenLow: true }),
    onDiverged: options.onSyncFailure,
  });
  let isSure = !first.mustRotate;
  const written = () =>
    isSure ? { generation: generation.name, frames: countFrames(generation) } : first.synced;
  const house = startGenerationMaintenance({
    ...options,
    logBytes: options.logBytes ?? LOG_BYTES,
    onError: trouble,
    state,
    rotation: renewal,
    reserve,
    mustRotate: first.mustRotate,
    current: () => generation,
    isLeased: held.hasLeases,
    async saveTime() {
      const now = written();
      await sync.durable();
      await state.saveTime(clock.iso(), now);
    },
  });

  let closing: Promise<void> | null = null;
  async function close(): Promise<void> {
    await long.stop();
    await house.stop();
    // Made after all that were asked for before; where the disk takes nothing, they were told so.
    await commits.write(null, () => null, { evenWhenLow: true }).catch(() => {});
    await commits.pauseWrites();
    await sync.durable();
    reserve.stop();
    await reader.stop();
    const end = written();
    held.closeSuperseded();
    generation.close();
    try {
      state.end(clock.iso(), end, isSure);
    } catch (error) {
      // A disk that takes nothing now: the next start finds out that nothing is missing.
      trouble(error instanceof Error ? error : new Error(String(error)), "the clean end was not noted");
    } finally {
      first.unlock();
    }
  }

  return {
    folder,
    db,
    versions,
    reader: {
      ...reader,
      rows(query) {
        reads.notify({ tables: query.reads, isInReaderThread: true });
        return reader.rows(query);
      },
    },
    isNew: first.isNew,
    isCopied: !first.isNew && state.previous.isCopied,
    timeline: state.timeline,
    write: commits.write,
    runWorkerTransaction: long.run,
    abortWorkerTransactions: long.abort,
    assertDiskSpace: reserve.check,
    durable: sync.durable,
    onCommit: commitments.add,
    onRead: reads.add,
    onSync: syncs.add,
    status: () => ({
      generation: basename(generation.file),
      logBytes: bytesOf(generation).log,
      ...reserve.status(),
      workerTransactionQuietMs: long.quietMs(),
    }),
    leaseSnapshot: () => held.acquire(generation),
    removableBefore() {
      const oldest = listGenerations(folder)[0];
      return held.hasLeases() || oldest === undefined ? null : createdAt(oldest);
    },
    rotate: () => renewal.run(false),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
