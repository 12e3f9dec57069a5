import { fstatSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Database } from "better-sqlite3";
import type { Clock } from "../clock.ts";
import { openFolder } from "./folder.ts";
import {
  createGeneration,
  type Generation,
  generationName,
  listGenerations,
  openGeneration,
} from "./generations.ts";
import { groupCommit, type NotPromise, type WriteOptions } from "./group-commit.ts";
import { migrate } from "./migrations.ts";
import { type Reader, startReader } from "./reader.ts";
import { type Reserve, watchReserve } from "./reserve.ts";
import type { TableName } from "./schema.ts";
import { type Db, preparer, sqlite, statement, type Tx } from "./statement.ts";
import { makeVersions, type Versions } from "./versions.ts";
import { walSync } from "./wal-sync.ts";

/** The data folder, open: its database, its disk, its reader thread. */
export interface Storage {
  readonly folder: string;
  readonly db: Db;
  readonly versions: Versions;
  readonly reader: Reader;
  /** True when this start made the database. */
  readonly isNew: boolean;
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
  /** Throws Unavailable while the disk is nearly full: before work that would fill it further. */
  demandRoom(): void;
  durable(): Promise<void> | null;
  /** Calls `listener` after each commit with the tables that it wrote. */
  onCommit(listener: (tables: ReadonlySet<TableName>) => void): void;
  /** Calls `listener` with the tables of each query that is run: for the tests of what an endpoint shows. */
  onRead(listener: (tables: readonly TableName[]) => void): void;
  /** Calls `listener` after each flush of the log with its milliseconds. */
  onSync(listener: (ms: number) => void): void;
  /** How the folder is now. */
  status(): StorageStatus;
  /**
   * The files of the open generation as they are now, with all that is written by now: a consistent database when they are
   * read up to these lengths. Until `release` neither they nor a photo is removed.
   */
  hold(): Held;
  close(): Promise<void>;
}

export interface StorageStatus {
  /** File name of the open generation's main file. */
  readonly generation: string;
  /** Bytes of its log. */
  readonly logBytes: number;
  /** Bytes free on the disk, as last looked at. */
  readonly freeBytes: number;
  /** True while writes are refused for want of room. */
  readonly isLow: boolean;
}

/** Files that stay as long as they are held. */
export interface Held {
  readonly files: readonly { readonly path: string; readonly bytes: number }[];
  release(): void;
}

export interface StorageOptions {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserveBytes: number;
  /** Called when a sync failed: must end the process, for what is on the disk is unknown then. */
  readonly onSyncFailure: (error: Error) => void;
  /** Stops before this migration's successor: for the tests of old folders. */
  readonly schemaVersion?: number;
}

const newestChange = statement((p: { id: number }) =>
  sqlite.selectFrom("changeCounter").select(["change", "at"]).where("id", "=", p.id),
);

/** Opens the data folder, makes it on first use. Throws StartRefused with the reason when it can't be used. */
export function openStorage(options: StorageOptions): Storage {
  const { folder, clock } = options;
  const { isNew, unlock } = openFolder(folder);
  let generation: Generation;
  try {
    generation = openNewest(options);
  } catch (error) {
    unlock();
    throw error;
  }
  const prepare = preparer(generation.db);
  if (fstatSync(generation.walFd).size === 0) firstCommit(generation.db, clock);
  const readListeners: ((tables: readonly TableName[]) => void)[] = [];
  const commitListeners: ((tables: ReadonlySet<TableName>) => void)[] = [];
  const db: Db = {
    query(text) {
      for (const listener of readListeners) listener(text.reads);
      return prepare(text);
    },
  };
  const newest = newestChange.first(db, { id: 1 });
  if (newest === null) throw new Error("the change counter is missing");
  clock.notBefore(Date.parse(newest.at));
  const versions = makeVersions(newest.change);
  const syncListeners: ((ms: number) => void)[] = [];
  const sync = walSync(
    () => generation.walFd,
    options.onSyncFailure,
    (ms) => {
      for (const listener of syncListeners) listener(ms);
    },
  );
  const reserve: Reserve = watchReserve(folder, options.reserveBytes);
  const reader = startReader(generation.file);

  const write = groupCommit(generation.db, db, clock, reserve, (written) => {
    sync.committed();
    const tables = new Set<TableName>();
    for (const one of written) {
      versions.changed(one.tenantId, one.tables, one.change);
      for (const table of one.tables) tables.add(table);
    }
    for (const listener of commitListeners) listener(tables);
  });

  return {
    folder,
    db,
    versions,
    reader,
    isNew,
    write,
    demandRoom: reserve.check,
    durable: sync.durable,
    onCommit: (listener) => commitListeners.push(listener),
    onRead: (listener) => readListeners.push(listener),
    onSync: (listener) => syncListeners.push(listener),
    status: () => ({
      generation: basename(generation.file),
      logBytes: fstatSync(generation.walFd).size,
      ...reserve.seen(),
    }),
    hold: () => ({
      files: [
        { path: generation.file, bytes: statSync(generation.file).size },
        { path: `${generation.file}-wal`, bytes: fstatSync(generation.walFd).size },
      ],
      release() {},
    }),
    async close() {
      // The turn in which writes that were asked for just now are committed.
      await new Promise(setImmediate);
      await sync.durable();
      reserve.stop();
      await reader.stop();
      generation.close();
      unlock();
    },
  };
}

/** Begins the log at once, on the disk: from now on a folder without one has lost it. */
function firstCommit(db: Database, clock: Clock): void {
  db.pragma("synchronous = FULL");
  db.prepare("UPDATE changeCounter SET at = ?").run(clock.iso());
  db.pragma("synchronous = NORMAL");
}

function openNewest({ folder, clock, schemaVersion }: StorageOptions): Generation {
  const newest = listGenerations(folder).at(-1) ?? generationName(clock.now(), undefined);
  const prepare = (db: Database) => migrate(db, join(folder, newest), schemaVersion);
  if (listGenerations(folder).length === 0) createGeneration(folder, newest, prepare);
  return openGeneration(folder, newest, prepare);
}
