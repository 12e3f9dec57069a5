import { effect } from "@preact/signals";
import { notifyManager, QueryClient } from "@tanstack/preact-query";
import { connection } from "../../api/connection.ts";
import { ServerUnreachable } from "../../api/errors.ts";
import { session } from "../../api/tokens.ts";
import type { ChangeCounts } from "../../api/types/endpoints.d.ts";
import { reportError } from "../../errors/report-error.ts";
import { isTemporary, retryAfterMs } from "../../query/retry-later.ts";
import { eventCounts, eventData, reconnects } from "./live.ts";
import type { Topic } from "./server-events.ts";

/** A kind of record. The server announces its changes. */
export type Kind = Exclude<Topic, "changes"> | keyof ChangeCounts;

/** How long a response is held in memory after the last screen that shows it is left. */
const HELD_MS = 15 * 60_000;

// By default screens learn of a response after a timeout, in which a user may have typed into an older record.
notifyManager.setScheduler(queueMicrotask);

/** The responses that the console shows. They are held in memory only, and each screen that opens asks again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: HELD_MS,
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

const followed = new Map<Kind, Set<string>>();

/** Asks for the response at `path` again whenever a record of these kinds changes. */
export function follow(path: string, kinds: readonly Kind[]): void {
  for (const kind of kinds) {
    const paths = followed.get(kind);
    if (paths === undefined) followed.set(kind, new Set([path]));
    else paths.add(path);
  }
}

/** Keeps the shown responses up to date by the server's events. */
export function startInvalidation(): void {
  let userId = session.peek()?.user.id;
  session.subscribe((now) => {
    if (now?.user.id === userId) return;
    userId = now?.user.id;
    queryClient.clear();
  });
  // A stream begins with the value of each topic, but without those that are as they were when it broke.
  reconnects.subscribe((count) => {
    if (count > 1) queryClient.invalidateQueries().catch(reportError);
  });
  for (const topic of ["inventories", "printers", "devices", "approvals"] as const)
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
      queryClient.refetchQueries({ type: "active", predicate: isUnanswered }).catch(reportError);
  });
}

const isUnanswered = ({ state }: { readonly state: { readonly error: unknown } }) =>
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
  const predicate = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
    paths.has(String(queryKey[1]));
  queryClient.invalidateQueries({ predicate }).catch(reportError);
}
