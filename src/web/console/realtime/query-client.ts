import { effect } from "@preact/signals";
import { notifyManager, type Query, QueryClient } from "@tanstack/preact-query";
import { connection } from "../../api/connection.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { session } from "../../api/tokens.ts";
import type { ChangeCounts } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { isTemporary, retryAfterMs } from "../../query/query-state.ts";
import { eventCounts, eventData, reconnects } from "./live.ts";
import type { Topic } from "./stream.ts";

/** A kind of record. The server announces its changes. */
export type Kind = Exclude<Topic, "changes"> | keyof ChangeCounts;

/** How long a response stays in memory after the last screen that shows it is left. */
const CACHE_MS = 15 * 60_000;

// By default screens are notified after a timeout, in which a user may have typed into an older record.
notifyManager.setScheduler(queueMicrotask);

/** The responses that the console shows. They are in memory only, and each screen that opens requests them again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: CACHE_MS,
      // The connection is known from the last request, not from the browser.
      networkMode: "always",
      refetchOnWindowFocus: false,
      retry: (_, error) => isTemporary(error),
      retryDelay: (_, error) => retryAfterMs(error),
    },
  },
});

/** The key of a response. Users never see each other's. */
export const queryKeyOf = (path: string | null) => [session.value?.user.id ?? null, path] as const;

/** The paths to request after a change of a kind, each with its shortest interval. */
const followed = new Map<Kind, Map<string, number>>();

/** Requests `path` again after each change of a record of these kinds, at most once in `intervalMs`. */
export function follow(path: string, kinds: readonly Kind[], intervalMs: number): void {
  for (const kind of kinds) {
    const paths = followed.get(kind) ?? new Map<string, number>();
    followed.set(kind, paths.set(path, Math.min(intervalMs, paths.get(path) ?? intervalMs)));
  }
}

/** Requests responses again after events of the server. */
export function startInvalidation(): void {
  let userId = session.peek()?.user.id;
  session.subscribe((now) => {
    if (now?.user.id === userId) return;
    userId = now?.user.id;
    queryClient.clear();
  });
  // The first values of a stream are no changes of kinds without a topic.
  reconnects.subscribe((count) => {
    if (count > 1) requestAgain({});
  });
  for (const topic of ["inventories", "printers", "devices", "approvals", "custody"] as const)
    onChange(
      () => eventCounts[topic].value || null,
      () => invalidate(topic),
    );
  // The progress of a job is in its event; its end changes responses.
  onChange(
    () => eventData.jobs.value?.ended ?? null,
    () => invalidate("jobs"),
  );
  onChange(
    () => eventData.changes.value,
    (now, before) => {
      for (const kind of Object.keys(now) as (keyof ChangeCounts)[])
        if (now[kind] !== before?.[kind]) invalidate(kind);
    },
  );
  connection.subscribe((now) => {
    if (now === "there")
      queryClient.refetchQueries({ type: "active", predicate: isUnreachable }).catch(reportError);
  });
}

const isUnreachable = ({ state }: { readonly state: { readonly error: unknown } }) =>
  state.error instanceof ServerUnreachable;

/** Calls back with each new value. The first one counts: a response may be older than the stream. */
function onChange<T>(read: () => T | null, changed: (now: T, before: T | null) => void): void {
  let before: T | null = null;
  effect(() => {
    const now = read();
    if (now === null || now === before) return;
    changed(now, before);
    before = now;
  });
}

function invalidate(kind: Kind): void {
  const paths = followed.get(kind);
  if (paths === undefined) return;
  for (const [path, intervalMs] of paths) {
    // A screen that is opened again follows its paths again.
    if (queryClient.getQueryState(queryKeyOf(path)) === undefined) paths.delete(path);
    else if (intervalMs === 0) invalidatePath(path);
    else invalidateAfter(path, intervalMs);
  }
}

function invalidatePath(path: string): void {
  requestAgain({ queryKey: queryKeyOf(path) });
}

/** Queries whose first response is followed by another request. */
const outdated = new WeakSet<Query>();

/**
 * Requests responses again. The library cancels a request that is under way, but not the first one of a response: the
 * server may have answered it before the change, so another one follows it.
 */
function requestAgain(filters: { readonly queryKey?: ReturnType<typeof queryKeyOf> }): void {
  for (const query of queryClient.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" })) {
    if (query.state.data !== undefined || outdated.has(query)) continue;
    outdated.add(query);
    const again = () => requestAgain({ queryKey: query.queryKey as ReturnType<typeof queryKeyOf> });
    // The screen shows the error of the first request.
    query.promise?.then(again, () => {}).finally(() => outdated.delete(query));
  }
  queryClient.invalidateQueries(filters).catch(reportError);
}

/** Running intervals of paths, with whether there was a change in them. */
const intervals = new Map<string, { hasChanged: boolean }>();

/** Invalidates at once, and at the end of the interval if there was another change in it. */
function invalidateAfter(path: string, intervalMs: number): void {
  const running = intervals.get(path);
  if (running !== undefined) {
    running.hasChanged = true;
    return;
  }
  const started = { hasChanged: false };
  intervals.set(path, started);
  setTimeout(() => {
    intervals.delete(path);
    if (started.hasChanged) invalidateAfter(path, intervalMs);
  }, intervalMs);
  invalidatePath(path);
}
