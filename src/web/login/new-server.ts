import { ask, BoxAway, Refused } from "../api/ask.ts";

/** Whether the box has no user yet and waits for its first start; without its answer: no. */
export async function isNewBox(): Promise<boolean> {
  try {
    return (await ask<{ readonly isNeeded: boolean }>("/api/setup")).isNeeded;
  } catch (error) {
    if (error instanceof BoxAway || error instanceof Refused) return false;
    throw error;
  }
}
