import { signal } from "@preact/signals";
import { newId } from "../../api/ids.ts";
import type { OutboxEntry } from "../../db/outbox-shapes.ts";
import { notifyTabs } from "../../db/tab-messages.ts";
import { type StoredTag, tagRange, type Values } from "../../db/values.ts";

// A tag that has counted names its operation, and is not counted again. Where the operation is undone or discarded, the tag can be read
// again.

/** The stored values, in a transaction. */
export interface ValueStore {
  get(name: keyof Values): Promise<unknown>;
  getAll(range: IDBKeyRange): Promise<readonly unknown[]>;
  put(value: Values[keyof Values], name: keyof Values): Promise<unknown>;
  delete(name: keyof Values): Promise<void>;
}

/** Grows when this tab has freed tags. */
export const freed = signal(0);

/** Deletes the tags that these operations count, in the transaction that ends the operations. Returns whether there were any. */
export async function freeTags(values: ValueStore, entries: readonly OutboxEntry[]): Promise<boolean> {
  const ids = new Map<string, string[]>();
  for (const { how, articleId, inventoryId, placeId, operation } of entries) {
    if (how !== "scan" || articleId === null) continue;
    const beginning = `${inventoryId} ${placeId} ${operation.userId} `;
    ids.set(beginning, [...(ids.get(beginning) ?? []), operation.operationId]);
  }
  let isAny = false;
  for (const [beginning, ended] of ids) {
    const tags = (await values.getAll(tagRange(beginning))) as readonly StoredTag[];
    const counted = tags.filter(({ operationId }) => operationId !== null && ended.includes(operationId));
    if (counted.length === 0) continue;
    for (const { epc } of counted) void values.delete(`tag ${beginning}${epc}`);
    void values.put(newId(Date.now()), `reading ${beginning}`);
    isAny = true;
  }
  return isAny;
}

/** Tells this tab and all others, after the transaction. */
export function announceFreed(): void {
  freed.value += 1;
  notifyTabs("tags");
}
