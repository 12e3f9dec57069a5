import { createHash } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { serveCalls } from "../../platform/workers/server.ts";
import { Database } from "../database/worker-database.ts";
import { UNFINISHED_PREFIX } from "../files/file-names.ts";
import { publish } from "./generations.ts";
import { sha256Of, sha256OfDescriptor, writeFirstCommit } from "./main-file-checksum.ts";
import type { FinishOptions, NextGenerationData, NextGenerationProgram } from "./rotation.ts";
import { readWal, readWalHeader, type WalPosition } from "./wal.ts";

// Creates the next generation beside the live one: a copy of the main file, which never changes, then the newest content of each
// page in the log, up to the last commit. SQLite's checkpoint would do the same in place.

const CHUNK_BYTES = 1024 * 1024;
/** Bytes between flushes, so that the last flush is short. */
const FLUSH_BYTES = 8 * CHUNK_BYTES;

const { mainFd, walFd, sha256, folder, name } = workerData as NextGenerationData;
const file = join(folder, UNFINISHED_PREFIX + name);

let target: number | null = null;
let unflushed = 0;
let position: WalPosition | undefined;
let databasePages: number | null = null;

function write(bytes: Buffer, at: number): void {
  if (target === null) throw new Error("the file is closed");
  for (let done = 0; done < bytes.length; )
    done += writeSync(target, bytes, done, bytes.length - done, at + done);
  unflushed += bytes.length;
  if (unflushed < FLUSH_BYTES) return;
  fdatasyncSync(target);
  unflushed = 0;
}

function copyMain(): void {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const hash = createHash("sha256");
  const { size } = fstatSync(mainFd);
  for (let at = 0; at < size; ) {
    const read = readSync(mainFd, buffer, 0, Math.min(CHUNK_BYTES, size - at), at);
    if (read === 0) throw new Error("the main file was truncated");
    const chunk = buffer.subarray(0, read);
    hash.update(chunk);
    write(chunk, at);
    at += read;
  }
  if (sha256 === null || hash.digest("hex") === sha256) return;
  throw Object.assign(new Error("the main file has changed"), { code: "SQLITE_CORRUPT" });
}

/** Copies the commits since the last call. Returns their number of frames. */
function follow(): number {
  if (target === null) {
    target = openSync(file, "wx", 0o600);
    copyMain();
  }
  const header = readWalHeader(walFd);
  if (header === null) throw new Error("the log has no header");
  const before = position?.frames ?? 0;
  const found = readWal(walFd, header, position);
  const page = Buffer.alloc(header.pageSize);
  for (const [number, offset] of found.offsets) {
    if (readSync(walFd, page, 0, page.length, offset) < page.length) throw new Error("the log was truncated");
    write(page, (number - 1) * header.pageSize);
  }
  position = found.end;
  databasePages = found.databasePages ?? databasePages;
  if (databasePages !== null) ftruncateSync(target, databasePages * header.pageSize);
  return found.end.frames - before;
}

function finish({ isChecked, isChecksumDeferred }: FinishOptions): void {
  follow();
  if (target === null) throw new Error("nothing was copied");
  fsyncSync(target);
  // Before SQLite opens the file: closing a descriptor later would drop its locks.
  closeSync(target);
  target = null;
  if (isChecked) check();
  writeFirstCommit(file, isChecksumDeferred);
  publish(folder, name);
}

function check(): void {
  const db = new Database(file, { readonly: true });
  try {
    const result = db.pragma("quick_check(1)", { simple: true });
    if (result !== "ok") throw Object.assign(new Error(String(result)), { code: "SQLITE_CORRUPT" });
  } finally {
    db.close();
  }
}

/** Flushes the main file, which stays unfinished. Returns its checksum. */
function finishMain(): string {
  if (target === null) throw new Error("nothing was copied");
  fsyncSync(target);
  closeSync(target);
  target = null;
  return sha256Of(file);
}

serveCalls<NextGenerationProgram>({ follow, finish, finishMain, hash: sha256OfDescriptor });
