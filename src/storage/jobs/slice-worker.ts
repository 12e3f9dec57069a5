import { workerData } from "node:worker_threads";
import type { Database as Connection } from "better-sqlite3";
import { DomainError } from "../../domain/errors.ts";
import { type SerializedError, serializeError } from "../../platform/workers/protocol.ts";
import { serveCalls } from "../../platform/workers/server.ts";
import { type Actor, type AuditContext, createTriggers } from "../database/audit-triggers.ts";
import { preparer } from "../database/connection.ts";
import type { Db } from "../database/statement.ts";
import { WriteTransaction } from "../database/transaction.ts";
import { openWriter } from "../generations/generations.ts";
import { DeferredSearch } from "./deferred-search.ts";
import { createJournal, type JobJournal } from "./journal.ts";
import { RowRestorer } from "./restore.ts";
import { RunningProgram } from "./running-program.ts";
import { SliceBudget } from "./slice-budget.ts";
import type { SliceProgram, SliceRequest, SliceResult, SliceWorkerData } from "./slices.ts";
import * as store from "./store.ts";
import { undoSlice } from "./undo.ts";
import "../database/worker-database.ts";

// Runs the slices of jobs, each as one short transaction, while the main thread's writes are paused.

const { contention } = workerData as SliceWorkerData;

/** The connection to the open generation; it stays open between slices. */
class SliceConnection {
  readonly file: string;
  readonly db: Connection;
  readonly audit: AuditContext;
  readonly journal: JobJournal;
  readonly restorer: RowRestorer;
  readonly search: DeferredSearch;
  readonly query: Db["query"];

  constructor(file: string) {
    this.file = file;
    this.db = openWriter(file);
    this.audit = createTriggers(this.db);
    this.journal = createJournal(this.db);
    this.restorer = new RowRestorer(this.db);
    this.search = new DeferredSearch(this.db);
    const prepare = preparer(this.db);
    this.query = (text) => {
      if (isSearch(text)) this.search.update();
      return prepare(text);
    };
  }
}

const searches = new WeakMap<object, boolean>();

/** Whether a query reads the search index of articles. */
function isSearch(text: { readonly sql: string }): boolean {
  let found = searches.get(text);
  if (found === undefined) {
    found = text.sql.includes("articleSearch");
    searches.set(text, found);
  }
  return found;
}

let connection: SliceConnection | null = null;
const programs = new Map<number, RunningProgram>();

/** The connection to this file. The server moves to another one from time to time. */
function connectTo(file: string): SliceConnection {
  if (connection?.file === file) return connection;
  connection?.db.close();
  connection = new SliceConnection(file);
  return connection;
}

const query: Db["query"] = (text, parameters) => {
  if (connection === null) throw new Error("no slice runs");
  return connection.query(text, parameters);
};

async function programOf(request: SliceRequest): Promise<RunningProgram> {
  const program = programs.get(request.jobId) ?? new RunningProgram(query, request);
  programs.set(request.jobId, program);
  if (request.needsProgram) await program.load(request.module);
  return program;
}

/** Runs `work` in a transaction; an error rolls it back. */
function transact<T>(db: Connection, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.inTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

serveCalls<SliceProgram>({
  async runSlice(request): Promise<SliceResult> {
    const { jobId, now, maxMs } = request;
    const program = await programOf(request);
    const current = connectTo(request.file);
    const { db, audit, journal, search } = current;
    const { tx } = program;
    try {
      return transact(db, () => {
        tx.begin(audit, now);
        journal.jobId = null;
        const job = store.getJob(tx, jobId);
        const budget = new SliceBudget(maxMs, contention);
        // The worker of its last slice ended before it could report the end.
        if (job.state !== "running") return { ...store.progressOf(job), tables: [], change: 0 };
        search.begin();
        if (job.undoState !== null) {
          const undo = new WriteTransaction(query, {
            by: undoerOf(job, request),
            isSilent: request.isSilent,
          });
          undo.begin(audit, now);
          const undone = undoSlice(current, undo, job, request.subject, budget);
          search.end();
          return undone;
        }
        journal.jobId = jobId;
        // Nothing is undone any more once the job is final.
        journal.tables = new Set(job.isFinal === 1 ? [] : request.journaled);
        journal.seq = store.lastSeq.first(tx, { jobId })?.seq ?? 0;
        const result = program.runSlice(job, request, budget);
        search.end();
        return result;
      });
    } catch (error) {
      // Its state is ahead of the database now.
      programs.delete(jobId);
      if (error instanceof DomainError) return failure(current, program, request, serializeError(error));
      throw error;
    } finally {
      journal.jobId = null;
    }
  },
  async load(module): Promise<void> {
    // Only modules of declared kinds are loaded (storage/jobs/job-kind.ts).
    await import(module);
  },
  forget(jobId): void {
    programs.delete(jobId);
  },
  disconnect(): void {
    connection?.db.close();
    connection = null;
  },
});

/** Whoever cancelled or undid the job; else whoever began it. */
function undoerOf({ undoUserId, undoDeviceTokenId }: store.JobRecord, { by }: SliceRequest): Actor {
  return undoUserId === null ? by : { userId: undoUserId, deviceTokenId: undoDeviceTokenId };
}

/** Records the error of the program; from now on the job is undone. */
function failure(
  { db, audit }: SliceConnection,
  { tx }: RunningProgram,
  { jobId, now }: SliceRequest,
  error: SerializedError,
): SliceResult {
  return transact(db, () => {
    tx.begin(audit, now);
    store.beginUndo(tx, {
      oid: jobId,
      undoState: "failed",
      error: JSON.stringify(error),
      by: null,
      change: tx.change,
    });
    return { ...store.progressOf(store.getJob(tx, jobId)), tables: [...tx.tables], change: tx.change };
  });
}
