import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { nullIfMissing } from "../../platform/error-code.ts";
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { createFunctions } from "../database/connection.ts";
import { syncFolder, syncPath } from "../files/durable-files.ts";
import { isGeneration, UNFINISHED_PREFIX } from "../files/file-names.ts";
import { writeFirstCommit } from "./main-file-checksum.ts";
import { readWal, readWalHeader, walBytes } from "./wal.ts";

// A generation is a main file that never changes after its rename, and a WAL that only grows. So every copy of the folder, file
// by file, is a whole database (docs/decisions/storage.md). The WAL exists before the main file.

/** Pages of a transaction that stay in memory until its end: 512 MB. */
const SPILL_PAGES = 131_072;

/** One open generation: the writing connection, and descriptors of its files. */
export type Generation = ReturnType<typeof openGeneration>;

/** The generations in the folder, oldest first. */
export function listGenerations(folder: string): string[] {
  return readdirSync(folder).filter(isGeneration).sort();
}

/** Opens a generation for writing. Throws StartupError when it can't be read; its files do not change then. */
export function openGeneration(folder: string, name: string) {
  const file = join(folder, name);
  const mainFd = openSync(file, "r");
  const opened: Database.Database[] = [];
  const close = () => {
    for (const database of opened) database.close();
    closeSync(mainFd);
  };
  try {
    const db = openWriter(file);
    opened.push(db);
    // The last connection to close would copy the WAL into the main file; a read-only one does not, so it closes last.
    const guard = new Database(file, { readonly: true, timeout: 5000 });
    opened.push(guard);
    guard.pragma("schema_version");
    db.exec("BEGIN IMMEDIATE; ROLLBACK");
    const walFd = openSync(`${file}-wal`, "r+");
    return {
      name,
      file,
      db,
      /** Open as long as the WAL: Linux reports a write-back error only to descriptors that were open before it. */
      walFd,
      /** Opened before SQLite's own and closed after them: closing any other would drop SQLite's locks. */
      mainFd,
      close() {
        close();
        closeSync(walFd);
      },
    };
  } catch (error) {
    close();
    throw toStartupError(file, error);
  }
}

/** Opens a writing connection to a generation. Another connection must close after it. */
export function openWriter(file: string): Database.Database {
  const db = new Database(file, { timeout: 5000 });
  db.pragma("wal_autocheckpoint = 0");
  db.pragma("synchronous = NORMAL");
  db.pragma("foreign_keys = ON");
  db.pragma("cache_size = -32768");
  // Frames of an unfinished transaction may be overwritten later, so a copy must not contain a part of them.
  db.pragma(`cache_spill = ${SPILL_PAGES}`);
  // A statement journal needs no file: it ends with the statement.
  db.pragma("temp_store = MEMORY");
  createFunctions(db);
  return db;
}

/** The startup error for SQLite's error on a generation's file. Returns other errors unchanged. */
export function toStartupError(file: string, error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const reason = `${file}: the database can't be read (${error.message}); it was not changed`;
  return new StartupError(reason, startupErrorKindOf(error) ?? "damaged");
}

/** The number of committed frames in the log. */
export function countFrames({ db }: Generation): number {
  // NOOP (SQLite 3.51) reports the log's length and moves nothing.
  const [row] = db.pragma("wal_checkpoint(NOOP)") as readonly { readonly log: number }[];
  if (row === undefined) throw new Error("the database does not report the length of its log");
  return row.log;
}

/**
 * Frees the space after the last commit that a rolled-back transaction has left. A transaction that failed on a full disk
 * has taken all free space. Call it only while writes are paused.
 */
export function trimLog(generation: Generation): void {
  const { db, walFd } = generation;
  // Reads the newest commit of any connection.
  db.exec("BEGIN IMMEDIATE; ROLLBACK");
  const head = readWalHeader(walFd);
  if (head === null) throw new Error("the log has no header");
  const end = walBytes(head, countFrames(generation));
  if (fstatSync(walFd).size > end) ftruncateSync(walFd, end);
}

