import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { call, type JobRequest, withKey } from "../../../api/call.ts";
import { newId } from "../../../api/ids.ts";
import { session } from "../../../api/tokens.ts";
import type {
  BulkDeleteArticlesRequest,
  BulkEdit,
  BulkEditArticlesRequest,
  BulkLabels,
  PrintLabelsOfArticlesRequest,
} from "../../../api/types/endpoints.d.ts";
import { may } from "../../../login/permissions.ts";
import { problemText } from "../../forms/problem.ts";
import { endOfJob, hasEnded, runJob } from "../../jobs/run-job.ts";
import { unfinishedJobs } from "../../jobs/running.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";

/** Whether a job belongs to the page of articles. */
const isBulkKind = (kind: string) => kind === "bulkEdit" || kind === "bulkDelete" || kind === "bulkLabels";

/** The kind of a bulk operation, with its body. */
type BulkWork =
  | { readonly kind: "bulkEdit"; readonly body: BulkEditArticlesRequest }
  | { readonly kind: "bulkDelete"; readonly body: BulkDeleteArticlesRequest }
  | { readonly kind: "bulkLabels"; readonly body: PrintLabelsOfArticlesRequest };

/** The request of a bulk operation. `key`: idempotency key, so that a repeated request prints labels only once. */
export type BulkRequest = BulkWork & { readonly key: string };

function requestOf(request: BulkRequest): JobRequest<BulkEdit | BulkLabels> {
  switch (request.kind) {
    case "bulkEdit":
      return call("PUT /api/articles/bulk-edit", { body: request.body });
    case "bulkDelete":
      return call("PUT /api/articles/bulk-delete", { body: request.body });
    case "bulkLabels":
      return withKey(call("POST /api/articles/bulk-labels", { body: request.body }), request.key);
  }
}

/** A request that was not sent yet. */
export const newRequest = (work: BulkWork): BulkRequest => ({ ...work, key: newId(Date.now()) });

/** A job whose progress or result is shown. */
export interface BulkJob {
  readonly id: number;
  readonly kind: string;
  /** Undefined: it was not started in this tab. */
  readonly request?: BulkRequest;
  /** This tab has noticed its end. */
  readonly hasEnded?: boolean;
}

/** The bulk operations of the page of articles. */
export interface BulkJobs {
  /** The jobs, oldest first, with the unfinished ones of other computers. */
  readonly jobs: readonly BulkJob[];
  readonly isStarting: boolean;
  /** The last request, if it started no job. */
  readonly failed: { readonly request: BulkRequest; readonly text: string } | null;
  /** `onAccepted`: the server has the job. */
  start(request: BulkRequest, onAccepted?: () => void): Promise<void>;
  /** Removes a result. */
  close(id: number): void;
  closeFailed(): void;
}

/** Jobs that a screen of its own tells about. The stream of events may name one as running after its end. */
const toldElsewhere = new Set<number>();

/** Keeps a job of this tab from the page of articles. */
export function tellElsewhere(id: number): void {
  toldElsewhere.add(id);
}

// The results of a user stay while other pages are open.
const stored = signal<{ readonly userId: number; readonly jobs: readonly BulkJob[] } | null>(null);

const jobsOfUser = () => (stored.value?.userId === session.value?.user.id ? (stored.value?.jobs ?? []) : []);

function keep(change: (jobs: readonly BulkJob[]) => readonly BulkJob[]): void {
  if (session.value !== null) stored.value = { userId: session.value.user.id, jobs: change(jobsOfUser()) };
}

const addJob = (added: BulkJob) =>
  keep((jobs) => (jobs.some(({ id }) => id === added.id) ? jobs : [...jobs, added]));

const markEnded = (ended: number) =>
  keep((jobs) => jobs.map((job) => (job.id === ended ? { ...job, hasEnded: true } : job)));

/** Adds a User's own jobs that another tab started: the event stream has jobs only for Managers. */
function useJobsOfUser(): void {
  const { state, body } = useLiveQuery(may("manage") ? null : call("GET /api/jobs"));
  useEffect(() => {
    // In an older response, a job whose result was closed may still run.
    if (state !== "fresh") return;
    for (const job of body ?? []) {
      if (hasEnded(job) || !isBulkKind(job.kind) || jobsOfUser().some(({ id }) => id === job.id)) continue;
      addJob({ id: job.id, kind: job.kind });
      endOfJob(job.id).then(
        () => markEnded(job.id),
        // The card requests it too, and shows the error.
        () => {},
      );
    }
  }, [state, body]);
}

/** Starts bulk operations as jobs, and returns the jobs to show. A job continues when the page is closed. */
export function useBulkJobs(): BulkJobs {
  const [isStarting, setStarting] = useState(false);
  const [failed, setFailed] = useState<BulkJobs["failed"]>(null);
  useJobsOfUser();
  const known = jobsOfUser();
  const others = (unfinishedJobs() ?? []).filter(
    ({ id, kind }) => isBulkKind(kind) && !toldElsewhere.has(id) && !known.some((job) => job.id === id),
  );
  // The result of the user's own job is shown in the tab that sees it end.
  const own = others.filter(({ createdBy }) => createdBy === session.value?.user.userName);
  useEffect(() => {
    for (const { id, kind } of own) addJob({ id, kind });
  }, [own.map(({ id }) => id).join()]);

  return {
    jobs: [...known, ...others].sort((one, other) => one.id - other.id),
    isStarting,
    failed,
    async start(request, onAccepted) {
      const { kind } = request;
      setStarting(true);
      setFailed(null);
      try {
        const { id } = await runJob(requestOf(request), {}, (started) => {
          setStarting(false);
          onAccepted?.();
          keep((jobs) => [...jobs.filter((job) => job.id !== started), { id: started, kind, request }]);
        });
        markEnded(id);
      } catch (error) {
        const text = problemText(error);
        if (text !== "") setFailed({ request, text });
      } finally {
        setStarting(false);
      }
    },
    close: (id) => keep((jobs) => jobs.filter((job) => job.id !== id)),
    closeFailed: () => setFailed(null),
  };
}
