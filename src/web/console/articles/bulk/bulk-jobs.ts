import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { newId } from "../../../api/ids.ts";
import { session } from "../../../api/tokens.ts";
import { problemText } from "../../forms/problem.ts";
import { runJob } from "../../jobs/run-job.ts";
import { unfinishedJobs } from "../../jobs/running.ts";

/** The kinds of jobs that belong to the page of articles. */
const ENDPOINTS = {
  bulkEdit: { method: "PUT", path: "/api/articles/bulk-edit" },
  bulkLabels: { method: "POST", path: "/api/articles/bulk-labels" },
} as const;
export type BulkKind = keyof typeof ENDPOINTS;

/** A bulk operation as it is requested. */
export interface BulkRequest {
  readonly kind: BulkKind;
  readonly body: object;
  /** Requested again, labels are printed once. */
  readonly key: string;
}

/** A request that was not sent yet. */
export const newRequest = (kind: BulkKind, body: object): BulkRequest => ({
  kind,
  body,
  key: newId(Date.now()),
});

/** A job whose progress, then its result, is shown. */
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
  /** The oldest first; unfinished ones of other computers too. */
  readonly jobs: readonly BulkJob[];
  readonly isStarting: boolean;
  /** The last request, where it started no job. */
  readonly failed: { readonly request: BulkRequest; readonly text: string } | null;
  start(request: BulkRequest): Promise<void>;
  /** Takes away a result. */
  close(id: number): void;
  closeFailed(): void;
}

// The results of a user stay while other pages are open.
const kept = signal<{ readonly userId: number; readonly jobs: readonly BulkJob[] } | null>(null);

const keptJobs = () => (kept.value?.userId === session.value?.user.id ? (kept.value?.jobs ?? []) : []);

function keep(change: (jobs: readonly BulkJob[]) => readonly BulkJob[]): void {
  if (session.value !== null) kept.value = { userId: session.value.user.id, jobs: change(keptJobs()) };
}

/** Starts bulk operations as jobs, and gives those that are shown. A job goes on when the page is closed. */
export function useBulkJobs(): BulkJobs {
  const [isStarting, setStarting] = useState(false);
  const [failed, setFailed] = useState<BulkJobs["failed"]>(null);
  const known = keptJobs();
  const others = (unfinishedJobs() ?? []).filter(
    ({ id, kind }) => kind in ENDPOINTS && !known.some((job) => job.id === id),
  );
  // The result of an own job is shown in the tab that sees it end.
  const own = others.filter(({ createdBy }) => createdBy === session.value?.user.userName);
  useEffect(() => {
    for (const { id, kind } of own)
      keep((jobs) => (jobs.some((job) => job.id === id) ? jobs : [...jobs, { id, kind }]));
  }, [own.map(({ id }) => id).join()]);

  return {
    jobs: [...known, ...others].sort((one, other) => one.id - other.id),
    isStarting,
    failed,
    async start(request) {
      const { kind, body, key } = request;
      const { method, path } = ENDPOINTS[kind];
      const headers = { "Idempotency-Key": key };
      setStarting(true);
      setFailed(null);
      try {
        const { id } = await runJob(path, { method, body, headers }, (started) => {
          setStarting(false);
          keep((jobs) => [...jobs.filter((job) => job.id !== started), { id: started, kind, request }]);
        });
        keep((jobs) => jobs.map((job) => (job.id === id ? { ...job, hasEnded: true } : job)));
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
