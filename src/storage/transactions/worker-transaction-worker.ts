import type { Database as Connection } from "better-sqlite3";
import { serveCalls } from "../../platform/workers/server.ts";
import { createAuditTriggers } from "../database/audit-triggers.ts";
import { preparer } from "../database/prepared.ts";
import type { Tx } from "../database/statement.ts";
import { makeTransaction } from "../database/transaction.ts";
import { openWriter } from "../generations/generations.ts";
import "../database/worker-database.ts";
import type {
  TransactionProgram,
  WorkerTransactionData,
  WorkerTransactionResult,
} from "./worker-transaction.ts";

// Runs worker transactions one after another, each on its own connection, while the main thread's writes are paused.

/** The shortest time between two progress messages. */
const PROGRESS_INTERVAL_MS = 50;

/** Throws once the write is aborted; sends progress seldom enough. */
function progressReporter(flag: Int32Array, send: (progress: unknown) => void): (progress: unknown) => void {
  let last = 0;
  return (progress) => {
    if (Atomics.load(flag, 0) !== 0) throw new Error("aborted");
    if (performance.now() - last < PROGRESS_INTERVAL_MS) return;
    last = performance.now();
    send(progress);
  };
}

async function write(
  db: Connection,
  { module, data, by, address, now, aborted }: WorkerTransactionData,
  send: (progress: unknown) => void,
): Promise<WorkerTransactionResult> {
  const flag = new Int32Array(aborted);
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
    const result = run(tx, data, progressReporter(flag, send));
    if (Atomics.load(flag, 0) !== 0) throw new Error("aborted");
    const change = tables.size > 0 ? tx.change : 0;
    db.exec(tables.size > 0 ? "COMMIT" : "ROLLBACK");
    return { result, tables: [...tables], change };
  } catch (error) {
    if (db.inTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

serveCalls<TransactionProgram>({
  async execute(job, report) {
    const db = openWriter(job.file);
    try {
      return await write(db, job, report);
    } finally {
      db.close();
    }
  },
});
