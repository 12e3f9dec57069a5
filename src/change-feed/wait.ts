import type { Principal } from "../domain/principal.ts";
import { countStreams } from "../http/sse/event-stream.ts";
import type { RequestLimits } from "../platform/limits.ts";
import type { Storage } from "../storage/storage.ts";

/** Waiting readers are woken so often at most: in between there may be thousands of commits. */
const INTERVAL_MS = 200;

interface Waiting {
  readonly tenantId: number;
  readonly version: number;
  end(): void;
}

/** Requests that wait for the next change of their tenant. */
export interface ChangeWait {
  /** The present version of a tenant's feed. */
  versionOf(tenantId: number): number;
  /**
   * Resolves when the tenant's feed is newer than `version`, after `ms`, and when the server stops. Throws TooManyRequests where
   * the principal has too many such requests, Unavailable where there are too many in total.
   */
  wait(principal: Principal, version: number, ms: number): Promise<void>;
  /** True when the server stops: requests wait no longer. */
  readonly isStopped: boolean;
  stop(): void;
}

/** Makes the wait of a server. */
export function makeChangeWait(storage: Storage, limits: RequestLimits["streams"]): ChangeWait {
  const open = countStreams(limits);
  const waiting = new Set<Waiting>();
  const versionOf = (tenantId: number) => storage.versions.of(tenantId, ["changeEntry"]);
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function wake(): void {
    timer = null;
    for (const one of waiting) if (versionOf(one.tenantId) > one.version) one.end();
  }
  const unsubscribe = storage.onCommit((tables) => {
    if (waiting.size === 0 || !tables.has("changeEntry")) return;
    timer ??= setTimeout(wake, INTERVAL_MS).unref();
  });

  return {
    versionOf,
    async wait(principal, version, ms) {
      const { tenantId } = principal;
      if (isStopped || versionOf(tenantId) > version) return;
      const close = open(principal);
      const { promise, resolve } = Promise.withResolvers<void>();
      const one: Waiting = { tenantId, version, end: resolve };
      const deadline = setTimeout(resolve, ms).unref();
      waiting.add(one);
      await promise;
      waiting.delete(one);
      clearTimeout(deadline);
      close();
    },
    get isStopped() {
      return isStopped;
    },
    stop() {
      isStopped = true;
      unsubscribe();
      clearTimeout(timer ?? undefined);
      for (const one of waiting) one.end();
    },
  };
}
