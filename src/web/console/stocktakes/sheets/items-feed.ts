import type { InventoryItem, InventoryItemChanges } from "../../../api/types/endpoints.d.ts";

/** All items of a stocktake, and the cursor of the next changes. */
export interface SeenItems {
  readonly items: readonly InventoryItem[];
  readonly cursor: string;
}

type AskSince = (cursor: string) => Promise<InventoryItemChanges>;

/** The items of a stocktake: read whole once, then only what has changed. */
export interface ItemsFeed {
  /** Asks what has changed. What is asked for while an answer is on its way is asked once more after it. */
  look(): void;
  stop(): void;
}

/** Told whenever all items are known anew, or why they are not. */
export interface FeedListener {
  readonly onItems: (items: readonly InventoryItem[], cursor: string) => void;
  readonly onProblem: (error: unknown) => void;
}

/** Follows the items; nothing is asked before `look`. */
export function createItemsFeed(askSince: AskSince, { onItems, onProblem }: FeedListener): ItemsFeed {
  const items = new Map<number, InventoryItem>();
  let cursor = "";
  let isAsking = false;
  let isAskedAgain = false;
  let isStopped = false;

  function take(changes: InventoryItemChanges): void {
    cursor = changes.cursor;
    if (changes.isWhole) items.clear();
    for (const item of changes.items) items.set(item.oid, item);
    for (const oid of changes.deleted) items.delete(oid);
    onItems(Array.from(items.values()), cursor);
  }
  async function ask(): Promise<void> {
    isAsking = true;
    try {
      do {
        isAskedAgain = false;
        const changes = await askSince(cursor);
        if (!isStopped) take(changes);
      } while (isAskedAgain && !isStopped);
    } catch (error) {
      if (!isStopped) onProblem(error);
    } finally {
      isAsking = false;
    }
  }
  return {
    look() {
      isAskedAgain = true;
      if (!isAsking) void ask();
    },
    stop() {
      isStopped = true;
    },
  };
}
