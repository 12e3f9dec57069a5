import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { ApiError } from "../../api/errors.ts";
import { number, t } from "../../i18n/translate.ts";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { useUnsavedChangesGuard } from "../forms/unsaved-changes.ts";

/** The progress of a batch. */
export interface BatchProgress {
  readonly done: number;
  readonly total: number;
}

/** The processed and the failed items, and those that were not tried because the batch was cancelled. Cancelling undoes nothing. */
export interface Ended<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[];
  readonly untried: readonly Item[];
}

/** The items to try again: not those that the server has refused. */
export const toTryAgain = <Item,>({ failed, untried }: Ended<Item>): readonly Item[] => [
  ...failed.filter(({ error }) => !(error instanceof ApiError)).map(({ item }) => item),
  ...untried,
];

interface Options {
  readonly atOnce: number;
  readonly stop: AbortSignal;
  readonly onProgress: (progress: BatchProgress) => void;
}

/** Processes the items, at most `atOnce` at a time, until all are done or `stop` is aborted. */
async function runBatch<Item>(
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
  return { done, failed, untried: items.slice(next) };
}

interface Long<Item> {
  /** Null: no batch is running. */
  readonly progress: BatchProgress | null;
  /** `atOnce`: 1 where the order of the items matters. */
  run(items: readonly Item[], work: (item: Item) => Promise<void>, atOnce?: number): Promise<Ended<Item>>;
  cancel(): void;
}

/** Runs a batch for a screen. Leaving the screen cancels it, after a question where items are untried. */
export function useBatch<Item>(): Long<Item> {
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const [hasUntried, setUntried] = useState(false);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  useUnsavedChangesGuard(hasUntried, {
    texts: {
      title: t(msg("Leave before this is done?")),
      text: t(msg("The rest is not done then.")),
      keep: t(msg("Stay")),
      leave: t(msg("Leave")),
    },
  });
  const isRunning = progress !== null;
  useLayoutEffect(() => {
    if (!isRunning) return undefined;
    // A closed tab sends nothing to the end.
    const ask = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isRunning]);
  return {
    progress,
    async run(items, work, atOnce = 4) {
      stop.current = new AbortController();
      try {
        const { signal } = stop.current;
        const onProgress = (now: BatchProgress) => {
          setProgress(now);
          setUntried(now.done + atOnce < now.total);
        };
        return await runBatch(items, work, { atOnce, stop: signal, onProgress });
      } finally {
        setProgress(null);
        setUntried(false);
      }
    },
    cancel: () => stop.current.abort(),
  };
}

interface BarProps {
  readonly label: string;
  readonly progress: BatchProgress;
  /** Omitted: the batch cannot be cancelled any more. */
  readonly onCancel?: () => void;
}

/** The progress of a batch, with a button to cancel it. */
export function ProgressBar({ label, progress: { done, total }, onCancel }: BarProps) {
  return (
    <div class="long-work">
      <Progress label={`${label} ${number(done)} / ${number(total)}`} value={done} max={total} />
      {onCancel !== undefined && <Button onClick={onCancel}>{t(msg("Stop"))}</Button>}
    </div>
  );
}
