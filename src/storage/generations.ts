import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { syncFolder, syncPath } from "./files.ts";
import { StartRefused } from "./refused.ts";

// A generation is a main file that is never written again after its rename, and a WAL that only grows: so any copy
// of the folder, file by file, is a whole database (README, Decisions).
const NAME = /^tally-\d{8}T\d{9}Z\.db$/;

/** One open generation: the writing connection, and the descriptor of its WAL for the shared sync. */
export interface Generation {
  readonly file: string;
  readonly db: Database.Database;
  readonly walFd: number;
  close(): void;
}

/** The generations in the folder, oldest first. They are named by time, so that a restored folder's next one wins. */
export function listGenerations(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort();
}

/** The file name of a generation made at `ms`, always after `newest`. */
export function generationName(ms: number, newest: string | undefined): string {
  for (let at = ms; ; at++) {
    const name = `tally-${new Date(at).toISOString().replace(/[-:.]/g, "")}.db`;
    if (newest === undefined || name > newest) return name;
  }
}

/** Makes a generation: `fill` gets the new, empty database. It appears in the folder whole, or not at all. */
export function createGeneration(folder: string, name: string, fill: (db: Database.Database) => void): void {
  const temporary = join(folder, `new-${name}`);
  rmSync(temporary, { force: true });
  const db = new Database(temporary);
  db.pragma("journal_mode = WAL");
  fill(db);
  db.close();
  syncPath(temporary);
  renameSync(temporary, join(folder, name));
  syncFolder(folder);
}

/**
 * Opens a generation for writing and hands its database to `prepare` (the migrations). Throws StartRefused when it can't
 * be read, and whatever `prepare` throws; the files are left as they were then.
 */
export function openGeneration(
  folder: string,
  name: string,
  prepare: (db: Database.Database) => void,
): Generation {
  const file = join(folder, name);
  const hadWal = existsSync(`${file}-wal`);
  const db = new Database(file, { timeout: 5000 });
  // The last connection to close would copy the WAL into the main file; a read-only one does not, so it closes last.
  const guard = new Database(file, { readonly: true, timeout: 5000 });
  const close = () => {
    db.close();
    guard.close();
  };
  try {
    guard.pragma("schema_version");
    db.pragma("wal_autocheckpoint = 0");
    db.pragma("synchronous = NORMAL");
    db.pragma("foreign_keys = ON");
    db.pragma("cache_size = -32768");
    // A statement's own journal needs no file: it dies with the statement.
    db.pragma("temp_store = MEMORY");
    prepare(db);
    db.exec("BEGIN IMMEDIATE; ROLLBACK");
  } catch (error) {
    close();
    if (!hadWal) for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
    if (!(error instanceof Database.SqliteError)) throw error;
    throw new StartRefused(`${file}: the database can't be read (${error.message}); it was left as it is`);
  }
  // Kept for the WAL's life: Linux reports a write-back error only to descriptors that were open before it.
  const walFd = openSync(`${file}-wal`, "r+");
  syncFolder(folder);
  return {
    file,
    db,
    walFd,
    close() {
      close();
      closeSync(walFd);
    },
  };
}

/**
 * Looks at a generation before anything is opened or locked. Throws StartRefused when it was cut short, is no database,
 * or has lost its log; nothing is touched.
 */
export function checkGeneration(folder: string, name: string): void {
  const file = join(folder, name);
  checkWhole(file);
  checkLog(folder, file);
}

/** Made only after the first commit is in the log: with one of them there, a log without a commit is a lost one. */
const MADE_AFTER_FIRST_COMMIT = ["jwt.key", "device-codes.key", "photos"];
const WAL_MAGIC = [0x377f0682, 0x377f0683];

/**
 * All that was written since the generation was made is in its log. Throws StartRefused when the log is gone, empty or
 * has no head (sqlite.org/fileformat2, 4.1): SQLite would take that for a database without any change.
 */
function checkLog(folder: string, file: string): void {
  if (!MADE_AFTER_FIRST_COMMIT.some((name) => existsSync(join(folder, name)))) return;
  const log = `${file}-wal`;
  if (!existsSync(log)) throw new StartRefused(`${log}: the database's log is missing; nothing was touched`);
  const head = Buffer.alloc(4);
  const fd = openSync(log, "r");
  try {
    readSync(fd, head, 0, 4, 0);
  } finally {
    closeSync(fd);
  }
  if (!WAL_MAGIC.includes(head.readUInt32BE(0))) {
    throw new StartRefused(`${log}: the database's log is damaged; it was left as it is`);
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
    throw new StartRefused(`${file}: this is not a database; it was left as it is`);
  }
  const pageSize = header.readUInt16BE(16) === 1 ? 65536 : header.readUInt16BE(16);
  const expected = header.readUInt32BE(28) * pageSize;
  if (statSync(file).size !== expected) {
    throw new StartRefused(
      `${file}: the database was cut short (${statSync(file).size} of ${expected} bytes)`,
    );
  }
}
