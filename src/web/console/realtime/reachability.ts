import { call } from "../../api/call.ts";
import { connection } from "../../api/connection.ts";
import { sendRequest } from "../../api/send-request.ts";
import { nullIfExpected } from "../../errors/error-queue.ts";
import { reportError } from "../../errors/report-error.ts";

const CHECK_MS = 2000;
const CHECK_TIMEOUT_MS = 5000;

/**
 * Sends requests after one without a response, until the server responds. The event stream may not have broken, and then does not
 * report the server's return.
 */
export function startReachabilityChecks(): void {
  let isChecking = false;
  connection.subscribe((state) => {
    if (state !== "away" || isChecking) return;
    isChecking = true;
    checkUntilReachable()
      .catch(reportError)
      .finally(() => {
        isChecking = false;
      });
  });
}

async function checkUntilReachable(): Promise<void> {
  while (connection.peek() === "away") {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    await sendRequest(call("GET /api/version"), { timeoutMs: CHECK_TIMEOUT_MS }).catch(nullIfExpected);
  }
}
