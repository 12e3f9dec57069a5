import { parentPort } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { DomainError } from "../../domain/errors.ts";
import { serializeError } from "../../platform/error-serialization.ts";
import { openWriter } from "../generations/generations.ts";
import { createAuditTriggers } from "./audit-triggers.ts";
import { preparer } from "./prepared.ts";
import type { Tx } from "./statement.ts";
import { makeTransaction } from "./transaction.ts";
import { Database } from "./worker-database.ts";
import type { WorkerTransactionData, WorkerTransactionMessage } from "./worker-transaction.ts";

// Runs worker transactions one after another, each on its own connection, while the main thread's writes are paused.

/** The shortest time between two progress messages. */
const PROGRESS_INTERVAL_MS = 50;

if (parentPort === null) throw new Error("not a worker thread");
const port = parentPort;

function progressReporter(flag: Int32Array): (progress: unknown) => void {
  let last = 0;
  return (progress) => {
    if (Atomics.load(flag, 0) !== 0) throw new Error("aborted");
    if (performance.now() - last < PROGRESS_INTERVAL_MS) return;
    last = performance.now();
    port.postMessage({ kind: "progress", progress } satisfies WorkerTransactionMessage);
  };
}

async function write(db: Connection, job: WorkerTransactionData): Promise<WorkerTransactionMessage> {
  const { module, data, by, address, now } = job;
  const flag = new Int32Array(job.aborted);
  const { run } = (await import(module)) as {
    run(tx: Tx, data: unknown, report: (progress: unknown) => void): unknown;
  };
  const prepare = preparer(db);
  const { tx, tables } = makeTransaction((text) => prepare(text), createAuditTriggers(db), now, {
    by,
    ...(address !== undefined && { address }),
  });
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = run(tx, data, progressReporter(flag));
    if (Atomics.load(flag, 0) !== 0) throw new Error("aborted");
    const change = tables.size > 0 ? tx.change : 0;
    db.exec(tables.size > 0 ? "COMMIT" : "ROLLBACK");
    return { kind: "done", result, tables: [...tables], change };
  } catch (error) {
    if (db.inTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function toMessage(error: unknown): WorkerTransactionMessage {
  if (error instanceof DomainError) return { kind: "refused", refusal: serializeError(error) };
  const sqlite = error instanceof Database.SqliteError ? error.code : null;
  if (!(error instanceof Error)) return { kind: "failed", message: String(error), stack: "", sqlite };
  return { kind: "failed", message: error.message, stack: error.stack ?? "", sqlite };
}

async function execute(job: WorkerTransactionData): Promise<WorkerTransactionMessage> {
  const db = openWriter(job.file);
  try {
    return await write(db, job);
  } catch (error) {
    return toMessage(error);
  } finally {
    db.close();
  }
}

port.on("message", async (job: WorkerTransactionData | null) => {
  if (job === null) return port.close();
  port.postMessage(await execute(job));
});
