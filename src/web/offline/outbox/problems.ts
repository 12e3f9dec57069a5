import { session } from "../../api/tokens.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { changeEntries } from "./change-entries.ts";
import { discarded, entriesIn, entriesOfCode, ofLostArticles, waitingAgain } from "./entries.ts";
import { piecesOfCode } from "./write.ts";

/** An operation that needs attention. */
export interface Problem {
  readonly entry: OutboxEntry;
  /** `lost`: the server does not have its article any more. */
  readonly kind: "refused" | "unknown" | "lost" | "asked";
  /** All operations that it stands for: those of one unknown code at a location are one. */
  readonly seqs: readonly number[];
  /** Pieces of an unknown code at the location; of another operation 0. */
  readonly pieces: number;
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
  const entries = (await entriesIn("refused", "unknown", "asked")).filter(
    ({ state, inventoryId }) => state !== "unknown" || inventoryId > 0,
  );
  const lost = new Set(ofLostArticles(entries.filter(({ state }) => state === "unknown")));
  const codes = new Map<string, OutboxEntry[]>();
  for (const entry of entries) {
    if (entry.state !== "unknown" || entry.articleId !== null) continue;
    const key = `${entry.inventoryId} ${entry.subject}`;
    codes.set(key, [...(codes.get(key) ?? []), entry]);
  }
  const found: Problem[] = [];
  for (const entry of entries) {
    const same = codes.get(`${entry.inventoryId} ${entry.subject}`) ?? [];
    const isCode = entry.state === "unknown" && !lost.has(entry);
    if (isCode && same[0] !== entry) continue;
    const pieces = isCode ? await piecesLeft(entry) : 0;
    if (isCode && pieces === 0) continue;
    found.push({
      entry,
      // The query returns only these states.
      kind: lost.has(entry) ? "lost" : (entry.state as Exclude<Problem["kind"], "lost">),
      pieces,
      seqs: isCode ? same.map(({ seq }) => seq) : [entry.seq],
      reason: entry.problem ?? entry.receipt?.message ?? null,
    });
  }
  return found;
}

/** The pieces of its unknown code at its location. */
async function piecesLeft({ inventoryId, operation, subject }: OutboxEntry): Promise<number> {
  const entries = await entriesOfCode(inventoryId, operation.code ?? "");
  return piecesOfCode(entries.filter((entry) => entry.subject === subject));
}

/**
 * Sends rejected operations again, also to another installation than that for which they were made. Those whose author the server does not
 * have are sent in the name of the user who is logged in. Throws errors of the storage.
 */
export function retryOperations(seqs: readonly number[]): Promise<void> {
  const userId = session.peek()?.user.id;
  return changeEntries(seqs, (entry) => {
    const { state, receipt, operation, inventoryId } = entry;
    if (state !== "refused") return null;
    const isOrphan = receipt?.isAuthorMissing === true && userId !== undefined;
    return {
      ...waitingAgain(entry),
      inventoryId: Math.abs(inventoryId),
      ...(isOrphan && { operation: { ...operation, userId } }),
    };
  });
}

/** Discards operations with a reason, but keeps them for display. Throws errors of the storage. */
export function discardOperations(seqs: readonly number[], reason: string): Promise<void> {
  return changeEntries(
    seqs,
    (entry) => (entry.state === "sent" || entry.state === "waiting" ? null : discarded(entry, reason)),
    true,
  );
}
