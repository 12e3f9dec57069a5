/** How far a long work is. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** How it ended: what failed, and whether it was called off; what was done stays done. */
export interface Ended<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
  readonly isCancelled: boolean;
}

interface Options {
  readonly atOnce: number;
  readonly stop: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Does the same with each of many, a few at a time, until all are done or `stop` is aborted. */
export async function runBatch<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  { atOnce, stop, onProgress }: Options,
): Promise<Ended<Item>> {
  const done: Item[] = [];
  const failed: { item: Item; error: unknown }[] = [];
  let next = 0;
  const total = items.length;
  async function lane(): Promise<void> {
    while (!stop.aborted && next < total) {
      const item = items[next++] as Item;
      try {
        await work(item);
        done.push(item);
      } catch (error) {
        failed.push({ item, error });
      }
      onProgress({ done: done.length + failed.length, total });
    }
  }
  onProgress({ done: 0, total });
  await Promise.all(Array.from({ length: atOnce }, lane));
  return { done, failed, isCancelled: stop.aborted && done.length + failed.length < total };
}
