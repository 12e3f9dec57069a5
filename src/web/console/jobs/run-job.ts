import { call, type JobRequest } from "../../api/call.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { type RequestOptions, requestJob } from "../../api/send-request.ts";
import { requestAsUser, userToken, withToken } from "../../api/tokens.ts";
import type { Job } from "../../api/types/endpoints.d.ts";
import { eventData } from "../realtime/live.ts";

/** Pauses between requests: short jobs end within the first ones. The event stream reports the end of longer jobs. */
const FIRST_PAUSES_MS = [50, 100, 200, 400];
/** The pause without events, for example while the stream is interrupted. */
const PAUSE_MS = 5000;

/**
 * Starts a job and waits for its end, also across restarts of the server. `onStarted` gets the id of the job. Throws ServerUnreachable
 * where it was not started, ApiError, NotLoggedIn.
 */
export async function runJob(
  request: JobRequest<unknown>,
  options: RequestOptions,
  onStarted: (id: number) => void,
): Promise<Job> {
  const location = await withToken(userToken, (token) => requestJob(request, { ...options, token }));
  const id = Number(location?.split("/").pop());
  if (location === null || !Number.isSafeInteger(id)) throw new Error(`${request.path} started no job`);
  onStarted(id);
  return endOfJob(id);
}

/** Waits for the end of a job. Throws ApiError, NotLoggedIn. */
export async function endOfJob(id: number): Promise<Job> {
  for (let asks = 0; ; asks++) {
    await pause(id, FIRST_PAUSES_MS[asks] ?? PAUSE_MS);
    const job = await askFor(id);
    if (job !== null && hasEnded(job)) return job;
  }
}

/** Whether a job has ended. */
export const hasEnded = ({ state }: Pick<Job, "state">) => state !== "waiting" && state !== "running";

/** The job; null: the server does not respond. */
async function askFor(id: number): Promise<Job | null> {
  try {
    return await requestAsUser(call("GET /api/jobs/{id}", { id }));
  } catch (error) {
    if (error instanceof ServerUnreachable) return null;
    throw error;
  }
}

/** Waits, at most until an event without the job arrives. */
function pause(id: number, ms: number): Promise<void> {
  return new Promise((resolve) => {
    let isFirst = true;
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(end, ms);
    const unsubscribe = eventData.jobs.subscribe((summary) => {
      // The first call is immediate, with the known state.
      if (!isFirst && summary?.jobs.every((job) => job.id !== id)) end();
      isFirst = false;
    });
  });
}
