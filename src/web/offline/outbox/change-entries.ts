import { localDb, STRICT } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { unconfirmedChanged } from "./entries.ts";
import { countUnsent } from "./unsent.ts";

/** Changes entries in one durable transaction; null: no change. */
export async function changeEntries(
  seqs: readonly number[],
  change: (entry: OutboxEntry) => OutboxEntry | null,
): Promise<void> {
  if (seqs.length === 0) return;
  const db = await localDb();
  const tx = db.transaction("outbox", "readwrite", STRICT);
  for (const entry of await Promise.all(seqs.map((seq) => tx.store.get(seq)))) {
    const changed = entry === undefined ? null : change(entry);
    if (changed !== null) void tx.store.put(changed);
  }
  await tx.done;
  unconfirmedChanged();
  announceChange();
}

/** Announces a change of the outbox to this tab and all others. */
export function announceChange(): void {
  notifyTabs("outbox");
  countUnsent().catch(reportError);
}
