import { ApiError, ServerUnreachable } from "../api/errors.ts";
import { sendRequest } from "../api/send-request.ts";
import { getSetupState } from "../api/server.ts";

/** Whether the server has no users yet. False where it does not respond. */
export async function isNewServer(): Promise<boolean> {
  try {
    return (await sendRequest(getSetupState())).isNeeded;
  } catch (error) {
    if (error instanceof ServerUnreachable || error instanceof ApiError) return false;
    throw error;
  }
}
