import { ApiError, ask, ServerUnreachable } from "../api/ask.ts";

/** Whether the server has no user yet and waits for its first start; without its answer: no. */
export async function isNewServer(): Promise<boolean> {
  try {
    return (await ask<{ readonly isNeeded: boolean }>("/api/setup")).isNeeded;
  } catch (error) {
    if (error instanceof ServerUnreachable || error instanceof ApiError) return false;
    throw error;
  }
}
