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
import { parentPort, workerData } from "node:worker_threads";
import { Database } from "../database/worker-database.ts";
import { UNFINISHED_PREFIX } from "../file-names.ts";
import { publish } from "./generations.ts";
import { sha256OfDescriptor, writeFirstCommit } from "./main-file-checksum.ts";
import type { NextGenerationData, NextGenerationRequest, NextGenerationResponse } from "./next-generation.ts";
import { readWal, readWalHeader, type WalPosition } from "./wal.ts";

// Makes the next generation beside the live one: a copy of its main file, which never changes, and then the newest
// content of each page in its log, up to the last commit: what SQLite's checkpoint would do, into another file.

const PIECE = 1024 * 1024;
/** Flushed so often, the flush at the end is short. */
const FLUSH_EVERY = 8 * PIECE;

if (parentPort === null) throw new Error("this runs as a thread");
const port = parentPort;
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
  if (unflushed < FLUSH_EVERY) return;
  fdatasyncSync(target);
  unflushed = 0;
}

function copyMain(): void {
  const buffer = Buffer.alloc(PIECE);
  const hash = createHash("sha256");
  const { size } = fstatSync(mainFd);
  for (let at = 0; at < size; ) {
    const read = readSync(mainFd, buffer, 0, Math.min(PIECE, size - at), at);
    if (read === 0) throw new Error("the main file is shorter than it was");
    const piece = buffer.subarray(0, read);
    hash.update(piece);
    write(piece, at);
    at += read;
  }
  if (sha256 === null || hash.digest("hex") === sha256) return;
  throw Object.assign(new Error("the main file is not as it was made"), { code: "SQLITE_CORRUPT" });
}

/** Takes over what was committed since the last time; gives the frames of it. */
function follow(): number {
  if (target === null) {
    target = openSync(file, "wx", 0o600);
    copyMain();
  }
  const head = readWalHeader(walFd);
  if (head === null) throw new Error("the log has no head");
  const before = position?.frames ?? 0;
  const found = readWal(walFd, head, position);
  const page = Buffer.alloc(head.pageSize);
  for (const [number, offset] of found.offsets) {
    if (readSync(walFd, page, 0, page.length, offset) < page.length)
      throw new Error("the log is shorter than it was");
    write(page, (number - 1) * head.pageSize);
  }
  position = found.end;
  databasePages = found.databasePages ?? databasePages;
  if (databasePages !== null) ftruncateSync(target, databasePages * head.pageSize);
  return found.end.frames - before;
}

function finish(isChecked: boolean, isNotedLater: boolean): void {
  follow();
  if (target === null) throw new Error("nothing was copied");
  fsyncSync(target);
  // Before SQLite opens the file: a descriptor closed later would drop its locks.
  closeSync(target);
  target = null;
  if (isChecked) check();
  writeFirstCommit(file, isNotedLater);
  publish(folder, name);
}

function check(): void {
  const db = new Database(file, { readonly: true });
  try {
    const fault = db.pragma("quick_check(1)", { simple: true });
    if (fault !== "ok") throw Object.assign(new Error(String(fault)), { code: "SQLITE_CORRUPT" });
  } finally {
    db.close();
  }
}

function carryOut(order: NextGenerationRequest): NextGenerationResponse {
  if (order.kind === "follow") return { kind: "followed", frames: follow() };
  if (order.kind === "hash") return { kind: "hashed", sha256: sha256OfDescriptor(order.fd) };
  finish(order.isChecked, order.isNotedLater);
  return { kind: "finished" };
}

port.on("message", (order: NextGenerationRequest) => {
  let progress: NextGenerationResponse;
  try {
    progress = carryOut(order);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    progress = { kind: "failed", message: error instanceof Error ? error.message : String(error), code };
  }
  port.postMessage(progress);
});
