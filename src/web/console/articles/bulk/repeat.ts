import type { Job } from "../../../api/types/endpoints.d.ts";
import { leftRowsOf } from "../../jobs/outcome.tsx";
import { type BulkRequest, newRequest } from "./bulk-jobs.ts";

/**
 * A new request for the remaining articles: all of a failed job, or the rejected ones of a done job. Null: none are left, or the
 * server has not named them all.
 */
export function repeatedOf(request: BulkRequest, job: Job): BulkRequest | null {
  // Labels that a failed job leaves are printed.
  if (job.state === "failed")
    return request.kind === "bulkLabels" && leftRowsOf(job) !== null ? null : newRequest(request);
  if (job.state !== "done") return null;
  if (job.kind !== "bulkEdit" && job.kind !== "bulkDelete" && job.kind !== "bulkLabels") return null;
  const { refused, refusals } = job.result;
  const ids = refusals.map(({ oid }) => oid);
  if (ids.length === 0) return null;
  if (refused > ids.length)
    return job.kind === "bulkLabels" && job.result.added === 0 ? newRequest(request) : null;
  // Some may be deleted by now.
  const selected = { filter: undefined, ids, expectedCount: undefined };
  if (request.kind === "bulkEdit")
    return newRequest({ kind: "bulkEdit", body: { ...request.body, ...selected } });
  if (request.kind === "bulkDelete")
    return newRequest({ kind: "bulkDelete", body: { ...request.body, ...selected } });
  return newRequest({ kind: "bulkLabels", body: { ...request.body, ...selected, sort: undefined } });
}
