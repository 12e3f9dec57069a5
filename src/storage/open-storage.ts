import { basename } from "node:path";
import { asError } from "../platform/error-code.ts";
import { saveAppState } from "./app-state.ts";
import { lastChange } from "./database/change-counter.ts";
import { preparer } from "./database/connection.ts";
import { type CommittedWrite, GroupCommit, type PendingWrite } from "./database/group-commit.ts";
import { type Reader, startReader } from "./database/reader.ts";
import type { TableName } from "./database/schema.ts";
import type { Db, QueryText } from "./database/statement.ts";
import { makeVersions, type Versions } from "./database/versions.ts";
import { type DiskReserve, watchDiskReserve } from "./files/disk-reserve.ts";
import { createdAt } from "./files/file-names.ts";
import type { SyncedPosition } from "./generations/folder-state.ts";
import { bytesOf, countFrames, type Generation, listGenerations } from "./generations/generations.ts";
import { MAIN_FILE_STATE } from "./generations/main-file-checksum.ts";
import { GenerationMaintenance } from "./generations/maintenance.ts";
import { type OpenedGeneration, openNewestGeneration } from "./generations/opening.ts";
import { makeRotation, type Rotation } from "./generations/rotation.ts";
import { makeSnapshotLeases, type SnapshotLeases } from "./generations/snapshot-lease.ts";
import { makeWalSync, type WalSync } from "./generations/wal.ts";
import { JobSlices } from "./jobs/slices.ts";
import type { ReadEvent, Storage, StorageOptions } from "./storage.ts";

/** A slice ends earlier as soon as a write waits. */
const SLICE_MS = 50;
const LOG_BYTES = 128 * 1024 * 1024;

/** The parts of an open storage, in the order in which they are made. */
interface StorageParts {
  readonly options: StorageOptions;
  readonly onError: (error: Error, task: string) => void;
  readonly opened: OpenedGeneration;
  readonly active: ActiveGeneration;
  readonly leases: SnapshotLeases;
  readonly sync: WalSync;
  readonly reserve: DiskReserve;
  readonly reader: Reader;
  readonly commits: GroupCommit;
  readonly jobs: JobSlices;
}

/** Opens the data folder, and makes it on first use. Rejects with StartupError when it can't be used. */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { folder, clock, onError = () => {} } = options;
  const opened = await openNewestGeneration(options);
  const active = new ActiveGeneration(opened);
  const leases = makeSnapshotLeases();
  const reads = makeListeners<ReadEvent>();
  const commitListeners = makeListeners<ReadonlySet<TableName>>();
  const writeListeners = makeListeners<PendingWrite>();
  const syncs = makeListeners<number>();
  const db = observedDb(active, reads);
  const newest = lastChange(db);
  const versions = makeVersions(newest.change);
  const current = () => active.current;
  const sync = makeWalSync(() => active.current.walFd, options.onSyncFailure, syncs.notify);
  const reserve = watchDiskReserve(folder, options.reserveBytes, (error) => onError(error, "a write failed"));
  const reader = startReader(active.current.file);
  const committed = commitHandler(sync, reserve, versions, commitListeners);
  const runningJobs = new Map<number, number>();
  const commits = new GroupCommit({
    current: () => active.current.db,
    db,
    clock,
    reserve,
    committed,
    runningJobs,
    beforeCommit: writeListeners.notify,
  });
  const jobs = new JobSlices(
    {
      commits,
      clock,
      reserve,
      versions,
      sliceMs: options.sliceMs ?? SLICE_MS,
      current,
      committed,
      newestChange: () => lastChange(db).change,
    },
    runningJobs,
  );
  const parts = {
    options,
    onError,
    opened,
    active,
    leases,
    sync,
    reserve,
    reader,
    commits,
    jobs,
  };
  const rotation = storageRotation(parts);
  const maintenance = storageMaintenance(parts, rotation);
  let closing: Promise<void> | null = null;
  return {
    folder,
    db,
    versions,
    reader: observedReader(reader, reads),
    isNew: opened.isNew,
    isCopied: !opened.isNew && opened.state.previous.isCopied,
    timeline: opened.state.timeline,
    write: commits.write,
    jobs,
    assertDiskSpace: reserve.check,
    refuseWrites: reserve.refuse,
    durable: sync.durable,
    flush: sync.flush,
    beforeChange: (tables, listener) =>
      writeListeners.add((write) => {
        if (includesAny(write.tables, tables)) listener(write);
      }),
    onChange: (tables, listener) =>
      commitListeners.add((written) => {
        if (includesAny(written, tables)) listener(written);
      }),
    onCommit: commitListeners.add,
    onRead: reads.add,
    onSync: syncs.add,
    ...folderFacts(parts),
    leaseSnapshot: () => leases.acquire(active.current),
    rotate: () => rotation.run(false),
    close() {
      closing ??= closeStorage(parts, maintenance);
      return closing;
    },
  };
}

/** The generation that the storage works on. A rotation replaces it. */
class ActiveGeneration {
  #current: Generation;
  #prepare: ReturnType<typeof preparer>;
  #isSynced: boolean;
  readonly #syncedAtStart: SyncedPosition;

  constructor({ generation, mustRotate, synced }: OpenedGeneration) {
    this.#current = generation;
    this.#prepare = preparer(generation.db);
    this.#isSynced = !mustRotate;
    this.#syncedAtStart = synced;
  }

  get current(): Generation {
    return this.#current;
  }

