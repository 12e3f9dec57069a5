import { localDb, STRICT } from "../../db/database.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { reportError } from "../../errors/report-error.ts";
import { unconfirmedChanged } from "./entries.ts";
import { announceFreed, freeTags } from "./free-tags.ts";
import { countUnsent } from "./unsent.ts";

/** Changes entries in one durable transaction; null: no change. `isEnd`: their tags can be read again. */
export async function changeEntries(
  seqs: readonly number[],
  change: (entry: OutboxEntry) => OutboxEntry | null,
  isEnd = false,
): Promise<void> {
  if (seqs.length === 0) return;
  const db = await localDb();
  const stores = ["outbox", ...(isEnd ? ["values" as const] : [])] as const;
  const tx = db.transaction(stores, "readwrite", STRICT);
  const store = tx.objectStore("outbox");
  const changed: OutboxEntry[] = [];
  for (const entry of await Promise.all(seqs.map((seq) => store.get(seq)))) {
    const next = entry === undefined ? null : change(entry);
    if (next === null) continue;
    void store.put(next);
    changed.push(next);
  }
  const isFreeing = isEnd && (await freeTags(tx.objectStore("values"), changed));
  await tx.done;
  if (isFreeing) announceFreed();
  unconfirmedChanged();
  announceChange();
}

/** Announces a change of the outbox to this tab and all others. */
export function announceChange(): void {
  notifyTabs("outbox");
  countUnsent().catch(reportError);
}