/** Makes the first generation of a folder: `fill` gets the new, empty database. The files appear complete or not at all. */
export function createGeneration(folder: string, name: string, fill: (db: Database.Database) => void): void {
  const file = join(folder, UNFINISHED_PREFIX + name);
  try {
    const db = new Database(file);
    try {
      db.pragma("journal_mode = WAL");
      fill(db);
    } finally {
      db.close();
    }
    syncPath(file);
    writeFirstCommit(file);
    publish(folder, name);
  } catch (error) {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    throw error;
  }
}

/** Renames an unfinished generation to its final name, the log first: no main file is ever visible without a log. */
export function publish(folder: string, name: string): void {
  const unfinished = join(folder, UNFINISHED_PREFIX + name);
  renameSync(`${unfinished}-wal`, join(folder, `${name}-wal`));
  renameSync(unfinished, join(folder, name));
  syncFolder(folder);
}

/**
 * Checks a generation before anything is opened or locked. Throws StartupError when the main file is truncated or is no
 * database, or when the log is missing or damaged. Changes nothing.
 */
export function assertGeneration(folder: string, name: string): void {
  const file = join(folder, name);
  assertWhole(file);
  const log = `${file}-wal`;
  const state = logState(log, 1);
  if (state === "missing")
    throw new StartupError(`${log}: the database's log is missing; nothing was changed`, "damaged");
  if (state === "damaged")
    throw new StartupError(`${log}: the database's log is damaged; it was not changed`, "damaged");
}

/**
 * Finds logs without their main file. A power cut between the two renames of `publish` leaves an empty one. Throws StartupError
 * for a log after `newest` that contains commits: its main file was lost.
 */
export function findEmptyOrphans(folder: string, newest: string | null): string[] {
  const names = new Set(readdirSync(folder));
  const orphans = [...names].filter((name) => {
    const main = name.replace(/-wal$/, "");
    return main !== name && isGeneration(main) && !names.has(main);
  });
  for (const orphan of orphans) {
    if (newest !== null && orphan < newest) continue;
    if (logState(join(folder, orphan), 2) !== "written") continue;
    const main = join(folder, orphan.replace(/-wal$/, ""));
    throw new StartupError(
      `${main}: the database is missing, only its log exists; nothing was changed`,
      "damaged",
    );
  }
  return orphans;
}

/** The state of a log, from its first `maxCommits` commits. `begun`: it has only the first commit; `written`: it has more. */
function logState(log: string, maxCommits: number): "missing" | "damaged" | "begun" | "written" {
  const fd = openIfExists(log);
  if (fd === null) return "missing";
  try {
    const head = readWalHeader(fd);
    if (head === null) return "damaged";
    const { commits } = readWal(fd, head, undefined, maxCommits);
    if (commits === 0) return "damaged";
    return commits === 1 ? "begun" : "written";
  } finally {
    closeSync(fd);
  }
}

function openIfExists(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    return nullIfMissing(error);
  }
}

/** Throws StartupError unless the file has the size that its header states (sqlite.org/fileformat2, 1.3). Call it before SQLite opens the file. */
function assertWhole(file: string): void {
  const header = Buffer.alloc(100);
  const fd = openSync(file, "r");
  try {
    readSync(fd, header, 0, 100, 0);
  } finally {
    closeSync(fd);
  }
  if (header.toString("latin1", 0, 15) !== "SQLite format 3") {
    throw new StartupError(`${file}: this is not a database; it was not changed`, "damaged");
  }
  const expected = header.readUInt32BE(28) * pageSizeOf(header);
  const { size } = statSync(file);
  if (size === expected) return;
  throw new StartupError(`${file}: the database is truncated (${size} of ${expected} bytes)`, "damaged");
}

/** Bytes of a page, from the header of a main file (sqlite.org/fileformat2, 1.3.2). */
function pageSizeOf(header: Buffer): number {
  return header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
}

/** Bytes of the main file and the log of an open generation. */
export function bytesOf({ mainFd, walFd }: Generation): { main: number; log: number } {
  return { main: fstatSync(mainFd).size, log: fstatSync(walFd).size };
}