  /** False while the log may show more than the disk holds. The next rotation ends this. */
  get isSynced(): boolean {
    return this.#isSynced;
  }

  prepare<Row>(text: QueryText<Row>) {
    return this.#prepare(text);
  }

  /** The position that a flush now makes durable. */
  position(): SyncedPosition {
    if (!this.#isSynced) return this.#syncedAtStart;
    return { generation: this.#current.name, frames: countFrames(this.#current) };
  }

  /** Works on another generation from now on. Returns the superseded one, still open. */
  replace(next: Generation): Generation {
    const superseded = this.#current;
    this.#current = next;
    this.#isSynced = true;
    this.#prepare = preparer(next.db);
    return superseded;
  }
}

/** The listeners of one kind of event. */
interface Listeners<T> {
  /** Adds a listener. Returns a function that removes it. */
  add(listener: (event: T) => void): () => void;
  /** Calls every listener with the event. */
  notify(event: T): void;
}

function makeListeners<T>(): Listeners<T> {
  const all = new Set<(event: T) => void>();
  return {
    add(listener) {
      all.add(listener);
      return () => all.delete(listener);
    },
    notify(event) {
      for (const listener of all) listener(event);
    },
  };
}

const includesAny = (written: ReadonlySet<TableName>, tables: readonly TableName[]) =>
  tables.some((table) => written.has(table));

/** Runs after each commit: counts it for the next flush, updates the versions, notifies the listeners. */
function commitHandler(
  sync: WalSync,
  reserve: DiskReserve,
  versions: Versions,
  listeners: Listeners<ReadonlySet<TableName>>,
): (writes: readonly CommittedWrite[]) => void {
  return (writes) => {
    sync.committed();
    reserve.recordWrite(true);
    const tables = new Set<TableName>();
    for (const one of writes) {
      versions.changed(one.tenantId, one.tables, one.change);
      for (const table of one.tables) tables.add(table);
    }
    listeners.notify(tables);
  };
}

function storageRotation({
  options,
  opened,
  active,
  leases,
  sync,
  reader,
  commits,
  jobs,
}: StorageParts): Rotation {
  return makeRotation({
    folder: options.folder,
    current: () => active.current,
    now: options.clock.now,
    pauseWrites: commits.pauseWrites,
    flush: async () => {
      await sync.durable();
      // The last connection to close would write to the main file, so it must not be that of the slices.
      await jobs.disconnect();
    },
    switchTo(next) {
      const superseded = active.replace(next);
      reader.switchTo(next.file);
      leases.closeWhenReleased(superseded);
      opened.state.supersede(superseded.name);
    },
    saveChecksum: (sha256) =>
      commits.write(null, (tx) => saveAppState(tx, MAIN_FILE_STATE, { sha256 }), { evenWhenLow: true }),
    onDiverged: options.onSyncFailure,
  });
}

function storageMaintenance(
  { options, onError, opened, active, leases, sync, reserve }: StorageParts,
  rotation: Rotation,
): { stop(): Promise<void> } {
  return new GenerationMaintenance({
    ...options,
    logBytes: options.logBytes ?? LOG_BYTES,
    onError,
    state: opened.state,
    rotation,
    reserve,
    mustRotate: opened.mustRotate,
    current: () => active.current,
    isLeased: leases.isLeased,
    async saveTime() {
      // The log may have a commit of a job that its worker has not reported yet.
      const position = active.position();
      await sync.flush();
      await opened.state.saveTime(options.clock.iso(), position);
    },
  });
}

function folderFacts({
  options,
  active,
  leases,
  reserve,
}: StorageParts): Pick<Storage, "status" | "removableBefore"> {
  return {
    status: () => ({
      generation: basename(active.current.file),
      logBytes: bytesOf(active.current).log,
      ...reserve.status(),
    }),
    removableBefore() {
      const oldest = listGenerations(options.folder)[0];
      return leases.hasLeases() || oldest === undefined ? null : createdAt(oldest);
    },
  };
}

async function closeStorage(
  { options, onError, opened, active, leases, sync, reserve, reader, commits, jobs }: StorageParts,
  maintenance: { stop(): Promise<void> },
): Promise<void> {
  await jobs.stop();
  await maintenance.stop();
  // An empty write ends after all earlier ones. Where the disk accepts no writes, their callers know it already.
  await commits.write(null, () => null, { evenWhenLow: true }).catch(() => {});
  await commits.pauseWrites();
  await sync.durable();
  reserve.stop();
  await reader.stop();
  const position = active.position();
  leases.closeSuperseded();
  active.current.close();
  try {
    opened.state.end(options.clock.iso(), position, active.isSynced);
  } catch (error) {
    // The disk is not accepting writes. The next start finds that nothing is missing.
    onError(asError(error), "the clean stop was not saved");
  } finally {
    opened.unlock();
  }
}

/** The active database; each read is announced with its tables. */
function observedDb(active: ActiveGeneration, reads: Listeners<ReadEvent>): Db {
  return {
    query(text) {
      reads.notify({ tables: text.reads, isInReaderThread: false });
      return active.prepare(text);
    },
  };
}

/** The reader thread; each read of rows is announced with its tables. */
function observedReader(reader: Reader, reads: Listeners<ReadEvent>): Reader {
  return {
    ...reader,
    rows(query, separator) {
      reads.notify({ tables: query.reads, isInReaderThread: true });
      return reader.rows(query, separator);
    },
  };
}
