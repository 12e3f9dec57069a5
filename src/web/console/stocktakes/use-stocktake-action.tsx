import { useEffect, useRef, useState } from "preact/hooks";
import { type Message, msg } from "../../../domain/message.ts";
import { type ApiRequest, call, type JobRequest } from "../../api/call.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { getProgressDetails } from "../../api/inventories.ts";
import type { RequestOptions } from "../../api/send-request.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { InventoryDetail, InventoryProgressDetails, Job } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Progress } from "../../ui/progress.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { runJob } from "../jobs/run-job.ts";
import { eventData, reconnects } from "../realtime/live.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { hasUnfinishedJob, WORK_ID } from "./work.tsx";

/** Runs one request about a stocktake at a time, with its state. */
export interface StocktakeAction {
  /** The running action; null: none. */
  readonly doing: Message | null;
  /** Its start, ms since 1970. */
  readonly since: number;
  /** Its job; null: none. */
  readonly jobId: number | null;
  /** No action can start: one is running here, or a job works on the stocktake. */
  readonly isBusy: boolean;
  /** The id of the element with the reason; undefined: none. */
  readonly reasonId: string | undefined;
  /** The server's error of the last action. */
  readonly problem: string | null;
  /** Runs an action and then `after`; null: it failed, see `problem`. */
  run<T>(label: Message, request: ApiRequest<T>, options?: RequestOptions): Promise<T | null>;
  /** Starts a job, which continues when the page is closed. Null: it failed or was cancelled. */
  runLong(label: Message, request: JobRequest<unknown>, options?: RequestOptions): Promise<Job | null>;
}

interface Doing {
  readonly label: Message;
  readonly since: number;
  readonly jobId: number | null;
}

/** The actions of a screen of a stocktake. `after` runs after each one, also after an error, to load the current state. */
export function useStocktakeAction(
  after: () => void,
  inventoryId: number,
  inventory: InventoryDetail | null = null,
): StocktakeAction {
  const [doing, setDoing] = useState<Doing | null>(null);
  const [problem, setProblem] = useState<{ readonly text: string; readonly isAway: boolean } | null>(null);
  const isBusy = useRef(false);
  const isHere = useRef(true);
  const hasJob = hasUnfinishedJob(inventory ?? { oid: inventoryId });
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  useEffect(() => setProblem((now) => (now?.isAway ? null : now)), [reconnects.value]);

  async function perform<T>(label: Message, work: () => Promise<T | null>): Promise<T | null> {
    if (isBusy.current || hasJob) return null;
    isBusy.current = true;
    setDoing({ label, since: Date.now(), jobId: null });
    setProblem(null);
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof ServerUnreachable;
      setProblem({
        text: isAway
          ? t(msg("The server is not responding. The result is shown here when it responds again."))
          : problemText(error),
        isAway,
      });
      return null;
    } finally {
      isBusy.current = false;
      if (isHere.current) {
        setDoing(null);
        after();
      }
    }
  }

  return {
    doing: doing?.label ?? null,
    since: doing?.since ?? 0,
    jobId: doing?.jobId ?? null,
    isBusy: doing !== null || hasJob,
    reasonId: hasJob ? WORK_ID : undefined,
    problem: problem?.text ?? null,
    run: (label, request, options) => perform(label, () => requestAsUser(request, options)),
    runLong: (label, request, options = {}) =>
      perform(label, async () => {
        const job = await runJob(request, options, (jobId) => setDoing((now) => now && { ...now, jobId }));
        if (job.state === "done") return job;
        if (job.state === "failed")
          setProblem({
            text: job.error?.message ?? t(msg("Something went wrong on the server.")),
            isAway: false,
          });
        else showSuccess(t(msg("Cancelled. Nothing was changed.")));
        return null;
      }),
  };
}

/** The progress of a long action, or its error. */
export function ActionState({
  action: { doing, since, jobId, problem },
}: {
  readonly action: StocktakeAction;
}) {
  // The page frame shows the progress of jobs.
  const isShown = jobId !== null && (eventData.jobs.value?.jobs.some(({ id }) => id === jobId) ?? false);
  return (
    <div role="status">
      {doing !== null && !isShown && (
        <div class="long-work">
          <Progress
            label={
              <>
                {t(doing)} <Seconds since={since} />
              </>
            }
          />
        </div>
      )}
      {problem !== null && problem !== "" && <Banner tone="danger">{problem}</Banner>}
    </div>
  );
}

/** The seconds since the start, so that the user sees that it is still running. Not read out each time. */
function Seconds({ since }: { readonly since: number }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return <span aria-hidden="true">{seconds > 0 && t(msg("({n} s)"), { n: number(seconds) })}</span>;
}

/** A stocktake, updated by events. */
export function useStocktake(id: string): LiveQuery<InventoryDetail> {
  return useLiveQuery(call("GET /api/inventories/{id}", { id: Number(id) }), {
    follows: ["inventories", "stocktakes"],
  });
}

/** The detailed progress of a stocktake with the numbers of its pending counts, updated by events. */
export function useProgress(
  inventoryId: number,
  atMostEverySeconds = 0,
): LiveQuery<InventoryProgressDetails> {
  return useLiveQuery(getProgressDetails({ id: inventoryId }), {
    follows: ["inventories", "stocktakes", "locations"],
    atMostEverySeconds,
  });
}
