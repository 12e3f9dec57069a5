import { z } from "zod";
import { DomainError, Forbidden } from "../domain/errors.ts";
import { MAX_LISTED } from "../domain/list-limits.ts";
import { isMessage, msg } from "../domain/message.ts";
import type { Principal } from "../domain/principal.ts";
import { may } from "../domain/roles.ts";
import type { Dependencies } from "../http/dependencies.ts";
import { batch, type Endpoint, query } from "../http/endpoint/endpoint.ts";
import { pathId } from "../http/endpoint/fields.ts";
import type { Locale } from "../i18n/locales.ts";
import { textIn } from "../i18n/text.ts";
import * as store from "../storage/jobs/records.ts";
import type { JobEngine } from "./engine.ts";
import { errorOf, findJob, isUnfinished, type JobRow, undoUntil } from "./job.ts";

/** Jobs in the list. */
const path = "/api/jobs";

/** Long work: its progress, cancelling and undoing. `Job`: the schema of a job (`jobSchema`). */
export function jobRoutes({ storage }: Dependencies, engine: JobEngine, Job: z.ZodType): Endpoint[] {
  const params = { id: pathId() };
  const shown = (principal: Principal, id: number, language: Locale) => {
    const job = findJob(storage.db, principal.tenantId, id);
    if (principal.apiKey !== undefined || !may(principal, "manage")) assertOwner(principal, job);
    return { kind: "json" as const, body: toJob(job, engine, language) };
  };
  return [
    query("GET", path, {
      operationId: "listJobs",
      permission: "work",
      summary: "Long work: the newest hundred jobs, newest first",
      description:
        "For Managers and Admins all jobs of the tenant, for Users their own. Imports, stocktakes that are prepared, approved, reopened or closed, bulk edits, bulk labels and sample data run as jobs: in short transactions that let counts go first. A job goes on after a restart. One job of a tenant runs at a time, the others wait. A request for long work answers when it is done, or at once with 202 and `Location` when it has `Prefer: respond-async` (RFC 7240). While a job runs, the rows that it has changed refuse other edits (409). Ended jobs are listed for a year.",
      response: z.array(Job),
      run({ language }, principal) {
        const { tenantId } = principal;
        const userId = may(principal, "manage") ? null : principal.userId;
        const jobs = store.newest.all(storage.db, { tenantId, userId, limit: MAX_LISTED });
        return { kind: "json", body: jobs.map((job) => toJob(job, engine, language)) };
      },
    }),
    query("GET", `${path}/{id}`, {
      operationId: "getJob",
      scope: "any",
      permission: "work",
      summary: "One job",
      description: "For whoever began the job, and for Managers and Admins.",
      params,
      response: Job,
      errors: { 403: "a User did not begin the job" },
      run: ({ params: { id }, language }, principal) => shown(principal, id, language),
    }),
    batch("PUT", `${path}/{id}/cancel`, {
      operationId: "cancelJob",
      permission: "work",
      needsRecentLogin: true,
      summary: "Cancels a job: everything that it has changed is undone",
      description:
        "For whoever began the job, and for Admins. The job is `cancelled` when everything is undone, in short transactions too. Labels that were printed, or are being printed, stay and are named in `result`.",
      params,
      response: Job,
      errors: { 400: "the job has ended, is being undone, or is a close that already moves stock" },
      async run({ params: { id }, language }, principal) {
        assertOwner(principal, findJob(storage.db, principal.tenantId, id));
        await engine.cancel(principal, id);
        return shown(principal, id, language);
      },
    }),
    batch("PUT", `${path}/{id}/undo`, {
      operationId: "undoJob",
      permission: "manage",
      needsRecentLogin: true,
      summary: "Undoes a finished import, bulk edit or sample data, within seven days",
      description:
        "For whoever began the job, and for Admins. Responds at once; the job is `undone` when it has ended. Rows that were changed since, or that other records use now, are left and named in `result`.",
      params,
      response: Job,
      errors: {
        400: "the job is not done, its kind can't be undone, or it ended more than seven days ago",
      },
      async run({ params: { id }, language }, principal) {
        assertOwner(principal, findJob(storage.db, principal.tenantId, id));
        await engine.undo(principal, id);
        return shown(principal, id, language);
      },
    }),
  ];
}

function assertOwner(principal: Principal, { userId }: JobRow): void {
  if (userId === principal.userId || may(principal, "administer")) return;
  throw new Forbidden(msg("Only whoever began the job, or an Admin, may do this."));
}

/** A job as the API shows it. */
function toJob(job: JobRow, engine: Pick<JobEngine, "isUndoable">, language: Locale) {
  const error = errorOf(job);
  return {
    id: job.oid,
    kind: job.kind,
    state: job.state,
    isUndoing: job.undoState !== null,
    done: job.done,
    total: job.total,
    createdDT: job.createdDT,
    startedDT: job.startedDT,
    finishedDT: job.finishedDT,
    createdBy: job.createdBy,
    subjectId: job.subjectId,
    result: job.result === null ? null : inLocale(JSON.parse(job.result) as unknown, language),
    error: error instanceof DomainError ? shownError(error, language) : null,
    canCancel: isUnfinished(job) && job.undoState === null && job.isFinal === 0,
    undoUntil: engine.isUndoable(job) ? undoUntil(job) : null,
  };
}

function shownError({ text, fieldErrors }: DomainError, language: Locale) {
  const errors = fieldErrors.map((one) => ({ path: one.path, message: textIn(one.text, language) }));
  return { message: textIn(text, language), ...(errors.length > 0 && { errors }) };
}

/** A result with its messages in one language. */
function inLocale(value: unknown, language: Locale): unknown {
  if (Array.isArray(value)) return value.map((one) => inLocale(one, language));
  if (typeof value !== "object" || value === null) return value;
  if (isMessage(value)) return textIn(value, language);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLocale(one, language)]));
}
