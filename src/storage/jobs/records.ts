import { sql } from "kysely";
import type { JobState } from "../database/schema.ts";
import { sqlite, statement } from "../database/statement.ts";
import { deleteFound, insertInto } from "../database/table-statements.ts";

// Queries of the engine and of the list of jobs.

export const insert = insertInto(
  "job",
  ["tenantId", "kind", "subjectId", "total", "userId", "deviceTokenId", "address", "createdDT", "change"],
  { state: "waiting" },
);

export const insertInput = insertInto("jobInput", ["jobId", "input"]);

const COLUMNS = [
  "job.oid",
  "job.tenantId",
  "job.kind",
  "job.state",
  "job.undoState",
  "job.subjectId",
  "job.isFinal",
  "job.done",
  "job.total",
  "job.result",
  "job.error",
  "job.userId",
  "job.deviceTokenId",
  "job.address",
  "job.createdDT",
  "job.startedDT",
  "job.finishedDT",
  "job.change",
] as const;

/** One job of a tenant. */
export const record = statement((p: { tenantId: number; oid: number }) =>
  sqlite
    .selectFrom("job")
    .innerJoin("user", "user.oid", "job.userId")
    .where("job.oid", "=", p.oid)
    .where("job.tenantId", "=", p.tenantId)
    .select(COLUMNS)
    .select("user.userName as createdBy"),
);
/** The newest jobs of a tenant. `userId`: those that this user began; null: all. */
export const newest = statement((p: { tenantId: number; userId: number | null; limit: number }) =>
  sqlite
    .selectFrom("job")
    .innerJoin("user", "user.oid", "job.userId")
    .where("job.tenantId", "=", p.tenantId)
    .where(sql<boolean>`(${p.userId} IS NULL OR job.userId = ${p.userId})`)
    .orderBy("job.oid", "desc")
    .limit(p.limit)
    .select(COLUMNS)
    .select("user.userName as createdBy"),
);

/** The job that runs for a tenant, else the one that has waited longest. */
export const next = statement((p: { tenantId: number }) =>
  sqlite
    .selectFrom("job")
    .where("tenantId", "=", p.tenantId)
    .where("state", "in", ["waiting", "running"])
    .orderBy("state", "asc")
    .orderBy("oid", "asc")
    .limit(1)
    .select(["oid", "state"]),
);
/** The tenants with unfinished jobs. */
export const tenantsWithWork = statement((_: object) =>
  sqlite.selectFrom("job").where("state", "in", ["waiting", "running"]).select("tenantId").distinct(),
);
/** The unfinished jobs of a kind, with their input. */
export const unfinishedOfKind = statement((p: { kind: string }) =>
  sqlite
    .selectFrom("job")
    .innerJoin("jobInput", "jobInput.jobId", "job.oid")
    .where("job.state", "in", ["waiting", "running"])
    .where("job.kind", "=", p.kind)
    .select(["job.oid", "job.tenantId", "job.undoState", "jobInput.input"]),
);
/** The unfinished jobs that work on a record, or on one of another table with the same id. */
export const unfinishedOf = statement((p: { tenantId: number; subjectId: number }) =>
  sqlite
    .selectFrom("job")
    .where("tenantId", "=", p.tenantId)
    .where("state", "in", ["waiting", "running"])
    .where("subjectId", "=", p.subjectId)
    .orderBy("oid")
    .select(["oid", "kind"]),
);

export const setState = statement(
  (p: {
    oid: number;
    state: JobState;
    startedDT: string | null;
    finishedDT: string | null;
    change: number;
  }) =>
    sqlite
      .updateTable("job")
      .set((eb) => ({
        state: p.state,
        startedDT: eb.fn.coalesce("startedDT", eb.val(p.startedDT)),
        finishedDT: p.finishedDT,
        change: p.change,
      }))
      .where("oid", "=", p.oid),
);

/** Finished jobs that still have a journal, the oldest first. */
export const withJournal = statement((_: object) =>
  sqlite
    .selectFrom("job")
    .where("finishedDT", "is not", null)
    .where((eb) =>
      eb.exists(
        eb.selectFrom("jobChange").whereRef("jobChange.jobId", "=", "job.oid").select("jobChange.jobId"),
      ),
    )
    .orderBy("finishedDT")
    .select(["oid", "kind", "finishedDT"]),
);
/** Removes the oldest recorded changes of a job. */
export const removeJournal = statement((p: { jobId: number; limit: number }) =>
  sqlite
    .deleteFrom("jobChange")
    .where("jobId", "=", p.jobId)
    .where("seq", "in", (eb) =>
      eb.selectFrom("jobChange").where("jobId", "=", p.jobId).orderBy("seq").limit(p.limit).select("seq"),
    ),
);
/** Removes jobs that ended before a time and have no journal. */
export const removeOld = deleteFound("job", (p: { before: string; limit: number }) =>
  sqlite
    .selectFrom("job")
    .where("finishedDT", "<", p.before)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(selectFrom("jobChange").whereRef("jobChange.jobId", "=", "job.oid").select("jobChange.jobId")),
      ),
    )
    .limit(p.limit)
    .select("oid"),
);
