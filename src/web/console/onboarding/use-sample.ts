import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { call } from "../../api/call.ts";
import { requestAsUser } from "../../api/tokens.ts";
import type { SampleData } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { showError, showSuccess } from "../../ui/toast.tsx";
import { problemText } from "../forms/problem.ts";
import { runJob } from "../jobs/run-job.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";

/** The server's sample data, with actions. */
export interface SampleActions {
  /** Null: not known yet. */
  readonly data: SampleData | null;
  readonly isBusy: boolean;
  /** Adds the sample data; false: it failed, and the error was shown. */
  readonly add: () => Promise<boolean>;
  /** Removes the sample data; shows the blockers. */
  readonly remove: () => Promise<boolean>;
}

export function useSampleData(): SampleActions {
  const query = useLiveQuery(call("GET /api/sample"), { follows: ["articles", "locations", "inventories"] });
  const [isBusy, setBusy] = useState(false);
  /** Runs the work, which returns the text of a problem, or null. */
  async function change(work: () => Promise<string | null>, done: string): Promise<boolean> {
    setBusy(true);
    try {
      const problem = await work();
      if (problem === null) showSuccess(done);
      else showError(problem);
      return problem === null;
    } catch (error) {
      showError(problemText(error));
      return false;
    } finally {
      setBusy(false);
      query.refetch();
    }
  }
  return {
    data: query.body,
    isBusy,
    add: () => change(addSample, t(msg("Sample data loaded."))),
    remove: () => change(removeSample, t(msg("Sample data removed."))),
  };
}

/** Waits for the end of the job. */
async function addSample(): Promise<string | null> {
  const { state, error } = await runJob(call("POST /api/sample"), {}, () => {});
  return state === "done" ? null : (error?.message ?? t(msg("Sample data were not loaded.")));
}

async function removeSample(): Promise<null> {
  await requestAsUser(call("DELETE /api/sample"));
  return null;
}
