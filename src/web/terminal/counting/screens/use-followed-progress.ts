import { useEffect, useRef } from "preact/hooks";
import { written } from "../../../db/tab-messages.ts";
import { type Answer, useQuery } from "../../../query/use-query.ts";

/** What may have changed without being told here is asked for so often. */
const FOLLOW_MS = 10_000;

/** The progress of a stocktake, asked for again when counts of it arrive, and now and then. */
export function useFollowedProgress<T>(path: string): Answer<T> {
  const progress = useQuery<T>(path);
  const again = useRef(progress.again);
  again.current = progress.again;
  const changes = written.value.items + written.value.inventories;
  const before = useRef(changes);
  useEffect(() => {
    if (before.current !== changes) again.current();
    before.current = changes;
  }, [changes]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") again.current();
    }, FOLLOW_MS);
    return () => clearInterval(timer);
  }, []);
  return progress;
}
