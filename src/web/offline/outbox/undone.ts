import type { OutboxEntry } from "../../db/outbox-shapes.ts";

/** The ids of undone operations. */
export function undoneOperations(localOperations: readonly OutboxEntry[]): ReadonlySet<string> {
  const ids = localOperations
    .filter(({ how, state }) => how === "undo" && state !== "refused" && state !== "given-up")
    .map(({ corrects }) => corrects);
  return new Set(ids.filter((id): id is string => id !== null));
}
