import { Unavailable } from "../../domain/errors.ts";
import { selectFrom } from "../../storage/database/table-statements.ts";

import type { Storage } from "../../storage/storage.ts";

const counter = selectFrom("changeCounter", ["id"], ["change"]);

/** A slice of a job is stuck after this long. A large commit takes some time. */
const STUCK_AFTER_MS = 30_000;

/**
 * Resolves when the storage works: an empty write had its turn, so the write gate is not stuck; all commits are on the disk;
 * a read returned its row. A write that is rejected for lack of disk space counts as working: a full disk must not end the
 * process. While a slice of a job works, the write is skipped. Rejects when the database fails.
 */
export async function checkStorage(storage: Storage): Promise<void> {
  const workMs = storage.jobs.runningMs();
  try {
    if (workMs === null || workMs > STUCK_AFTER_MS)
      await storage.write(null, () => null, { evenWhenLow: true });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
  }
  await storage.durable();
  if (counter.first(storage.db, { id: 1 }) === null) throw new Error("the change counter is missing");
}
