import { localDb } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { entriesIn } from "./entries.ts";
import { changeEntries } from "./write.ts";

/** An operation that somebody must look at. */
export interface Problem {
  readonly entry: OutboxEntry;
  readonly kind: "refused" | "unknown" | "asked";
  /** The server's own words, where it has said something. */
  readonly reason: string | null;
}

/** What came after its stocktake was finished, oldest first. */
export const lateEntries = () => entriesIn("late");

/** Takes what came too late off the list, with the reason. Throws what the storage throws. */
export async function dismissLate(reason: string): Promise<void> {
  const entries = await entriesIn("late");
  await changeEntries(
    entries.map(({ seq }) => seq),
    (entry) => (entry.state === "late" ? { ...entry, state: "given-up", problem: reason } : null),
  );
}

/** All else that somebody must look at, oldest first. */
export async function problems(): Promise<readonly Problem[]> {
  const entries = await entriesIn("refused", "unknown", "asked");
  return entries.map((entry) => ({
    entry,
    // These are the states that were asked for.
    kind: entry.state as Problem["kind"],
    reason: entry.problem ?? entry.receipt?.message ?? null,
  }));
}

/** Sends a refused one again. Throws what the storage throws. */
export function retryOperation(seq: number): Promise<void> {
  return changeEntries([seq], (entry) =>
    entry.state === "refused" ? { ...entry, state: "waiting", ahead: 1, problem: null } : null,
  );
}

/** Those that were given up, newest first. */
export async function discardedOperations(): Promise<readonly OutboxEntry[]> {
  return [...(await entriesIn("given-up"))].reverse();
}

/** Takes away those that were given up: somebody has looked at them. Throws what the storage throws. */
export async function clearDiscarded(): Promise<void> {
  const db = await localDb();
  const tx = db.transaction("outbox", "readwrite");
  for (const seq of await tx.store.index("state").getAllKeys("given-up")) void tx.store.delete(seq);
  await tx.done;
  notifyTabs("outbox");
}

/** Keeps one to look at only, with the reason. Throws what the storage throws. */
export function discardOperation(seq: number, reason: string): Promise<void> {
  return changeEntries([seq], (entry) => {
    if (entry.state === "sent" || entry.state === "waiting") return null;
    const { ahead: _, ...left } = entry;
    return { ...left, state: "given-up", problem: reason };
  });
}
