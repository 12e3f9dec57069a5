import { localDb } from "../../db/database.ts";
import type { OutboxEntry, OutboxState } from "../../db/outbox-shapes.ts";

/** Reads an operation by its id; null: not stored (any more). */
export async function entryById(operationId: string): Promise<OutboxEntry | null> {
  const db = await localDb();
  return (await db.getFromIndex("outbox", "operationId", operationId)) ?? null;
}

/** Reads an operation by its seq; null: none. */
export async function entryOfSeq(seq: number): Promise<OutboxEntry | null> {
  const db = await localDb();
  return (await db.get("outbox", seq)) ?? null;
}

/** Reads the operations in these states, oldest first. */
export async function entriesIn(...states: readonly OutboxState[]): Promise<readonly OutboxEntry[]> {
  const db = await localDb();
  const found = await Promise.all(states.map((state) => db.getAllFromIndex("outbox", "state", state)));
  return found.flat().sort((a, b) => a.seq - b.seq);
}
