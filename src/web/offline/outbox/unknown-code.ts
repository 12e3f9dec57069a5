import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { undoneOperations } from "./undone.ts";

// The counts of an unknown code on this terminal. Each adds, also those of earlier versions, which the server receives as `set`.

/** Whether the server has it, or will have it. A user may have dismissed its row. */
function isLive({ state, receipt }: OutboxEntry): boolean {
  if (state === "waiting" || state === "sent" || state === "unknown") return true;
  const first = receipt?.first ?? receipt?.result;
  return state === "given-up" && (first === "unknown" || first === "applied");
}

/** The counts of an unknown code at a location that are not undone. `localOperations`: all on the same subject. */
export function openCounts(localOperations: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const undone = undoneOperations(localOperations);
  return localOperations.filter(
    (entry) => entry.how !== "undo" && isLive(entry) && !undone.has(entry.operationId),
  );
}

/** The pieces of an unknown code at a location, so far. */
export const piecesOfCode = (localOperations: readonly OutboxEntry[]): number =>
  openCounts(localOperations).reduce((sum, { operation }) => sum + (operation.quantity ?? 0), 0);
