import { call } from "../api/call.ts";
import { connection } from "../api/connection.ts";
import { ApiError } from "../api/errors.ts";
import { sendRequest } from "../api/send-request.ts";
import {
  ExpectedError,
  hasErrors,
  onQueuedError,
  type QueuedError,
  returnError,
  takeError,
} from "../errors/error-queue.ts";
import { reportError } from "../errors/report-error.ts";

/** Ms from an error to its report, so that its repetitions are in it. */
const FIRST_MS = 2000;
/** Ms from one report to the next. */
const NEXT_MS = 90_000;
/** The report was refused, and will be again. */
const FINAL = [400, 404, 405, 413, 415];

let timer: ReturnType<typeof setTimeout> | undefined;

/** Reports the queued errors to the server, one each 90 s, so that clients behind one address stay below its limit. */
export function startErrorReports(): void {
  onQueuedError(() => schedule(FIRST_MS));
  connection.subscribe((state) => {
    if (state !== "there" || !hasErrors()) return;
    clearTimeout(timer);
    timer = undefined;
    schedule(FIRST_MS);
  });
  if (hasErrors()) schedule(FIRST_MS);
}

function schedule(ms: number): void {
  if (timer !== undefined) return;
  timer = setTimeout(() => {
    timer = undefined;
    send().catch(reportError);
  }, ms);
}

async function send(): Promise<void> {
  const error = takeError();
  if (error === null) return;
  const waitMs = await post(error);
  if (hasErrors()) schedule(waitMs);
}

/** Reports an error. Returns the ms to the next report. */
async function post(error: QueuedError): Promise<number> {
  try {
    await sendRequest(call("POST /api/client-errors", { body: error }));
    return NEXT_MS;
  } catch (problem) {
    if (!(problem instanceof ExpectedError)) throw problem;
    const { status = 0, retryAfter = 0 } = problem instanceof ApiError ? problem : {};
    if (!FINAL.includes(status)) returnError(error);
    return Math.max(NEXT_MS, 1000 * (retryAfter ?? 0));
  }
}
