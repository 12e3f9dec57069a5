import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call, type JobRequest } from "../../api/call.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { getProgressDetails } from "../../api/inventories.ts";
import type { InventoryDetail, InventoryProgressDetails, Job } from "../../api/types/endpoints.d.ts";
import { number, t } from "../../i18n/translate.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button, type LookOf } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { showSuccess } from "../../ui/toast.tsx";
import { errorText } from "../../ui/use-action.tsx";
import { type Change, useMutation } from "../forms/mutation.tsx";
import { NotDone, problemText } from "../forms/problem.ts";
import { runJob } from "../jobs/run-job.ts";
import { eventData, reconnects } from "../realtime/live.ts";
import { type LiveQuery, useLiveQuery } from "../realtime/use-live-query.ts";
import { hasUnfinishedJob } from "./work.ts";
import { WORK_ID } from "./work-banner.tsx";

/** A change that the server makes as a job, which continues when the page is closed. */
interface JobChange extends Omit<Change<Job>, "send"> {
  /** As a function: with what the question has read. */
  readonly job: JobRequest<unknown> | (() => JobRequest<unknown>);
}

/** Makes one change of a stocktake at a time, with its state. */
export interface StocktakeAction {
  /** A change is being sent, or its job is not over. */
  readonly isSending: boolean;
  /** Its job; null: it has none. */
  readonly jobId: number | null;
  /** No change can start: one is under way here, or a job works on the stocktake. */
  readonly isBusy: boolean;
  /** The id of the element with the reason; undefined: none. */
  readonly reasonId: string | undefined;
  /** The error of the last change. */
  readonly problem: string | null;
  /** True: the change is made. False: the user has stopped it, or see `problem`. */
  run<R>(change: Change<R> | JobChange): Promise<boolean>;
}

/** The changes of a screen of a stocktake. `after` runs after each one, also after an error, to load the current state. */
export function useStocktakeAction(
  after: () => void,
  inventoryId: number,
  inventory: InventoryDetail | null = null,
): StocktakeAction {
  const [jobId, setJobId] = useState<number | null>(null);
  /** How often the connection was back when the server did not respond to the last change; null: it did. */
  const [lostAfter, setLostAfter] = useState<number | null>(null);
  const hasJob = hasUnfinishedJob(inventory ?? { oid: inventoryId });
  const describe = (error: unknown) => {
    if (!(error instanceof ServerUnreachable)) return problemText(error);
    setLostAfter(reconnects.peek());
    return t(msg("The server is not responding. The result is shown here when it responds again."));
  };
  const { run, isBusy, isSending, problem } = useMutation({ after, errors: "place", describe });

  /** Waits for the end of a job. Throws NotDone where it has failed or was cancelled. */
  async function endOf(request: JobRequest<unknown>): Promise<Job> {
    const job = await runJob(request, {}, setJobId);
    if (job.state === "done") return job;
    if (job.state === "failed")
      throw new NotDone(job.error?.message ?? t(msg("Something went wrong on the server.")));
    showSuccess(t(msg("Cancelled. Nothing was changed.")));
    throw new NotDone();
  }

  return {
    isSending,
    jobId,
    isBusy: isBusy || hasJob,
    reasonId: hasJob ? WORK_ID : undefined,
    problem: lostAfter === null || lostAfter === reconnects.value ? problem : null,
    run: async (change) => {
      if (hasJob) return false;
      setLostAfter(null);
      const asked = { ...change, question: readFirst(change.question) };
      if (!("job" in asked)) return run(asked);
      const { job } = asked;
      return run({ ...asked, send: () => endOf(typeof job === "function" ? job() : job) });
    },
  };
}

/** A question whose reading may fail: nothing was sent then, and no result comes. */
function readFirst(question: Change["question"] = null) {
  if (typeof question !== "function") return question;
  return () =>
    question().catch((error: unknown) => {
      throw error instanceof ServerUnreachable ? new NotDone(errorText(error)) : error;
    });
}

interface ActionButtonProps extends LookOf<"button"> {
  readonly action: Pick<StocktakeAction, "isBusy" | "reasonId">;
}

/** A button of a change. While no change can start, it does nothing and names the reason. */
export const ActionButton = ({ action, onClick, ...look }: ActionButtonProps) => (
  <Button
    {...look}
    aria-disabled={action.isBusy}
    aria-describedby={action.reasonId}
    onClick={(event) => action.isBusy || onClick?.(event)}
  />
);

/** The progress of a long action, or its error. */
export function ActionState({ action: { isSending, jobId, problem } }: { readonly action: StocktakeAction }) {
  // The page frame shows the progress of jobs.
  const isShown = eventData.jobs.value?.jobs.some(({ id }) => id === jobId) ?? false;
  return (
    <div role="status">
      {isSending && !isShown && (
        <div class="long-work">
          <Progress
            label={
              <>
                {t(msg("Saving…"))} <Seconds />
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
function Seconds() {
  const [since] = useState(Date.now);
  const [now, setNow] = useState(since);
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
