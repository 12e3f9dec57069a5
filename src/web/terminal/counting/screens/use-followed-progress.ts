import { useEffect, useRef } from "preact/hooks";
import type { Query } from "../../../api/call.ts";
import { written } from "../../../db/tab-messages.ts";
import { type QueryResult, useQuery } from "../../../query/use-query.ts";

/** Interval to load changes that this terminal is not told about. */
const POLL_MS = 10_000;

/** The progress of a stocktake, loaded again when counts arrive, and at intervals. */
export function useFollowedProgress<T>(request: Query<T>): QueryResult<T> {
  const progress = useQuery(request);
  const reload = useRef(progress.again);
  reload.current = progress.again;
  const changes = written.value.items + written.value.inventories;
  const before = useRef(changes);
  useEffect(() => {
    if (before.current !== changes) reload.current();
    before.current = changes;
  }, [changes]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") reload.current();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return progress;
}
