import { connection } from "../../api/connection.ts";
import { ApiError, ServerUnreachable } from "../../api/errors.ts";
import { sendRequest } from "../../api/send-request.ts";
import { getVersion } from "../../api/server.ts";
import { reportError } from "../../errors/report-error.ts";

const AGAIN_MS = 2000;
const PATIENCE_MS = 5000;

/**
 * Looks for the server whenever a request of this page has found none, until one is answered: the stream may never have broken,
 * and then tells of no return.
 */
export function startRefetching(): void {
  let isLooking = false;
  connection.subscribe((state) => {
    if (state !== "away" || isLooking) return;
    isLooking = true;
    look()
      .catch(reportError)
      .finally(() => {
        isLooking = false;
      });
  });
}

async function look(): Promise<void> {
  while (connection.peek() === "away") {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    try {
      await sendRequest(getVersion(), { timeoutMs: PATIENCE_MS });
    } catch (error) {
      if (!(error instanceof ServerUnreachable || error instanceof ApiError)) throw error;
    }
  }
}
