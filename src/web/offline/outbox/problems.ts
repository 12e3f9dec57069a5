import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { changeEntries } from "./change-entries.ts";
import { entriesIn } from "./entries.ts";

/** An operation that needs attention. */
export interface Problem {
  readonly entry: OutboxEntry;
  readonly kind: "refused" | "unknown" | "asked";
  /** The server's message, where there is one. */
  readonly reason: string | null;
}

/** Reads the counts that came after their stocktake was finished, oldest first. */
export const lateEntries = () => entriesIn("late");

/** Dismisses the late counts, with a reason. Throws errors of the storage. */
export async function dismissLate(reason: string): Promise<void> {
  const entries = await entriesIn("late");
  await changeEntries(
    entries.map(({ seq }) => seq),
    (entry) => (entry.state === "late" ? { ...entry, state: "given-up", problem: reason } : null),
  );
}

/** Reads the other operations that need attention, oldest first. */
export async function problems(): Promise<readonly Problem[]> {
  const entries = await entriesIn("refused", "unknown", "asked");
  return entries.map((entry) => ({
    entry,
    // The query returns only these states.
    kind: entry.state as Problem["kind"],
    reason: entry.problem ?? entry.receipt?.message ?? null,
  }));
}

/** Sends a rejected operation again. Throws errors of the storage. */
export function retryOperation(seq: number): Promise<void> {
  return changeEntries([seq], (entry) =>
    entry.state === "refused" ? { ...entry, state: "waiting", ahead: 1, problem: null } : null,
  );
}

/** Discards an operation with a reason, but keeps it for display. Throws errors of the storage. */
export function discardOperation(seq: number, reason: string): Promise<void> {
  return changeEntries([seq], (entry) => {
    if (entry.state === "sent" || entry.state === "waiting") return null;
    const { ahead: _, ...rest } = entry;
    return { ...rest, state: "given-up", problem: reason };
  });
}
