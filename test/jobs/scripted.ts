import { join } from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { findUserByName } from "../../src/access/users/users.ts";
import type { Principal } from "../../src/domain/principal.ts";
import { JobEngine } from "../../src/jobs/engine.ts";
import { findJob, type JobRow } from "../../src/jobs/job.ts";
import { columnsOf, JOURNALED_TABLES } from "../../src/storage/database/journaled-tables.ts";
import type { TableName } from "../../src/storage/database/schema.ts";
import type { JobKind } from "../../src/storage/jobs/job-kind.ts";
import { eventually } from "../harness/eventually.ts";
import { JOB_RETRY_MS, type TestServer } from "../harness/server.ts";
import { generationOf } from "../storage/storage-setup.ts";

/** A unit of work of a scripted job. */
export interface ScriptStep {
  /** Tables with the SQL that writes to them; `$change` is the number of the transaction. */
  readonly writes?: readonly (readonly [TableName, string])[];
  readonly isBroken?: boolean;
  /** The worker ends, unless this file exists; the step creates it. */
  readonly exitOnce?: string;
  /** With `exitOnce`: the worker ends after the commit, before it reports it. */
  readonly isAfterCommit?: boolean;
  /** SQLite reports a full disk, until this file exists. */
  readonly fullUntil?: string;
  readonly isFinal?: boolean;
  /** The step is repeated until this file exists. */
  readonly until?: string;
  /** With `until`: created if a slice goes on although something waits. */
  readonly overrun?: string;
}

/** The stock's triggers change the items of inventories, and change them again when the stock is restored. */
const TABLES = JOURNALED_TABLES.map(({ table }) => table).filter((table) => !table.startsWith("inventory"));

/** A job whose program is a list of steps; all its changes can be undone. */
export const SCRIPT: JobKind<readonly ScriptStep[], null> = {
  name: "script",
  module: new URL("./scripted-job.ts", import.meta.url),
  journaled: TABLES,
  isUndoable: true,
};
/** A job whose program can't be loaded. */
export const MISSING: JobKind<readonly ScriptStep[], null> = {
  ...SCRIPT,
  name: "missing",
  module: new URL("./no-such-job.ts", import.meta.url),
};

/** An engine of scripted jobs beside the server's own. */
export interface ScriptEngine {
  readonly engine: JobEngine;
  start(steps: readonly ScriptStep[], kind?: JobKind<readonly ScriptStep[], null>): Promise<number>;
  job(id: number): JobRow;
  /** Waits until the job has ended. */
  end(id: number): Promise<JobRow>;
}

/** Makes an engine of scripted jobs that acts for a demo user. It stops at the end of the test. */
export function scriptEngine(
  { appliance }: TestServer,
  userName = "manager",
  kinds: readonly JobKind<readonly ScriptStep[], null>[] = [SCRIPT, MISSING],
  retryMs = JOB_RETRY_MS,
): ScriptEngine {
  const { dependencies } = appliance;
  const by = principalOf(appliance, userName);
  const engine = new JobEngine({ ...dependencies, retryMs }, kinds as readonly JobKind[]);
  onTestFinished(() => engine.stop());
  const job = (id: number) => findJob(dependencies.storage.db, by.tenantId, id);
  return {
    engine,
    start: (steps, kind = SCRIPT) => engine.start(by, null, { kind, input: steps }),
    job,
    end: (id) =>
      eventually(() => {
        const row = job(id);
        if (row.finishedDT === null) throw new Error(`job ${id} is ${row.state}`);
        return row;
      }),
  };
}

/** A demo user as the principal of a request. */
export function principalOf({ dependencies }: TestServer["appliance"], userName: string): Principal {
  const user = findUserByName(dependencies.storage.db, userName);
  if (user === null) throw new Error(`no user ${userName}`);
  const { tenantId, oid: userId } = user;
  return {
    ...{ tenantId, userId, userName, fullName: userName, roles: ["Manager"] as const, session: null },
    ...{ deviceTokenId: null, deviceKind: null, authTime: null },
  };
}

/** All rows of the journaled tables without `change`, as JSON. */
export function rowsOf({ appliance }: TestServer): Readonly<Record<string, readonly string[]>> {
  const { folder } = appliance.dependencies.storage;
  const db = new Database(join(folder, generationOf(folder)), { readonly: true });
  try {
    return Object.fromEntries(
      TABLES.map((table) => {
        const columns = columnsOf(db, table).filter((column) => column !== "change");
        const image = `json_object(${columns.map((column) => `'${column}', ${column}`).join(", ")})`;
        return [table, db.prepare(`SELECT ${image} FROM ${table} ORDER BY oid`).pluck().all() as string[]];
      }),
    );
  } finally {
    db.close();
  }
}
