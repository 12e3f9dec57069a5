import { ApiError, ask, ServerUnreachable } from "../api/ask.ts";

/** Whether the server has no users yet. False where it does not respond. */
export async function isNewServer(): Promise<boolean> {
  try {
    return (await ask<{ readonly isNeeded: boolean }>("/api/setup")).isNeeded;
  } catch (error) {
    if (error instanceof ServerUnreachable || error instanceof ApiError) return false;
    throw error;
  }
}
