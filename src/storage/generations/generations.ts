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
import { StartupError, startupErrorKindOf } from "../../platform/startup-error.ts";
import { isGeneration, UNFINISHED_PREFIX } from "../file-names.ts";
import { syncFolder, syncPath } from "../files.ts";
import { writeFirstCommit } from "./main-file-checksum.ts";
import { readWal, readWalHeader, walBytes } from "./wal.ts";

// A generation is a main file that is never written again after its rename, and a WAL that only grows: so any copy
// of the folder, file by file, is a whole database (docs/decisions/storage.md). The WAL is there before the main file is.

/** Transactions up to 512 MB are kept in memory until they end. */
const SPILL_PAGES = 131_072;

/** One open generation: the writing connection, and descriptors of its files. */
export interface Generation {
  readonly name: string;
  readonly file: string;
  readonly db: Database.Database;
  /** Kept for the WAL's life: Linux reports a write-back error only to descriptors that were open before it. */
  readonly walFd: number;
  /** Opened before SQLite's own and closed after them: closing any other would drop SQLite's locks. */
  readonly mainFd: number;
  close(): void;
}

/** The generations in the folder, oldest first. */
export function listGenerations(folder: string): string[] {
  return readdirSync(folder).filter(isGeneration).sort();
}

/** Opens a generation for writing. Throws StartRefused when it can't be read; its files are left as they were then. */
export function openGeneration(folder: string, name: string): Generation {
  const file = join(folder, name);
  const mainFd = openSync(file, "r");
  const opened: Database.Database[] = [];
  const close = () => {
    for (const one of opened) one.close();
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
      walFd,
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

/** A connection that writes to a generation; whoever opens it sees that another one closes after it. */
export function openWriter(file: string): Database.Database {
  const db = new Database(file, { timeout: 5000 });
  db.pragma("wal_autocheckpoint = 0");
  db.pragma("synchronous = NORMAL");
  db.pragma("foreign_keys = ON");
  db.pragma("cache_size = -32768");
  // What a transaction writes into the log before its end may be written over: no copy may hold a half of that.
  db.pragma(`cache_spill = ${SPILL_PAGES}`);
  // A statement's own journal needs no file: it dies with the statement.
  db.pragma("temp_store = MEMORY");
  return db;
}

/** What SQLite's refusal of a generation's file means for the start; other errors as they are. */
export function toStartupError(file: string, error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  const reason = `${file}: the database can't be read (${error.message}); it was left as it is`;
  return new StartupError(reason, startupErrorKindOf(error) ?? "damaged");
}

/** How many frames of its log the database counts as written. */
export function countFrames({ db }: Generation): number {
  // NOOP (SQLite 3.51) only tells: nothing is moved.
  const [row] = db.pragma("wal_checkpoint(NOOP)") as readonly { readonly log: number }[];
  if (row === undefined) throw new Error("the database does not tell of its log");
  return row.log;
}

/**
 * Gives back what a transaction that was undone has left behind the last commit: where it failed for want of room, it has
 * taken all there was. Only while nobody writes.
 */
export function trimLog(generation: Generation): void {
  const { db, walFd } = generation;
  // Looks at the newest commit, whichever connection made it.
  db.exec("BEGIN IMMEDIATE; ROLLBACK");
  const head = readWalHeader(walFd);
  if (head === null) throw new Error("the log has no head");
  const end = walBytes(head, countFrames(generation));
  if (fstatSync(walFd).size > end) ftruncateSync(walFd, end);
}

/** Makes the first generation of a folder: `fill` gets the new, empty database. It appears whole, or not at all. */
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

/** Gives an unfinished generation its name: the log first, so that nobody sees a main file without one. */
export function publish(folder: string, name: string): void {
  const unfinished = join(folder, UNFINISHED_PREFIX + name);
  renameSync(`${unfinished}-wal`, join(folder, `${name}-wal`));
  renameSync(unfinished, join(folder, name));
  syncFolder(folder);
}

/**
 * Looks at a generation before anything is opened or locked. Throws StartRefused when it was cut short, is no database,
 * or has lost its log; nothing is touched.
 */
export function checkGeneration(folder: string, name: string): void {
  const file = join(folder, name);
  checkWhole(file);
  const log = `${file}-wal`;
  const state = beginningOf(log, 1);
  if (state === "missing")
    throw new StartupError(`${log}: the database's log is missing; nothing was touched`, "damaged");
  if (state === "damaged")
    throw new StartupError(`${log}: the database's log is damaged; it was left as it is`, "damaged");
}

/**
 * Logs without their main file, beside or after `newest`. What a power cut leaves between the two renames of `publish`
 * holds nothing and is given back; one that was written to throws StartRefused, for its main file was lost.
 */
export function findEmptyOrphans(folder: string, newest: string | null): string[] {
  const names = new Set(readdirSync(folder));
  const orphans = [...names].filter((name) => {
    const main = name.replace(/-wal$/, "");
    return main !== name && isGeneration(main) && !names.has(main);
  });
  for (const orphan of orphans) {
    if (newest !== null && orphan < newest) continue;
    if (beginningOf(join(folder, orphan), 2) !== "written") continue;
    const main = join(folder, orphan.replace(/-wal$/, ""));
    throw new StartupError(
      `${main}: the database is missing, only its log is there; nothing was touched`,
      "damaged",
    );
  }
  return orphans;
}

/** What stands in a log, looked at up to so many commits; `begun`: the first commit alone, `written`: more than that. */
function beginningOf(log: string, mostCommits: number): "missing" | "damaged" | "begun" | "written" {
  const fd = openIfThere(log);
  if (fd === null) return "missing";
  try {
    const head = readWalHeader(fd);
    if (head === null) return "damaged";
    const { commits } = readWal(fd, head, undefined, mostCommits);
    if (commits === 0) return "damaged";
    return commits === 1 ? "begun" : "written";
  } finally {
    closeSync(fd);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** The header of a whole SQLite file names its size (sqlite.org/fileformat2, 1.3). Checked before SQLite opens it. */
function checkWhole(file: string): void {
  const header = Buffer.alloc(100);
  const fd = openSync(file, "r");
  try {
    readSync(fd, header, 0, 100, 0);
  } finally {
    closeSync(fd);
  }
  if (header.toString("latin1", 0, 15) !== "SQLite format 3") {
    throw new StartupError(`${file}: this is not a database; it was left as it is`, "damaged");
  }
  const expected = header.readUInt32BE(28) * pageSizeOf(header);
  const { size } = statSync(file);
  if (size === expected) return;
  throw new StartupError(`${file}: the database was cut short (${size} of ${expected} bytes)`, "damaged");
}

/** Bytes of a page, from the header of a main file (sqlite.org/fileformat2, 1.3.2). */
export function pageSizeOf(header: Buffer): number {
  return header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
}

/** Bytes of a generation as it is open: its main file and its log. */
export function bytesOf({ mainFd, walFd }: Generation): { main: number; log: number } {
  return { main: fstatSync(mainFd).size, log: fstatSync(walFd).size };
}
