import { Unavailable } from "../../domain/errors.ts";
import { sqlite, statement } from "../../storage/database/statement.ts";
import type { Storage } from "../../storage/storage.ts";

const counter = statement((p: { id: number }) =>
  sqlite.selectFrom("changeCounter").select("change").where("id", "=", p.id),
);

/** A long write that says nothing for so long hangs; the commit of a big one takes its time. */
const QUIET_MS = 30_000;

/**
 * Resolves when the storage has really answered: an empty write has had its turn (no gate is stuck), all that was
 * committed is on the disk, and a read gave its row. A write that is refused for want of room is an answer too: a full disk
 * is no reason to end the process; writes wait for a long one that makes progress. Rejects when the database fails.
 */
export async function checkStorage(storage: Storage): Promise<void> {
  const { longWriteQuietMs } = storage.status();
  try {
    if (longWriteQuietMs === null || longWriteQuietMs > QUIET_MS)
      await storage.write(null, () => null, { evenWhenLow: true });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
  await storage.durable();
  if (counter.first(storage.db, { id: 1 }) === null) throw new Error("the change counter is missing");
}
