import { ApiError, ask, ServerUnreachable } from "../api/ask.ts";
import { getSetupState } from "../api/server.ts";

/** Whether the server has no users yet. False where it does not respond. */
export async function isNewServer(): Promise<boolean> {
  try {
    return (await ask(getSetupState())).isNeeded;
  } catch (error) {
    if (error instanceof ServerUnreachable || error instanceof ApiError) return false;
    throw error;
  }
}
